"""What a live page sends, seen as its browser does: by a simulated one, on the running app."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.streamlit_client import Browser
from gptviz.ui.live import PAUSED_EVERY_S
from gptviz.ui.rhythm import QUICK_S

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]

TRIES = 30
WELL = ForwardMsg.FINISHED_SUCCESSFULLY


class Witness(Browser):
    """Notes for each run of the whole page that went well how many elements came with it."""

    def _take(self, message, size):
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.whole_page, self.came = not message.metadata.run.fragment_ids, set()
        elif kind in ("delta", "ref_hash"):
            self.came.add(tuple(message.metadata.delta_path))
        # A page that gave way to another run is not what the browser keeps.
        elif kind == "script_finished" and self.whole_page and message.script_finished == WELL:
            self.pages.append(len(self.came))
        super()._take(message, size)

    async def ring(self):
        """Let the timer of the live part ring, whatever else goes on."""
        message = BackMsg()
        state = message.rerun_script
        state.page_script_hash, state.fragment_id, state.is_auto_rerun = self._page_hash, self.live, True
        state.query_string = f"run={self.query['run']}"
        state.widget_states.widgets.extend(self.widgets.values())
        await self._connection.send(message.SerializeToString())


def wait_for(doing):
    """Run a coroutine in a thread of its own: Playwright's loop already runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


async def training_page(url):
    page = Witness(url, "train", {})
    page.whole_page, page.came, page.pages = False, set(), []
    await page.open()
    await page.press("train-start")
    for _ in range(60):
        await page.refresh()
        if page.step() >= 3 and "live-similarity" in page.ids:
            return page
        await asyncio.sleep(0.5)
    raise AssertionError("the run does not train")


def test_a_timer_that_rings_while_the_page_runs_loses_nothing_of_the_page(app_url):
    """Streamlit drops what the page has drawn of a part, and not yet sent, when a run of that part begins."""

    async def check():
        page = await training_page(app_url)
        await page.run()
        whole = page.pages[-1]
        page.pages.clear()
        for at in range(TRIES):
            running = asyncio.create_task(page.run())
            await asyncio.sleep(0.005 * (at % 6))
            await page.ring()
            await running
            await asyncio.sleep(0.3)
        await page.press("train-stop")
        await page.close()
        assert len(page.pages) >= TRIES
        assert min(page.pages[:TRIES]) >= whole

    wait_for(check())


def test_pausing_changes_the_rhythm_without_running_the_whole_page(app_url):
    async def check():
        page = await training_page(app_url)
        page.pages.clear()
        assert page.fragments[page.live] == QUICK_S
        await page.press("train-pause")
        assert page.fragments[page.live] == PAUSED_EVERY_S
        await page.press("train-resume")
        assert page.fragments[page.live] == QUICK_S
        assert not page.pages
        await page.press("train-stop")  # the end is news for the whole page
        assert len(page.pages) == 1
        assert page.live not in page.fragments
        await page.close()

    wait_for(check())
