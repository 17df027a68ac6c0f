"""The Python side of the components without a browser, and both sides in a real one."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gptviz.ui.components.attention_maps import AttentionMapsWords, attention_maps
from gptviz.ui.components.attention_maps.component import _picked
from tests.conftest import serve_page

SCRIPT = '''
import numpy as np
import streamlit as st
from gptviz.labels import token_labels
from gptviz.ui.components.attention_maps import AttentionMapsWords, attention_maps
from gptviz.ui.components.owner_key import owner_key

TEXT = """a<b>"'&lt;$$ש🙂\\u0301的"""
T = len(TEXT)
words = AttentionMapsWords(
    "all <b>heads</b>", ["block 0", "block 1"], ["head 0", "head 1", "head 2"], "query", "key", "weight", "future",
    "hint", "moment", "step %step%", "Play", "Pause",
)
rising = np.tri(T)[None, None, None] * np.linspace(0, 1, 5)[:, None, None, None, None]
weights = rising * np.ones((5, 2, 3, T, T))
def on_frame(frame):
    st.session_state["frame"] = frame
def on_picked(block, head):
    st.session_state["block-and-head"] = (block, head)  # of a widget that stands above the grid
st.selectbox("chosen", [(1, 2), (0, 1), (1, 0)], key="block-and-head")
st.text(f"secret {owner_key(key='owner')}")
picked = attention_maps(
    weights, token_labels(TEXT), words, key="maps", steps=["0", "1", "2", "3", "4"], selected=(1, 2), on_frame=on_frame,
    on_picked=on_picked,
)
st.text(f"picked {picked}")
st.text(f"frame {st.session_state.get('frame')}")
'''


def test_page_runs_without_a_browser():
    app = AppTest.from_string(SCRIPT).run()
    assert not app.exception
    assert [text.value for text in app.text] == ["secret None", "picked None", "frame None"]


@pytest.mark.parametrize("sent", [None, "x", [1], [1, 2, 3], [2, 0], [0, 3], [-1, 0], [0.5, 0], {"block": 0}])
def test_what_is_no_head_of_the_grid_is_not_believed(sent):
    assert _picked(sent, 2, 3) is None


def test_a_head_of_the_grid_is():
    assert _picked([1, 2], 2, 3) == (1, 2)


def test_names_that_do_not_fit_are_refused():
    words = AttentionMapsWords("t", ["b"], ["h"], *["w"] * 9)
    with pytest.raises(ValueError, match=r"\(1, 1, 1, 2, 2\)"):
        attention_maps(np.zeros((1, 2, 1, 2, 2)), ["a", "b"], words, key="k")


@pytest.fixture(scope="module")
def page_url(tmp_path_factory):
    with serve_page(tmp_path_factory.mktemp("components"), SCRIPT) as url:
        yield url


@pytest.fixture
def open_page(profiles, page_url):
    with profiles.lending() as open_profile:

        def opened():
            page = open_profile(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
            page.errors = []
            page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: page.errors.append(str(error)))
            page.goto(page_url)
            page.get_by_text("picked None").wait_for()
            page.locator(".tile").nth(5).wait_for()
            return page

        yield opened


@pytest.fixture
def page(open_page):
    page = open_page()
    yield page
    assert page.errors == []


LENGTH = 16  # characters of the text


def point_at(page, tile, query, key):
    box = page.locator(".tile canvas").nth(tile).bounding_box()
    cell = box["width"] / LENGTH
    page.mouse.move(box["x"] + (key + 0.5) * cell, box["y"] + (query + 0.5) * cell)


def pixel(page, tile, query, key):
    script = """(canvas, [query, key, length]) => {
        const cell = canvas.width / length, at = (index) => Math.floor((index + 0.5) * cell);
        return Array.from(canvas.getContext("2d").getImageData(at(key), at(query), 1, 1).data);
    }"""
    return page.locator(".tile canvas").nth(tile).evaluate(script, [query, key, LENGTH])


@pytest.mark.browser
def test_pointing_tells_characters_and_weight_as_plain_text(page):
    point_at(page, 0, query=14, key=1)
    assert page.locator(".tip").inner_text() == "query 14 ◌\u0301 → key 1 < · weight 1.000"
    point_at(page, 0, query=12, key=5)
    assert page.locator(".tip").inner_text() == "query 12 \u2068ש\u2069 → key 5 ' · weight 1.000"
    assert page.locator(".tip b").count() == 0
    assert page.locator(".maps").get_attribute("aria-label") == "all <b>heads</b>"


@pytest.mark.browser
def test_the_future_is_no_weight(page):
    point_at(page, 1, query=3, key=4)
    assert page.locator(".tip").inner_text().endswith("future")
    page.mouse.move(0, 0)
    lightest, future = pixel(page, 1, 4, 3), pixel(page, 1, 3, 9)
    assert lightest == [255, 248, 188, 255]  # weight 1
    assert len(set(future[:3])) == 1  # grey
    assert future[3] < 255


@pytest.mark.browser
def test_a_click_and_the_keyboard_choose_a_head(page):
    assert page.locator('.tile[aria-pressed="true"]').get_attribute("aria-label") == "block 1, head 2"
    page.locator(".tile").nth(1).click()
    page.get_by_text("picked (0, 1)").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.get_by_text("picked (1, 0)").wait_for()
    assert page.locator('.tile[aria-pressed="true"]').get_attribute("aria-label") == "block 1, head 0"


@pytest.mark.browser
def test_a_click_may_set_a_widget_above_the_grid(page):
    box = page.get_by_label("chosen")
    assert "(1, 2)" in page.get_by_test_id("stSelectbox").inner_text() + (box.get_attribute("value") or "")
    page.locator(".tile").nth(1).click()
    page.get_by_text("picked (0, 1)").wait_for()
    assert "(0, 1)" in page.get_by_test_id("stSelectbox").inner_text() + (box.get_attribute("value") or "")


@pytest.mark.browser
def test_the_film_plays_in_the_browser_and_tells_python_where_it_was_left(page):
    page.locator(".time").focus()
    page.keyboard.press("Home")
    page.get_by_text("frame 0").wait_for()
    assert page.locator(".step").inner_text() == "step 0"
    assert pixel(page, 0, 4, 3) == [20, 19, 62, 255]  # weight 0 in the first frame
    page.locator(".play").click()
    assert page.locator(".play").inner_text() == "▮▮ Pause"
    page.get_by_text("step 2").wait_for()
    page.locator(".play").click()
    page.get_by_text("frame 2").wait_for()


@pytest.mark.browser
def test_a_phone_has_room_for_all_maps(page):
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_timeout(500)
    room = page.locator(".maps").bounding_box()
    for tile in page.locator(".tile").all():
        box = tile.bounding_box()
        assert box["x"] + box["width"] <= room["x"] + room["width"] + 1


@pytest.mark.browser
def test_the_secret_survives_a_reload_and_differs_between_browsers(page, open_page):
    page.get_by_text("secret None").wait_for(state="detached")
    secret = page.get_by_text("secret").inner_text()
    assert len(secret.removeprefix("secret ")) == 32
    page.reload()
    page.get_by_text(secret).wait_for()
    other = open_page()
    other.get_by_text("secret None").wait_for(state="detached")
    assert other.get_by_text("secret").inner_text() != secret
