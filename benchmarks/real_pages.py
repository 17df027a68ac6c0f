"""Real pages in Chromium, timed at their requests: are simulated browsers answered as quickly as real ones?"""

from __future__ import annotations

import shutil
import statistics

from playwright.sync_api import Page, Request, sync_playwright

WATCHED_MS, WARM_MS = 20_000, 5_000


class _Stopwatch:
    """Times what a page's feed asks, from the request to the end of the answer."""

    def __init__(self, page: Page) -> None:
        self.seconds: list[float] = []
        page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        if "/live/" in request.url:
            self.seconds.append(request.timing["responseEnd"] / 1e3)


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
            page.wait_for_selector(".st-key-live-numbers dd")
            watches.append((page, watch))
        watches[0][0].wait_for_timeout(WARM_MS)
        for _, watch in watches:
            watch.seconds.clear()
        watches[0][0].wait_for_timeout(WATCHED_MS)
        seconds = [second for _, watch in watches for second in watch.seconds]
        browser.close()
    print(f"{count} real pages: {len(seconds)} refreshes, median {statistics.median(seconds):.3f} s, "
          f"95th percentile {statistics.quantiles(seconds, n=20)[-1]:.3f} s")  # fmt: skip
