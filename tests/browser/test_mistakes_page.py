"""The mistakes page in a real browser: guess, train, watch both runs at once, stop, and share the link."""

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

CHART = "[data-testid=stEChartsChart] svg"


def test_guess_train_and_watch_both_runs(page, app_url):
    page.goto(f"{app_url}/mistakes")
    page.get_by_text("No mask", exact=True).first.wait_for()
    assert page.get_by_role("button", name="Train both").is_disabled()
    page.get_by_text("lower", exact=True).click()
    page.get_by_role("button", name="Train both").click()
    page.wait_for_url(re.compile(r"[?&]run="))
    # Both move while they train, without a click: the right one and the wrong one.
    for role in ("Right", "Wrong"):
        page.get_by_role("heading", name=re.compile(rf"^{role}, at step [1-9]")).wait_for(timeout=120_000)
    page.locator(CHART).wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("Measured.").wait_for(timeout=60_000)


def test_the_switch_goes_into_the_url_and_a_link_shows_it(page, open_browser, app_url):
    page.goto(f"{app_url}/mistakes")
    page.get_by_text("Softmax over queries", exact=True).first.click()
    page.wait_for_url(re.compile(r"mistake=softmax-queries"))
    page.get_by_text("weights = softmax(scores, axis=-2)").wait_for()
    other = open_browser(locale="zh-CN", viewport={"width": 390, "height": 844})
    other.goto(page.url)
    other.get_by_role("heading", name="softmax 弄错了轴（查询）").wait_for()
    assert other.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 390
