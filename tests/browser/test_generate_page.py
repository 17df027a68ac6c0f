"""The generate page in a browser: the text grows before the reader's eyes, stops, and branches at a click."""

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

CHARACTERS = ".colored .character"


def open_generate(page, app_url, run):
    """Let a model write after a prompt that would like to be markup."""
    page.goto(f"{app_url}/generate?run={run}&length=20&prompt=A%0AB")
    page.wait_for_selector(".js-plotly-plot .heatmaplayer")


def written(page):
    return page.locator(CHARACTERS).first.evaluate("first => first.parentElement.textContent")


def test_the_text_streams_stops_and_branches(page, app_url, stopped_run):
    open_generate(page, app_url, stopped_run)
    characters = page.locator(".colored").first.locator(".character")
    assert characters.count() == 23
    assert page.locator(".colored").first.locator(".choosable").count() == 20
    assert written(page).startswith("A↵\nB")

    page.get_by_role("button", name="Write 100 characters").click()
    stop = page.get_by_role("button", name="Stop")
    stop.wait_for()
    stop.click()
    page.get_by_role("button", name="Write 100 characters").wait_for()
    page.wait_for_selector(".js-plotly-plot .heatmaplayer")
    after = written(page)
    page.wait_for_timeout(600)
    assert written(page) == after
    assert 23 <= characters.count() < 123

    characters.nth(3 + 5).click()
    page.wait_for_url(re.compile(r"[?&]place=5"))
    page.get_by_role("heading", name="Character 6:").wait_for()
    characters.nth(3 + 5).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"[?&]place=4"))
    page.get_by_role("heading", name="Character 5:").wait_for()

    before = characters.nth(3 + 4).text_content()
    page.get_by_test_id("stButtonGroup").last.get_by_role("radio").or_(
        page.get_by_test_id("stButtonGroup").last.get_by_role("button")
    ).nth(1).click()
    page.wait_for_url(re.compile(r"[?&]kept="))
    page.locator(".colored .by-hand").nth(4).wait_for()
    assert characters.nth(3 + 4).text_content() != before
    page.get_by_role("button", name="Let the model choose again").click()
    page.wait_for_function("() => !location.search.includes('kept=')")


def test_what_a_reader_types_is_text(page, app_url, stopped_run):
    open_generate(page, app_url, stopped_run)
    box = page.get_by_role("textbox", name="Text to score")
    box.fill("A B\nC")
    box.press("Control+Enter")
    scored = page.locator(".colored").nth(1)
    scored.locator(".character").nth(4).wait_for()
    scored.locator(".character").nth(1).hover()
    scored.locator(".readout").filter(has_text="␣").wait_for()
    readout = scored.locator(".readout").inner_text()
    assert readout.startswith("␣")
    percent, loss = (float(number) for number in re.findall(r"(\d+\.\d+)", readout))
    assert percent == pytest.approx(100 * 2.718281828**-loss, rel=0.02, abs=0.06)
