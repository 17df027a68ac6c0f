"""The heads page in a real browser: an experiment goes on by itself, another visitor looks on, a run is opened."""

import re

import pytest

from tests.browser.test_train_and_see import choose

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]


def fill(page, name, value):
    box = page.get_by_role("spinbutton", name=name)
    box.fill(value)
    box.press("Enter")


def open_design(page, url):
    """Open the page with an experiment of short runs on a short text."""
    page.goto(f"{url}/heads")
    page.wait_for_load_state("networkidle")
    choose(page, "Text to learn", "Repeats")
    fill(page, "EPOCHS", "0.1")
    page.get_by_text("runs of 26 steps").wait_for()


def test_an_experiment_runs_to_its_conclusion_while_somebody_looks(page, app_url, open_browser):
    page.set_default_timeout(120_000)
    open_design(page, app_url)
    seeds = page.get_by_role("slider", name="Seeds")
    for left in (4, 3, 2):
        seeds.focus()
        seeds.press("ArrowLeft")
        page.get_by_text(re.compile(rf"^{3 * left} runs of 26 steps")).wait_for()
    page.get_by_role("button", name="Run the experiment").click()
    page.wait_for_url(re.compile("experiment="))
    page.get_by_text("slower", exact=True).click()
    page.get_by_role("button", name="Show the results").click()
    page.get_by_text(re.compile("^6 of 6 runs")).wait_for()
    page.get_by_role("heading", name="Conclusion").wait_for()
    page.get_by_text("You predicted: slower").wait_for()
    page.wait_for_function("() => document.querySelectorAll('.js-plotly-plot').length >= 3")

    other = open_browser(locale="zh-CN")
    other.goto(page.url)
    other.get_by_role("heading", name="结论").wait_for()
    other.get_by_text("你正在看别人的实验").wait_for()

    page.get_by_role("link", name="Open it").click()
    page.wait_for_url(re.compile("/train.*run="))
    page.get_by_text("Done after").wait_for()
