"""Takes the pictures of the README from the running app: python docs/take_screenshots.py http://localhost:8501"""

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "images"
VISITORS = {"en": ("en-US", "Train"), "zh": ("zh-CN", "训练")}
TRAINED_MS = 15_000


def take(page: Page, url: str, language: str, button: str) -> None:
    """Train for a while, then take the train page, and the attention and positions pages of the finished run."""
    page.goto(f"{url}/train")
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_selector("canvas")
    page.wait_for_timeout(TRAINED_MS)
    page.screenshot(path=FOLDER / f"train-{language}.png")
    run = re.search(r"run=([^&]+)", page.url)
    page.wait_for_selector("[data-testid=stAlertContentSuccess]", timeout=300_000)
    for name in ("attention", "positions"):
        page.goto(f"{url}/{name}?run={run[1] if run else ''}")
        page.wait_for_selector(".js-plotly-plot")
        page.wait_for_timeout(2_000)
        page.screenshot(path=FOLDER / f"{name}-{language}.png")


def main(url: str) -> None:
    """Take all pictures in both languages."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for language, (locale, button) in VISITORS.items():
            context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=locale)
            take(context.new_page(), url, language, button)
            context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
