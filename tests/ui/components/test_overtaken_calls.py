"""Streamlit cleans up after calls that newer data has overtaken; what stands on the page must outlive that."""

from dataclasses import asdict

import numpy as np
import pytest

from gptviz.config import ModelConfig
from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.live_curves import LiveCurvesWords, live_curves
from gptviz.runs.curves import CurveRecorder
from gptviz.ui.components.attention_maps.component import SCRIPT as MAPS_CODE
from gptviz.ui.components.attention_maps.payload import packed
from gptviz.ui.components.colored_text.component import SCRIPT as TEXT_CODE
from gptviz.ui.components.live.component import CURVE_SCRIPT, NUMBERS_SCRIPT, SAMPLE_SCRIPT
from gptviz.ui.components.time_machine import Story, packed_film
from gptviz.ui.components.time_machine.component import script as time_machine_script
from gptviz.ui.time_words import attention_film_words

WORDS = dict.fromkeys(["title", "query", "key", "weight", "future", "hint", "slider", "step", "play", "pause"], "word")
HEADER = {
    "labels": ["a", "b"],
    "steps": ["0", "1"],
    "selected": None,
    "frame": None,
    "reportsFrame": False,
    "words": WORDS | {"blocks": ["block 0"], "heads": ["head 0", "head 1"]},
}
GRID = list(packed(np.ones((2, 1, 2, 2, 2)), causal=True, header=HEADER))
TEXT = {
    "labels": ["a", "b"],
    "breaks": [],
    "losses": [None, 1.0],
    "fullColor": 6,
    "color": "#d56a10",
    "first": 2,
    "selected": None,
    "seen": [0, 2],
    "byHand": [0, 0],
    "words": dict.fromkeys(["title", "loss", "nats", "probability", "foreseen", "surprising", "given", "hint"], "word"),
}
MOUNT = """async ([code, data]) => {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const component = (await import(url)).default;
    const host = document.createElement("div");
    document.body.replaceChildren(host);
    const parentElement = host.attachShadow({ mode: "open" });
    const call = () => component({
        parentElement, data: Array.isArray(data) ? Uint8Array.from(data) : data,
        setTriggerValue: () => {}, setStateValue: () => {},
    });
    window.mounted = { host, call, roots: () => [...parentElement.children] };
}"""


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    yield page
    page.close()


FILM = list(
    packed_film(
        np.ones((2, 1, 2, 2, 2)),
        Story((0, 1), CurveRecorder().since(-1), []),
        ["a", "b"],
        film="f",
        words=asdict(attention_film_words(ModelConfig(2, heads=2, blocks=1))),
    )
)


SAMPLE = {"run": "a", "at": 1, "sample": {"caption": "c", "text": "t"}}
NUMBERS = {"run": "a", "at": 1, "feed": None, "numbers": {"metrics": [], "help": "", "done": 0, "told": ""}}
CURVE = {
    "run": "a",
    "at": 1,
    "told": "",
    "logSteps": False,
    "curve": live_curves(
        np.ones(1),
        np.ones(1),
        LiveCurvesWords(*["word"] * 5, AxisNotes(*["note"] * 4)),
        total_steps=2,
        test_steps=np.ones(1),
        test_losses_nats=np.ones(1),
    ),
}
COMPONENTS = {
    "maps": (MAPS_CODE, GRID),
    "text": (TEXT_CODE, TEXT),
    "machine": (time_machine_script(), FILM),
    "sample": (SAMPLE_SCRIPT, SAMPLE),
    "numbers": (NUMBERS_SCRIPT, NUMBERS),
    "curve": (CURVE_SCRIPT, CURVE),
}


@pytest.fixture(params=COMPONENTS.values(), ids=COMPONENTS)
def component(page, request):
    page.evaluate(MOUNT, list(request.param))
    return page


@pytest.mark.browser
@pytest.mark.parametrize(
    "calls",
    ["call()(); call();", "const old = call(); call(); old();", "call(); call()(); const old = call(); call(); old();"],
)
def test_one_picture_whatever_the_order_of_calls_and_cleanups(component, calls):
    count = component.evaluate(f"() => {{ const {{ call, roots }} = mounted; {calls} return roots().length; }}")
    assert count == 1


@pytest.mark.browser
def test_the_picture_outlives_an_overtaken_call(component):
    script = """() => {
        const { call, roots } = mounted;
        call();
        const [root] = roots();
        call()();
        return root === roots()[0];
    }"""
    assert component.evaluate(script)


@pytest.mark.browser
def test_a_picture_that_has_left_the_page_is_made_anew(component):
    script = """() => {
        const { host, call, roots } = mounted;
        const end = call();
        const [old] = roots();
        host.remove();
        end();
        const left = roots().length;
        document.body.append(host);
        call();
        return [left, roots().length, roots()[0] === old];
    }"""
    assert component.evaluate(script) == [0, 1, False]


@pytest.mark.browser
def test_a_film_goes_on_playing_when_newer_data_overtakes(page):
    page.evaluate(MOUNT, [MAPS_CODE, GRID])
    script = """() => {
        const { call, roots } = mounted;
        call();
        const play = roots()[0].querySelector(".play");
        const before = play.textContent;
        play.click();
        call()();
        return [before, play.textContent];
    }"""
    assert page.evaluate(script) == ["▶ word", "▮▮ word"]
