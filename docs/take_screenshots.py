"""Takes a picture of every page in both languages from the running app: docs/take_screenshots.py URL."""

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "images"
VISITORS = {"en": ("en-US", "Train"), "zh": ("zh-CN", "训练")}
PAGES = (
    "runs",
    "attention",
    "shapes",
    "positions",
    "heads",
    "generate",
    "parameters",
    "ladder",
    "notebook",
    "mistakes",
    "classroom",
)
TRAINED_MS = 15_000
DRAWN_MS = 6_000  # pictures that are computed after the page


def take(page: Page, url: str, language: str, button: str) -> None:
    """Take the home page, train for a while, take the train page, and all others with the finished run."""
    page.goto(url)
    page.wait_for_selector("canvas")
    page.wait_for_timeout(DRAWN_MS)
    page.screenshot(path=FOLDER / f"home-{language}.png")
    page.goto(f"{url}/train")
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_selector("canvas")
    page.wait_for_timeout(TRAINED_MS)
    page.screenshot(path=FOLDER / f"train-{language}.png")
    run = re.search(r"run=([^&]+)", page.url)
    page.wait_for_selector("[data-testid=stAlertContentSuccess]", timeout=300_000)
    for name in PAGES:
        page.goto(f"{url}/{name}?run={run[1] if run else ''}")
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_timeout(DRAWN_MS)
        page.screenshot(path=FOLDER / f"{name}-{language}.png")


def main(url: str) -> None:
    """Take all pictures in both languages."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for language, (locale, button) in VISITORS.items():
            context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=locale)
            page = context.new_page()
            page.set_default_timeout(60_000)
            take(page, url, language, button)
            context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
