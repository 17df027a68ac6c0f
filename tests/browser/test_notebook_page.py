"""The notebook page in a real browser: windows, the leak and the measurement, with torch in a worker."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


def test_windows_the_leak_and_the_speed(page, app_url):
    page.goto(f"{app_url}/notebook")
    page.wait_for_selector(".js-plotly-plot", timeout=90_000)
    page.get_by_text("one is never an input").wait_for()
    stride = page.get_by_role("slider", name="stride")
    stride.focus()
    stride.press("ArrowLeft")
    page.get_by_text("stride = max_length = 4").wait_for()
    assert "stride=4" in page.url

    page.get_by_text("4 · The slip").click()
    page.get_by_text("Rows add up to between 1.00 and 1.00").wait_for(timeout=60_000)
    page.get_by_text("Way A with the notebook's softmax(dim=1)").click()
    page.get_by_text("columns to between 1.00 and 1.00").wait_for()
    page.get_by_text("All of them").click()
    page.get_by_role("button", name="See").click()
    page.get_by_text("3 of 3 earlier outputs change").wait_for()
    page.get_by_text("✓ Right.").wait_for()

    page.get_by_text("5 · Speed").click()
    page.get_by_role("button", name="Measure now").click()
    page.get_by_text("With 32 heads way A takes").wait_for(timeout=60_000)


def test_a_link_in_chinese_shows_the_learner_s_own_text(open_browser, record, app_url):
    page = open_browser(locale="zh-CN", viewport={"width": 390, "height": 844})
    page.goto(f"{app_url}/notebook?sample=own&text=老鼠爱大米&max_length=2&stride=3")
    page.get_by_text("每 3 个词元里有 1 个从不当输入").wait_for()
    page.locator(".js-plotly-plot").get_by_text("‹E8 80›").first.wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert not record.console
    assert not record.outside
