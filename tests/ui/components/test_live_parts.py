"""The live parts of the train page in a browser: what they draw, read out, and refuse to draw."""

import re

import numpy as np
import pytest

from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.live_curves import LiveCurvesWords, live_curves
from gptviz.ui.components.live.component import CSS, CURVE_SCRIPT, NUMBERS_SCRIPT, SAMPLE_SCRIPT

pytestmark = pytest.mark.browser

NOTES = AxisNotes("axis not from 0", "", "", "logarithmic")
WORDS = LiveCurvesWords("Step", "Loss (nats)", "training", "test", "Learning rate", NOTES)
STEPS = 100
ORIGIN = "http://live.test"  # answered by the tests themselves
MOUNT = """async ([code, css]) => {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const component = (await import(url)).default;
    const host = document.createElement("div");
    document.body.replaceChildren(host);
    const parentElement = host.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = css;
    parentElement.append(style);
    window.told = [];
    window.call = (data) => component({ parentElement, data, setTriggerValue: (...told) => window.told.push(told) });
    window.feed = (detail) => document.dispatchEvent(new CustomEvent("gptviz-live", { detail }));
}"""


def chart(steps=STEPS, level=2.0, **options):
    at = np.arange(1, steps + 1)
    tested = np.arange(0, steps + 1, 20)
    curve = live_curves(
        at,
        level + 2 / np.sqrt(at),
        WORDS,
        total_steps=1_000,
        test_steps=tested,
        test_losses_nats=level + 0.1 + 2 / np.sqrt(tested + 1),
        learning_rates=1e-3 * at / steps,
    )
    return {"run": "a", "at": steps, "curve": curve, "told": "What it shows.", "logSteps": False, **options}


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page(viewport={"width": 700, "height": 600})
    page.route(f"{ORIGIN}/", lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
    yield page
    page.close()


@pytest.fixture
def mounted(page):
    errors = []

    def note(error):
        errors.append(str(error))

    page.on("pageerror", note)

    def mount(code):
        page.goto(f"{ORIGIN}/")
        page.evaluate(MOUNT, [code, CSS])
        return page

    yield mount
    page.remove_listener("pageerror", note)
    assert errors == []


@pytest.fixture
def curve(mounted):
    page = mounted(CURVE_SCRIPT)
    page.evaluate("call", chart())
    # Two frames later its size is known.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page


def texts(page):
    return page.locator(".picture text").all_text_contents()


def test_a_curve_has_units_names_at_its_ends_and_says_that_its_axis_does_not_begin_at_zero(curve):
    assert {"Step", "training", "test", "Learning rate"} <= set(texts(curve))
    (title,) = [text for text in texts(curve) if text.startswith("Loss")]
    assert title == "Loss (nats; axis not from 0)"
    assert curve.locator(".picture").get_attribute("aria-label") == "What it shows."


def test_an_axis_that_begins_at_zero_says_nothing_of_it(curve):
    curve.evaluate("call", chart(level=0.0, at=101))
    assert "Loss (nats)" in texts(curve)


def test_lines_lie_where_their_numbers_say(curve):
    """The height of the first and of the last point, between the marks of the axis."""
    data = chart()["curve"]["train"]
    heights = curve.evaluate(
        """() => {
            const path = document.body.firstChild.shadowRoot.querySelectorAll("path.line")[0];
            const length = path.getTotalLength();
            return [path.getPointAtLength(0).y, path.getPointAtLength(length).y];
        }"""
    )
    marks = curve.evaluate(
        """() => [...document.body.firstChild.shadowRoot.querySelectorAll("text[text-anchor=end]")]
            .map((text) => [Number(text.textContent), Number(text.getAttribute("y"))])"""
    )
    losses = [mark for mark in marks if mark[0] >= 1]
    (low, bottom), (high, top) = losses[0], losses[-1]
    for value, height in zip((data["y"][0], data["y"][-1]), heights, strict=True):
        assert height == pytest.approx(bottom + (top - bottom) * (value - low) / (high - low), abs=0.2)


def test_names_of_lines_that_end_together_do_not_cover_each_other(curve):
    # In one look: the chart is drawn anew when its size is known.
    boxes = curve.locator(".picture .name").evaluate_all(
        "names => names.map((name) => name.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom }))"
    )
    upper, lower = sorted(boxes[:2], key=lambda box: box["top"])
    assert upper["bottom"] <= lower["top"] + 3


def test_pointing_reads_the_numbers_of_a_step(curve):
    box = curve.locator(".picture").bounding_box()
    # Half way along the axis of steps, which ends at 128.
    curve.mouse.move(box["x"] + 60 + (box["width"] - 136) * 60 / 128, box["y"] + 80)
    told = curve.locator(".tip").inner_text().split("\n")
    train = chart()["curve"]["train"]
    assert told[0] == "Step 60"
    assert told[1] == f"training {train['y'][59]:.4f}"
    assert told[2] == f"test {2.1 + 2 / np.sqrt(61):.4f}"
    assert told[3] == "Learning rate 0.0006"
    curve.mouse.move(5, 590)
    assert curve.locator(".tip").is_hidden()


def test_logarithmic_steps_open_up_the_beginning(curve):
    curve.evaluate("call", chart(logSteps=True))
    assert "Step (logarithmic)" in texts(curve)
    places = dict(
        curve.evaluate(
            """() => [...document.body.firstChild.shadowRoot.querySelectorAll("text[text-anchor=middle]")]
                .map((text) => [text.textContent, Number(text.getAttribute("x"))])"""
        )
    )
    assert places["10"] - places["1"] == pytest.approx(places["100"] - places["10"], abs=0.5)


def test_the_feed_moves_a_curve_and_an_older_page_does_not_take_it_back(curve):
    curve.evaluate("feed", chart(steps=120))
    assert curve.evaluate("call", chart(steps=110)) is None
    last = """() => Math.max(
        ...[...document.body.firstChild.shadowRoot.querySelectorAll("circle")].map((one) => one.cx.baseVal.value)
    )"""
    at_120 = curve.evaluate(last)
    curve.evaluate("feed", chart(steps=80))  # what the server says now is true: it was restarted, perhaps
    assert curve.evaluate(last) < at_120


def test_a_diverged_run_leaves_a_gap_and_an_empty_one_draws_axes(curve):
    broken = chart(at=101)
    broken["curve"]["train"]["y"][50] = broken["curve"]["train"]["raw"][50] = None
    curve.evaluate("call", broken)
    path = curve.locator(".picture path.line").first.get_attribute("d")
    assert path.count("M") == 2
    none = np.zeros(0)
    empty = live_curves(none, none, WORDS, total_steps=10, test_steps=none, test_losses_nats=none)
    curve.evaluate("call", {"run": "b", "at": 0, "curve": empty, "told": "", "logSteps": True})
    assert curve.locator(".picture path").count() == 0
    assert "Step (logarithmic)" in texts(curve)


NUMBERS = {"metrics": [["Loss <b>", "2.1", "What <i>it</i> is."], ["Test", "–", "More."]], "help": "About %name%",
           "done": 0.25, "told": "Training: step 25 of 100"}  # fmt: skip


def test_numbers_are_told_as_plain_text_with_their_explanation_at_hand(mounted):
    page = mounted(NUMBERS_SCRIPT)
    page.evaluate("call", {"run": "a", "at": 25, "numbers": NUMBERS, "feed": None})
    assert page.locator(".label").all_inner_texts() == ["Loss <b>", "Test"]
    assert page.locator("dd").all_inner_texts() == ["2.1", "–"]
    assert page.locator("progress").evaluate("bar => bar.value") == 0.25
    page.get_by_role("button", name="About Loss <b>").focus()
    page.keyboard.press("Enter")
    assert page.locator(".help").first.is_visible()
    assert page.locator(".help").first.inner_text() == "What <i>it</i> is."
    page.keyboard.press("Escape")
    assert page.locator(".help").first.is_hidden()


def test_the_feed_asks_until_its_part_leaves_and_tells_the_page_once_of_another_state(mounted):
    page = mounted(NUMBERS_SCRIPT)
    asked = []

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(status=304, headers={"X-Run-State": "paused", "X-Next-Seconds": "0.1"})

    asks = re.compile(r"/live/a\?")
    page.route(asks, answer)
    feed = {"path": "/live/a", "query": {"text": "é b"}, "state": "running", "everySeconds": 0.05}
    page.evaluate("call", {"run": "a", "at": 25, "numbers": NUMBERS, "feed": feed})
    page.wait_for_function("() => told.length")
    page.wait_for_timeout(400)
    assert page.evaluate("() => told") == [["changed", "paused"]]
    assert len(asked) >= 3
    assert "text=%C3%A9+b" in asked[0]
    page.evaluate("call", {"run": "a", "at": 25, "numbers": NUMBERS, "feed": None})
    page.wait_for_timeout(200)
    before = len(asked)
    page.wait_for_timeout(300)
    assert len(asked) == before
    page.unroute(asks)


def test_what_the_model_writes_enters_as_text(mounted):
    page = mounted(SAMPLE_SCRIPT)
    page.evaluate("call", {"run": "a", "at": 0, "sample": None})
    assert page.locator("figure").is_hidden()
    text = "<img src=x onerror=alert(1)>\n$a$"
    page.evaluate("feed", {"run": "a", "at": 5, "sample": {"caption": "At step 5", "text": text}})
    assert page.locator("pre").inner_text() == text
    assert page.locator("figcaption").inner_text() == "At step 5"
