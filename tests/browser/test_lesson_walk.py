"""The whole path of a lesson, as a learner walks it: from the home page to the answer to its question, and back."""

import re

import pytest
from playwright.sync_api import expect

from gptviz.i18n import t, use_language

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

LOCALES = {"en": "en-US", "zh": "zh-CN"}
# What the train page tells: "step 1,234 of 3,920"; not step 0, at which training only begins.
TOLD = {"en": re.compile(r"step [1-9][\d,]* of"), "zh": re.compile(r"第 [1-9][\d,]* 步，共")}


@pytest.fixture(params=["en", "zh"])
def language(request):
    """The language of the learner, and of the texts that the test looks for."""
    use_language(request.param)
    yield request.param
    use_language("en")


def go_to(page, key):
    """Follow the navigation of the sidebar."""
    page.get_by_test_id("stSidebar").get_by_role("link", name=t(f"page-{key}"), exact=True).click()
    arrived_at(page, key)


def arrived_at(page, key):
    page.get_by_role("heading", level=1, name=t(f"page-{key}.title")).wait_for()


def train_from_the_home_page(page, app_url, language):
    """One click leads to a run whose step moves; the test goes on with it."""
    page.goto(app_url)
    page.get_by_role("button", name=t("home-train-now")).click()
    page.wait_for_url(re.compile(r"/train\?.*run="))
    told = page.get_by_text(TOLD[language]).first
    expect(told).not_to_have_text(told.inner_text())
    return re.search(r"[?&]run=([^&]+)", page.url)[1]


def look_at_heads(page):
    """Move through training, point at a character, choose another head."""
    untrained = t("time-step", step="0")
    time = page.get_by_role("slider", name=t("time-slider"))
    time.press("Home")
    page.locator("output.step").get_by_text(untrained, exact=True).wait_for()
    page.locator(".character").nth(5).hover()
    page.locator(".character.active").and_(page.locator(".character").nth(5)).wait_for()
    told = page.locator(".sentence").inner_text()
    assert t("words-head", number=1) in told
    block, head = t("words-block", number=1), t("words-head", number=2)
    page.get_by_role("button", name=f"{block}, {head}").click()
    page.locator(".large h2").get_by_text(head).wait_for()
    page.wait_for_url(re.compile("head=1"))  # the server is told a moment later
    assert head in page.locator(".sentence").inner_text()
    assert page.locator("output.step").inner_text() == untrained  # the moment stays


def answer_the_question(page):
    """Predict which positions are more alike; the learner's own run answers."""
    page.get_by_test_id("stRadio").get_by_text(t("question-positions-near"), exact=True).click()
    numbers = dict.fromkeys(("near", "far", "apart", "near_before", "far_before"), "|")
    page.get_by_text(t("question-positions-told", **numbers).partition("|")[0].strip()).wait_for()


def test_a_lesson_from_its_first_click_to_its_answer_and_back(language, open_browser, record, app_url):
    page = open_browser(locale=LOCALES[language])
    run = train_from_the_home_page(page, app_url, language)
    go_to(page, "attention")
    look_at_heads(page)
    go_to(page, "positions")
    answer_the_question(page)
    page.go_back()
    arrived_at(page, "attention")
    page.locator("canvas.map").wait_for()
    go_to(page, "train")
    assert f"run={run}" in page.url
    assert not record.console
    assert not record.outside
