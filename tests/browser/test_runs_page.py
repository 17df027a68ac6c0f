"""The runs page in a real browser, in Chinese: train two runs, name one, compare both, fork, delete and undo."""

import re

import pytest

from tests.browser.conftest import STILL, wait_until_in_place

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

NAME = "<b>*头*</b> $a$"
# Word joiners, which nobody sees, keep Streamlit from reading signs.
SHOWN_AS_TYPED = """name => [...document.querySelectorAll("strong")].some(
    element => element.textContent.replaceAll("\\u2060", "") === name)"""
HEADER_PX, ROW_PX, BOX_PX = 35, 35, 15


@pytest.fixture
def visitor(open_browser, record):
    yield open_browser(locale="zh-CN", viewport={"width": 1280, "height": 1600})
    assert not record.console
    assert not record.outside


def train_for_a_moment(page, app_url):
    page.goto(f"{app_url}/train")
    page.get_by_role("button", name="训练", exact=True).click()
    page.wait_for_url(re.compile(r"[?&]run="))
    page.wait_for_selector(".maps canvas")
    stop = page.get_by_test_id("stMainBlockContainer").get_by_role("button", name="停止", exact=True)
    stop.click()
    stop.wait_for(state="detached")


def choose_row(page, row):
    """Choose a row at its left edge; the table is drawn on a canvas."""
    page.wait_for_function(STILL)  # a table that is being drawn anew does not take a click
    box = page.get_by_test_id("stDataFrame").first.bounding_box()
    page.mouse.click(box["x"] + BOX_PX, box["y"] + HEADER_PX + ROW_PX * row + ROW_PX // 2)


def test_a_walk_through_the_runs_page(visitor, app_url):
    for _ in range(2):
        train_for_a_moment(visitor, app_url)
    visitor.goto(f"{app_url}/runs")
    visitor.wait_for_selector("[data-testid=stDataFrame] canvas")

    choose_row(visitor, 0)
    visitor.get_by_label("名称", exact=True).fill(NAME)
    visitor.get_by_role("button", name="保存名称和备注").click()
    visitor.wait_for_function(SHOWN_AS_TYPED, arg=NAME)

    choose_row(visitor, 1)
    visitor.get_by_role("button", name="对比", exact=True).click()
    visitor.wait_for_function("location.search.includes('compare=')")
    visitor.wait_for_selector(".maps canvas")
    visitor.get_by_text("项设置相同").wait_for()
    visitor.get_by_role("button", name="关闭", exact=True).click()
    visitor.wait_for_function("!location.search.includes('compare=')")

    choose_row(visitor, 1)
    visitor.get_by_text("分叉：从这里换一些设置接着训练").click()
    fork = visitor.get_by_role("button", name="分叉并训练")
    wait_until_in_place(fork)
    fork.click()
    visitor.get_by_text("分叉已经开始训练。").wait_for()

    visitor.get_by_role("button", name="删除", exact=True).click()
    undo = visitor.get_by_role("button", name="撤销", exact=True)
    undo.click()
    undo.wait_for(state="detached")
