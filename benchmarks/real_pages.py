"""Real pages in Chromium, timed at their websockets: are simulated browsers answered as quickly as real ones?"""

from __future__ import annotations

import shutil
import statistics
import time

from playwright.sync_api import Page, WebSocket, sync_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

WATCHED_MS, WARM_MS = 20_000, 5_000


class _Stopwatch:
    """Times a page's runs of its live fragment from the browser's message to the end of the answer."""

    def __init__(self, page: Page) -> None:
        self.seconds: list[float] = []
        self._sent_s: float | None = None
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._got)

    def _sent(self, payload: str | bytes) -> None:
        if isinstance(payload, bytes) and BackMsg.FromString(payload).rerun_script.fragment_id:
            self._sent_s = time.monotonic()

    def _got(self, payload: str | bytes) -> None:
        if self._sent_s is None or not isinstance(payload, bytes) or len(payload) > 200:
            return
        if ForwardMsg.FromString(payload).WhichOneof("type") == "script_finished":
            self.seconds.append(time.monotonic() - self._sent_s)
            self._sent_s = None


def watch_real_pages(url: str, run: str, count: int) -> None:
    """Open real pages on a run and print how quickly their refreshes were answered."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-background-networking"]
        )
        watches = []
        for _ in range(count):
            page = browser.new_context(locale="en-US").new_page()
            watch = _Stopwatch(page)
            page.goto(f"{url}/train?run={run}")
            page.wait_for_selector("[data-testid=stMetricValue]")
            watches.append((page, watch))
        watches[0][0].wait_for_timeout(WARM_MS)
        for _, watch in watches:
            watch.seconds.clear()
        watches[0][0].wait_for_timeout(WATCHED_MS)
        seconds = [second for _, watch in watches for second in watch.seconds]
        browser.close()
    print(f"{count} real pages: {len(seconds)} refreshes, median {statistics.median(seconds):.3f} s, "
          f"95th percentile {statistics.quantiles(seconds, n=20)[-1]:.3f} s")  # fmt: skip
