"""The walk in a real browser: keys, pointing, the numbers that it shows, and the link that it leaves."""

import re

import numpy as np
import pytest

from tests.browser.conftest import wait_until_still

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

NUMBER = re.compile(r"−?\d+\.\d+(?:e[−+]?\d+)?")
STEPS = 12


@pytest.fixture
def walk_url(app_url, stopped_run):
    """The address of a walk."""
    return f"{app_url}/shapes?run={stopped_run}&text=to+be+or&step=0"


def open_walk(page, url):
    page.goto(url)
    page.wait_for_selector(".walk .picture canvas")
    page.wait_for_load_state("networkidle")
    wait_until_still(page)


def wait_for_place(page, *parts):
    """Wait until the address names a place; it changes without a navigation."""
    page.wait_for_function("parts => parts.every(part => location.search.includes(part))", arg=list(parts))


def title(page):
    return page.locator(".walk .title").inner_text()


def formula(page):
    return page.locator(".walk .formula").inner_text()


def numbers_in(text):
    return [float(number.replace("−", "-")) for number in NUMBER.findall(text)]


def test_arrow_keys_and_buttons_walk_through_all_steps_and_the_link_keeps_the_place(page, walk_url, open_browser):
    open_walk(page, walk_url)
    assert title(page).startswith("1.")
    assert page.locator(".walk .back").is_disabled()
    seen = [title(page)]
    for _ in range(STEPS - 1):
        page.keyboard.press("ArrowRight")
        seen.append(title(page))
    assert [int(text.split(".")[0]) for text in seen] == list(range(1, STEPS + 1))
    assert page.locator(".walk .next").is_disabled()
    page.locator(".walk .back").click()
    page.keyboard.press("ArrowLeft")
    assert title(page).startswith("10.")
    wait_for_place(page, "walk=transpose-back")

    other = open_browser(locale="zh-CN")
    open_walk(other, page.evaluate("location.href"))
    assert title(other).startswith("10.")


def test_pointing_at_a_score_shows_its_row_its_column_and_products_that_sum_to_it(page, walk_url):
    open_walk(page, f"{walk_url}&walk=scores&query=5&key=2")
    assert formula(page).startswith("scores[0, 0, 5, 2]")
    score = numbers_in(formula(page))[-1]
    terms = page.locator(".walk .terms")
    width = terms.bounding_box()["width"]
    D = 16  # the quick preset has 4 heads of 16 numbers
    products = []
    for d in range(D):
        terms.hover(position={"x": (d + 0.5) * width / D, "y": 20})
        line = page.locator(".walk .term").inner_text()
        assert line.startswith(f"d = {d}")
        q, k, product = numbers_in(line)
        assert product == pytest.approx(q * k, abs=2e-3 * (1 + abs(q) + abs(k)))
        products.append(product)
    assert sum(products) == pytest.approx(score, abs=D * 6e-4)

    # The scale divides by the root of 16.
    page.mouse.move(0, 0)
    page.keyboard.press("ArrowRight")
    assert "√16" in formula(page)
    raw, *_, scaled = numbers_in(formula(page))
    assert raw == pytest.approx(score)
    assert scaled == pytest.approx(score / 4, abs=1e-3)

    # The future has no weight; the others of its row sum to 1.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    weights = []
    for key in range(8):
        terms.hover(position={"x": (key + 0.5) * width / 8, "y": 20})
        weights.append(numbers_in(page.locator(".walk .term").inner_text())[-1])
    assert sum(weights) == pytest.approx(1, abs=5e-3)
    assert np.allclose(weights[6:], 0)


def test_a_click_chooses_a_cell_and_another_head_keeps_the_place(page, walk_url):
    open_walk(page, f"{walk_url}&walk=scores")
    picture = page.locator(".walk .result canvas")
    box = picture.bounding_box()
    picture.click(position={"x": box["width"] - 8, "y": 24})  # the last key, the first query
    wait_for_place(page, "query=0", "key=7")
    assert formula(page).startswith("scores[0, 0, 0, 7]")
    page.keyboard.press("ArrowRight")  # a click leaves the arrow keys to the walk
    assert title(page).startswith("6.")
    picture = page.locator(".walk .picture canvas").last
    picture.focus()
    picture.press("ArrowDown")  # with the keyboard one can reach a picture and move its cell
    assert formula(page).startswith("scores[0, 0, 1, 7]")
    slider = page.get_by_role("slider", name="HEADS")
    slider.focus()
    slider.press("ArrowRight")  # 4 -> 8: for the slider, not for the walk
    page.locator(".walk .formula", has_text="√8").wait_for()
    assert title(page).startswith("6.")
    page.get_by_text("not a model trained with HEADS = 8").wait_for()


def test_walking_sends_no_arrays_again(page, walk_url):
    sizes = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sizes.append(len(frame))))
    open_walk(page, walk_url)
    assert max(sizes) > 50_000
    sizes.clear()
    for step in ("project", "split", "transpose"):
        page.keyboard.press("ArrowRight")
        wait_for_place(page, f"walk={step}")
    page.wait_for_timeout(500)
    assert sizes
    assert max(sizes) < 20_000
