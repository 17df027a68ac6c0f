"""The time machine in a real browser: linked pictures, keyboard, touch, and a film that needs no server."""

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import serve_page

pytestmark = pytest.mark.browser

# Head 0 looks at the character before, head 1 at the first one; in the film both begin with all alike.
SCRIPT = '''
import time
from dataclasses import asdict
import numpy as np
import streamlit as st
from gptviz.config import ModelConfig
from gptviz.i18n import use_language
from gptviz.labels import token_labels
from gptviz.runs.curves import CurveRecorder, CurveRows
from gptviz.training.events import Evaluation, Sample
from gptviz.ui.components.time_machine import *
from gptviz.ui.time_words import attention_film_words

use_language(st.query_params.get("lang", "en"))
TEXT = """a<b>"'&lt;$$ש🙂\\u0301的\\n<img src=x onerror=alert(1)>"""
if "long" in st.query_params:
    TEXT = "To be, or not to be: " * 12 + "that"
T, H, F = len(TEXT), 8 if "long" in st.query_params else 2, 5
alike = np.tri(T) / np.tri(T).sum(axis=1, keepdims=True)
before = np.eye(T, k=-1); before[0, 0] = 1
first = np.zeros((T, T)); first[:, 0] = 1
ends = np.stack([before, first] * (H // 2))
shares = np.linspace(0, 1, F)[:, None, None, None, None]
weights = (1 - shares) * alike + shares * np.stack([ends, ends[::-1]])
steps = (0, 10, 100, 1000, 2000)
recorder = CurveRecorder()
recorder.append(CurveRows.of([Evaluation(step, 4 - at / 2, 4.1 - at / 2, 8) for at, step in enumerate(steps)]))
samples = [Sample(0, "", "noise <b>"), Sample(1000, "", "words $x$")]
model = ModelConfig(9, context_size=256, embedding_size=16, heads=H, blocks=2)
story = Story(steps, recorder.since(-1), samples)
words = asdict(attention_film_words(model))
film = Film("f", steps, (2, H, T), True, "weight",
            packed_film(weights, story, token_labels(TEXT), film="f", words=words))
def on_place(place):
    st.session_state["told"] = str(place)
time_machine(film, key="m", on_place=on_place)
st.text(f"told {st.session_state.get('told')}")
if st.button("ask for block 1, step 10"):
    st.session_state["asked"] = Place(1, 0, 10)
if "late" not in st.query_params or st.checkbox("late place"):
    send_place(film, st.session_state.get("asked", Place(0, 0, None)), key="m")
send_exact(film, weights[-1, 0], 2000, 0, key="m")
if st.checkbox("measured"):
    values = np.broadcast_to(np.arange(F)[:, None, None, None] / 4, (F, 2, H, 2))
    bars = BarLetter(steps, values, ["<i>one", "two"], ["", ""], np.ones(2), np.array([0.5, np.nan]), [True, True],
                     1, "hint")
    send_bars(film, bars, [Moment(100, 1, 1, "head 2 became <b>bold</b> at step 100")], key="m")
if st.checkbox("trained on"):
    send_tail(film, weights[-1:], Story((3000,), story.curves, samples), key="m")
'''


@pytest.fixture(scope="module")
def page_url(tmp_path_factory):
    with serve_page(tmp_path_factory.mktemp("machine"), SCRIPT) as url:
        yield url


@pytest.fixture
def opened(profiles, page_url):
    errors = []
    with profiles.lending() as open_profile:

        def open_page(query="", **options):
            page = open_profile(**{"viewport": {"width": 1200, "height": 1000}, "reduced_motion": "reduce", **options})
            page.sent = []
            page.received = []
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("websocket", lambda socket: watch(page, socket))
            page.goto(f"{page_url}/?{query}")
            page.get_by_text("told None").wait_for()
            page.locator(".character").first.wait_for()
            return page

        yield open_page
    assert errors == []


def watch(page, connection):
    # Playwright takes no methods of built-in lists.
    connection.on("framesent", lambda frame: page.sent.append(frame))
    connection.on("framereceived", lambda frame: page.received.append(frame))


def says(page, text):
    """Wait for what is said about the character that is pointed at: drawn with the browser's next frame."""
    page.locator(".sentence", has_text=text).wait_for()


def hover(page, at):
    page.locator(".character").nth(at).hover()
    page.wait_for_timeout(60)


def quiet(page):
    """Wait until the page has no more to say to the server, and forget what was said."""
    page.wait_for_timeout(800)
    page.sent.clear()
    page.received.clear()


def pixel(page, canvas, x, y):
    """The colour under a place on the page."""
    script = """(canvas, [x, y]) => {
        const box = canvas.getBoundingClientRect();
        const at = [(x - box.left) * canvas.width / box.width, (y - box.top) * canvas.height / box.height];
        return Array.from(canvas.getContext("2d").getImageData(Math.round(at[0]), Math.round(at[1]), 1, 1).data);
    }"""
    return page.locator(canvas).evaluate(script, [x, y])


def under_character(page, at):
    box = page.locator(".character").nth(at).bounding_box()
    return pixel(page, ".stage canvas", box["x"] + 3, box["y"] + 3)


def test_a_character_shows_whom_it_looks_at_in_the_colour_of_the_head(opened):
    page = opened()
    hover(page, 5)
    says(page, "Head 1: “'” at place 5 looks at “\"” at place 4 (100%).")
    red, _, blue, alpha = under_character(page, 4)
    assert alpha > 100
    assert blue > red  # the first head is blue
    assert under_character(page, 2)[3] == 0
    expect(page.locator(".character").nth(6)).to_have_class(re.compile("unseen"))
    assert under_character(page, 6)[3] > 0  # hatched, not empty


def test_the_other_direction_and_lines(opened):
    page = opened()
    page.get_by_role("button", name="Who looks at me?").click()
    hover(page, 3)
    says(page, 'is looked at by “"” at place 4 (100%)')
    expect(page.locator(".character").nth(1)).to_have_class(re.compile("unseen"))
    page.get_by_role("button", name="Lines").click()
    page.wait_for_timeout(60)
    assert under_character(page, 4)[3] == 0  # no band: a line is above


def test_text_and_map_light_each_other_and_share_the_pin(opened):
    page = opened()
    quiet(page)
    hover(page, 5)
    page.locator(".character").nth(5).click()
    expect(page.locator(".character").nth(5)).to_have_attribute("aria-pressed", "true")
    hover(page, 9)
    says(page, "place 5 looks")  # pinned
    page.keyboard.press("Escape")
    hover(page, 9)
    says(page, "place 9 looks")
    length = page.locator(".character").count()
    page.locator("canvas.map").scroll_into_view_if_needed()
    box = page.locator("canvas.map").bounding_box()
    cell = (box["height"] - 30) / length
    page.mouse.move(box["x"] + 30 + 6.5 * cell, box["y"] + 30 + 7.5 * cell)
    page.wait_for_timeout(60)
    says(page, "place 7 looks")
    expect(page.locator(".large .readout")).to_contain_text("weight 1.0000")
    assert page.sent == []


def test_the_keyboard_moves_pins_and_frees_and_a_live_region_says_so(opened):
    page = opened()
    page.locator(".character").last.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    says(page, "place 2 looks at “<” at place 1 (100%)")
    page.keyboard.press("Enter")
    live = page.locator("[aria-live=polite]")
    says(page, "place 2")
    told = page.locator(".sentence").inner_text()
    expect(live).to_have_text(f"{told} Pinned.")
    page.keyboard.press("Escape")
    expect(live).to_have_text(told)
    page.keyboard.press("ArrowDown")
    assert page.locator(".character").nth(2).bounding_box()["y"] < page.locator(".character.active").bounding_box()["y"]


def test_moving_in_time_moves_all_and_says_nothing_to_the_server_until_the_reader_rests(opened):
    page = opened()
    expect(page.locator(".sample")).to_have_text("words $x$")
    quiet(page)
    page.locator(".time").evaluate("""(slider) => {
        for (let frame = 0; frame < 5; frame++) {
            slider.value = frame;
            slider.dispatchEvent(new Event("input"));
        }
        slider.value = 1;
        slider.dispatchEvent(new Event("input"));
    }""")
    page.wait_for_timeout(600)
    expect(page.locator(".step")).to_have_text("Step 10")
    expect(page.locator(".sample")).to_have_text("noise <b>")
    expect(page.locator(".loss.test")).to_have_text("test loss 3.600 nats")
    expect(page.locator(".large h2")).to_contain_text("at step 10")
    assert page.sent == []
    page.locator(".time").dispatch_event("change")
    page.get_by_text("told Place(block=0, head=0, step=10)").wait_for()
    # The film stays where it is: only letters and a line of text came back.
    assert sum(len(frame) for frame in page.received) < 60_000


def test_keys_of_the_time_line_and_play(opened):
    page = opened()
    page.locator(".time").focus()
    page.keyboard.press("Home")
    expect(page.locator(".step")).to_have_text("Step 0")
    page.keyboard.press("ArrowRight")
    page.get_by_text("told Place(block=0, head=0, step=10)").wait_for()
    page.keyboard.press("End")
    page.get_by_text("told Place(block=0, head=0, step=None)").wait_for()
    page.keyboard.press(" ")
    expect(page.locator(".play")).to_have_text("▮▮ Pause")
    page.get_by_text("Step 100", exact=True).wait_for()
    page.keyboard.press(" ")
    expect(page.locator(".play")).to_have_text("▶ Play")


def test_a_first_wish_that_comes_late_does_not_move_a_reader_who_has_moved(opened):
    page = opened("late=1")
    page.locator(".time").press("Home")
    page.get_by_text("told Place(block=0, head=0, step=0)").wait_for()
    page.get_by_text("late place").click()
    page.wait_for_function("() => globalThis.gptvizLetters.has('m place')")
    quiet(page)
    expect(page.locator(".step")).to_have_text("Step 0")
    page.get_by_role("button", name="ask for block 1, step 10").click()
    expect(page.locator(".step")).to_have_text("Step 10")


def test_the_server_may_ask_for_a_place(opened):
    page = opened()
    page.get_by_role("button", name="ask for block 1, step 10").click()
    page.get_by_text("Step 10", exact=True).wait_for()
    expect(page.locator('.tile[aria-pressed="true"]')).to_have_attribute("aria-label", "Block 2, Head 1")


def test_marks_and_bars_arrive_late_as_plain_text_and_the_film_is_not_sent_again(opened):
    page = opened()
    assert page.locator(".mark").count() == 0
    quiet(page)
    page.get_by_text("measured", exact=True).click()
    mark = page.get_by_role("button", name="head 2 became <b>bold</b> at step 100")
    mark.focus()
    expect(page.locator(".told")).to_have_text("head 2 became <b>bold</b> at step 100")
    expect(page.locator(".bars dt").first).to_have_text("<i>one")
    mark.click()
    expect(page.locator(".step")).to_have_text("Step 100")
    page.get_by_text("told Place(block=1, head=1, step=100)").wait_for()
    expect(page.locator(".number").first).to_have_text("50%")


def test_new_frames_take_along_who_stands_on_the_last_one_and_nobody_else(opened):
    page = opened()
    page.get_by_text("trained on").click()
    page.get_by_text("Step 3,000", exact=True).wait_for()
    page.locator(".time").focus()
    page.keyboard.press("Home")
    page.get_by_text("told Place(block=0, head=0, step=0)").wait_for()
    expect(page.locator(".step")).to_have_text("Step 0")


def test_nothing_that_a_user_types_becomes_html(opened):
    page = opened()
    assert page.locator(".machine img, .machine b").count() == 0
    expect(page.locator(".text bdi").nth(1)).to_have_text("<")


def test_256_characters_and_8_heads_by_touch_on_a_phone(opened):
    page = opened("long=1", viewport={"width": 390, "height": 844}, has_touch=True)
    assert page.locator(".character").count() == 256
    page.get_by_role("button", name="All heads").first.click()
    page.locator(".character").nth(100).tap()
    page.wait_for_timeout(100)
    says(page, "place 100 looks at")
    room = page.locator(".machine").bounding_box()
    for part in (".text", "canvas.map", ".overview", ".track"):
        box = page.locator(part).bounding_box()
        assert box["x"] + box["width"] <= room["x"] + room["width"] + 1


def test_in_chinese(opened):
    page = opened("lang=zh")
    hover(page, 5)
    says(page, "头 1：位置 5 的“'”看向：位置 4")
