"""What a move of a control sends: only what shows something else then. Seen by a simulated browser."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.streamlit_client import Browser

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

MOST_BYTES = 20_000  # a page of attention takes 60,000


class Witness(Browser):
    """Notes what comes: keys of widgets and components, kinds of the rest."""

    def _take(self, message, size):
        if message.WhichOneof("type") == "delta" and message.delta.WhichOneof("type") == "new_element":
            element = message.delta.new_element
            kind = element.WhichOneof("type")
            name = getattr(getattr(element, kind), "id", "")
            self.came.append(name.split("-", 2)[2] if name.startswith("$$ID-") else kind)
        super()._take(message, size)


async def opened(url, page):
    visitor = Witness(url, page, {})
    visitor.came = []
    await visitor.open()
    await visitor.settle()
    await visitor.run()
    return visitor


def seen(doing):
    """Run a coroutine in a thread of its own: Playwright's loop already runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


@pytest.mark.parametrize("choice", ["block", "head"])
def test_a_choice_of_a_head_sends_neither_the_page_nor_its_film(app_url, choice):
    async def move():
        page = await opened(app_url, "attention")
        assert "time-left" in page.came
        page.came.clear()
        before = page.received_bytes
        await page.choose(choice, page.options[choice][1])
        came, received_bytes, url = page.came, page.received_bytes - before, page.query
        await page.close()
        return came, received_bytes, url

    came, received_bytes, url = seen(move())
    assert url[choice] == "1"
    # Weights of the same block are the browser's already: their letter is only named.
    exact = {"time-left-exact"} if choice == "block" else set()
    assert set(came) == {"block", "head", "time-left-place"} | exact
    assert received_bytes < MOST_BYTES


@pytest.mark.parametrize(
    ("page", "closed"),
    [
        ("attention", {"head-left"}),
        ("positions", {"positions-similarity", "positions-norms"}),
        ("train", {"setting_residual", "setting_seed"}),
    ],
)
def test_what_is_closed_is_not_sent(app_url, page, closed):
    async def look():
        visitor = await opened(app_url, page)
        await visitor.close()
        return visitor.came

    came = seen(look())
    assert "document" in came
    assert not closed & set(came)
