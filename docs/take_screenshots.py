"""Takes the pictures of the pages in both languages from the running app.

`python -m docs.take_screenshots http://localhost:8501` takes all of them: about 10 s a page and language on two idle
cores, and half a minute for the train page, which trains; `... http://localhost:8501 attention positions` takes some.
The heads page shows an experiment, which takes a quarter of an hour: make one, and name it by `--experiment`.
"""

import argparse
import re
import shutil
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from gptviz.i18n import t, use_language
from gptviz.showcase import RUN_ID

FOLDER = Path(__file__).parent / "images"
LOCALES = {"en": "en-US", "zh": "zh-CN"}
PAGES = (
    *("home", "train", "runs", "attention", "shapes", "positions", "heads", "generate"),
    *("parameters", "ladder", "notebook", "mistakes", "classroom"),
)
SIZE = {"width": 1280, "height": 800}
TRAINED_S = 20.0
STILL_S, LOOK_EVERY_S, MOST_S = 2.0, 0.5, 60.0
# The page's script has ended, and nothing on it waits for an answer.
READY = """() => !document.querySelector("[data-test-script-state=running], [data-testid=stSkeleton]")
  && !document.body.innerText.includes("hourglass_top")"""


def address(url: str, page: str, experiment: str | None) -> str:
    """Return where a page shows something: the run that comes with gptviz, or an experiment."""
    if page == "home":
        return url
    return f"{url}/{page}?run={RUN_ID}" + (f"&experiment={experiment}" if page == "heads" and experiment else "")


def wait_until_still(page: Page) -> None:
    """Wait until the page is ready and has not changed for a while."""
    page.wait_for_function(READY)
    end_s = time.monotonic() + MOST_S
    before, still_since_s = b"", time.monotonic()
    while time.monotonic() < end_s and time.monotonic() - still_since_s < STILL_S:
        now = page.screenshot()
        if now != before:
            before, still_since_s = now, time.monotonic()
        page.wait_for_timeout(LOOK_EVERY_S * 1e3)


def train_for_a_while(page: Page, url: str) -> None:
    """Start a run from the home page with one click, and leave it training."""
    page.goto(url)
    page.get_by_role("button", name=t("home-train-now")).click()
    page.wait_for_url(re.compile(r"/train\?.*run="))
    page.locator("canvas").first.wait_for()
    page.wait_for_timeout(TRAINED_S * 1e3)


def stop_training(page: Page) -> None:
    """End the run: it would slow down what follows."""
    page.get_by_test_id("stMain").get_by_role("button", name=t("train-stop"), exact=True).click()


def take(browser: Browser, url: str, language: str, name: str, experiment: str | None) -> float:
    """Take the picture of one page and return the seconds that it took."""
    begun_s = time.monotonic()
    use_language(language)
    # Who asks for less motion sees the end of the home page's film at once.
    context = browser.new_context(viewport=SIZE, locale=LOCALES[language], reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(MOST_S * 1e3)
    if name == "train":
        train_for_a_while(page, url)
    else:
        page.goto(address(url, name, experiment))
        page.get_by_role("heading", level=1).wait_for()
        wait_until_still(page)
    page.screenshot(path=FOLDER / f"{name}-{language}.png")
    if name == "train":
        stop_training(page)
    context.close()
    return time.monotonic() - begun_s


def main() -> None:
    """Take the pictures that are asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("url", help="of the running app")
    asked.add_argument("pages", nargs="*", help="by default all")
    asked.add_argument("--experiment", help="that the heads page shows; without it the page is left out")
    given = asked.parse_args()
    pages = given.pages or [name for name in PAGES if name != "heads" or given.experiment]
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for language in LOCALES:
            for name in pages:
                took_s = take(browser, given.url.rstrip("/"), language, name, given.experiment)
                print(f"{name}-{language}.png  {took_s:.0f} s", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
