"""What a live page sends, seen as its browser does: by a simulated one, on the running app."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.streamlit_client import NUMBERS, Browser
from gptviz.ui.rhythm import PAUSED_EVERY_S

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]

TRIES = 30
OF_ITSELF_BYTES = 100  # what Streamlit may send meanwhile, without a picture
WELL = ForwardMsg.FINISHED_SUCCESSFULLY


class Witness(Browser):
    """Notes for each run of the whole page that went well how many elements came with it, and which had no place."""

    def watch(self):
        self.whole_page, self.came, self.pages = False, set(), []
        self.children, self.placeless, self.parts = {}, [], set()
        return self

    def _take(self, message, size):
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.whole_page, self.came = not message.metadata.run.fragment_ids, set()
        elif kind in ("delta", "ref_hash"):
            path = tuple(message.metadata.delta_path)
            self.came.add(path)
            self._place(path)
            self.parts |= {message.delta.fragment_id} - {""}
        # A page that gave way to another run is not what the browser keeps.
        elif kind == "script_finished" and self.whole_page and message.script_finished == WELL:
            self.pages.append(len(self.came))
        super()._take(message, size)

    def _place(self, path):
        """As a browser does: an element stands behind its neighbours, where there are any."""
        around, place = path[:-1], path[-1]
        if place > self.children.get(around, 0):
            self.placeless.append(path)
        self.children[around] = max(self.children.get(around, 0), place + 1)

    async def ring(self, fragment):
        """Let the timer of a live part ring, whatever else goes on."""
        message = BackMsg()
        state = message.rerun_script
        state.page_script_hash, state.fragment_id, state.is_auto_rerun = self._page_hash, fragment, True
        state.query_string = f"run={self.query['run']}"
        state.widget_states.widgets.extend(self.widgets.values())
        await self._connection.send(message.SerializeToString())


def wait_for(doing):
    """Run a coroutine in a thread of its own: Playwright's loop already runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


async def opened(url, page, query):
    visitor = Witness(url, page, query).watch()
    await visitor.open()
    return visitor


async def training_page(url):
    page = await opened(url, "train", {})
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
        owner = await training_page(app_url)
        await owner.press("train-pause")  # nothing grows meanwhile: each run of the page draws the same elements
        page = await opened(app_url, "attention", {"run": owner.query["run"]})
        await page.settle()
        await page.run()
        whole = page.pages[-1]
        page.pages.clear()
        for at in range(TRIES):
            live = [name for name, every_s in page.fragments.items() if every_s <= PAUSED_EVERY_S]
            assert live
            running = asyncio.create_task(page.run())
            await asyncio.sleep(0.005 * (at % 6))
            for part in live:
                await page.ring(part)
            await running
            await asyncio.sleep(0.3)
        await owner.press("train-stop")
        await page.close()
        await owner.close()
        assert len(page.pages) >= TRIES
        assert min(page.pages[:TRIES]) >= whole

    wait_for(check())


def test_a_part_that_is_drawn_anew_while_a_page_is_being_drawn_takes_no_place_from_its_neighbours(app_url, stopped_run):
    """A browser reports what has lost its neighbours as a "Bad delta path index", and does not show it."""

    async def check():
        known = await opened(app_url, "attention", {"run": stopped_run})
        await known.settle()
        await known.run()
        assert len(known.parts) > 4
        await known.close()
        for at in range(TRIES // 2):
            page = Witness(app_url, "attention", {"run": stopped_run}).watch()
            opening = asyncio.create_task(page.open())
            while not page.widgets and not opening.done():  # then the whole page is drawn
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.008 * at)
            for part in known.parts:
                await page.ring(part)
            await opening
            await page.run()
            assert not page.placeless, at
            await page.close()

    wait_for(check())


def test_the_feed_brings_what_changes_and_the_page_is_drawn_only_for_what_stands_around(app_url):
    async def check():
        page = await training_page(app_url)
        other = await opened(app_url, "train", {"run": page.query["run"]})
        page.pages.clear()
        other.pages.clear()
        sent = other.received_bytes
        before = other.step()
        for _ in range(60):
            await other.refresh()
            if other.step() > before:
                break
            await asyncio.sleep(0.2)
        assert other.step() > before
        assert other.received_bytes - sent < OF_ITSELF_BYTES  # no picture by way of Streamlit
        await page.press("train-pause")
        assert "paused" in page.feed.asks["state"]
        await other.refresh()  # whoever looks on is told, and draws the live part anew
        assert "paused" in other.feed.asks["state"]
        await page.press("train-resume")
        assert not page.pages
        assert not other.pages
        await page.press("train-stop")  # the end is news for the whole page
        assert len(page.pages) == 1
        assert page.feed is None
        await other.run(other.fragment_of[NUMBERS])
        assert other.feed is None
        await page.close()
        await other.close()

    wait_for(check())
