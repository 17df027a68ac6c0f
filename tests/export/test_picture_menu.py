"""The menu of a picture in a real browser: what it saves is what the page shows."""

import csv
import io
import time
import xml.etree.ElementTree as ET

import pytest

from tests.conftest import serve_page

pytestmark = pytest.mark.browser

SCRIPT = """
import numpy as np
import pandas as pd
import streamlit as st
from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.loss_curves import LossCurve, LossCurvesWords, loss_curves
from gptviz.ui.components.attention_maps import AttentionMapsWords, attention_maps
from gptviz.ui.picture import picture, with_menu

st.session_state.setdefault("lang", "en")
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
st.text(f"page runs {st.session_state['runs']}")
steps = np.arange(1, 50)
curve = LossCurve("a <b>run</b> & more", steps, 4 / steps, steps[::7], 3 / steps[::7])
notes = AxisNotes("not from 0", "not from 0", "not from 0", "logarithmic")
words = LossCurvesWords("Step", "Loss (nats)", "training", "test", notes)

def table():
    st.session_state["tables"] = st.session_state.get("tables", 0) + 1
    return pd.DataFrame({"name": ["=1+1"], "loss": [4.0]})

picture(loss_curves([curve], words), "curve", "The loss falls.", table, name="Loss / my: run")
st.text(f"tables {st.session_state.get('tables', 0)}")

@st.fragment(run_every=0.5)
def live():
    maps_words = AttentionMapsWords("all", ["block 1"], ["head <1>", "head 2"], *["w"] * 9)
    with with_menu("maps", "Maps.", name="maps"):
        attention_maps(np.tri(8) * np.full((1, 1, 2, 1, 1), 0.7), list("abcdefgh"), maps_words, key="maps")
live()
"""


@pytest.fixture(scope="module")
def page_url(tmp_path_factory):
    with serve_page(tmp_path_factory.mktemp("pictures"), SCRIPT) as url:
        yield url


@pytest.fixture
def page(profiles, page_url):
    errors = []
    with profiles.lending() as open_page:
        page = open_page(viewport={"width": 1000, "height": 1200})
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(page_url)
        page.locator(".js-plotly-plot .main-svg").first.wait_for()
        page.locator(".tile canvas").first.wait_for()
        yield page
    assert errors == []


def saved(page, button):
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    return download.value.suggested_filename, open(download.value.path(), "rb").read()


def open_menu(page, number):
    button = page.get_by_role("button", name="Save", exact=True).nth(number)
    button.focus()
    button.press("Enter")
    page.get_by_role("button", name="As SVG").wait_for()


def png_size(page, data):
    """Decode it in the browser: its size, and how many different colours it has."""
    script = """async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d");
        context.drawImage(bitmap, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
        return [bitmap.width, bitmap.height, new Set(pixels).size];
    }"""
    return page.evaluate(script, list(data))


def test_a_figure_is_saved_as_it_is_shown(page):
    box = page.locator(".js-plotly-plot .main-svg").first.bounding_box()
    height_before = page.locator(".st-key-picture-curve").bounding_box()["height"]
    assert page.get_by_text("tables 0").is_visible()
    open_menu(page, 0)
    assert page.get_by_text("page runs 1").is_visible()  # to open the menu runs the menu alone
    assert page.locator(".st-key-picture-curve").bounding_box()["height"] == height_before
    name, data = saved(page, "As SVG")
    assert name == "Loss-my-run.svg"
    root = ET.fromstring(data)
    texts = [text for node in root.iter("{http://www.w3.org/2000/svg}text") if (text := "".join(node.itertext()))]
    assert {"Step", "Loss (nats)", "training", "test"} <= set(texts)
    assert root.find("{http://www.w3.org/2000/svg}title").text == "The loss falls."
    lines = [node for node in root.iter() if "js-line" in node.get("class", "")]
    assert len(lines) == 3
    assert b'<g class="hoverlayer"/>' in data  # what the pointer brings up is no part of the picture
    assert b"font-face" in data  # it looks the same elsewhere
    assert int(root.get("width")) == round(box["width"])
    name, data = saved(page, "As PNG")
    width, height, colors = png_size(page, data)
    assert name == "Loss-my-run.png"
    assert (width, height) == (2 * round(box["width"]), 2 * round(box["height"]))
    assert colors > 20


def test_the_numbers_come_as_a_harmless_table(page):
    open_menu(page, 0)
    name, data = saved(page, "As CSV")
    assert name == "Loss-my-run.csv"
    assert list(csv.reader(io.StringIO(data.decode("utf-8-sig")))) == [["name", "loss"], ["'=1+1", "4.0"]]


def test_maps_on_canvases_in_a_live_fragment_are_saved_with_their_names(page):
    open_menu(page, 1)
    time.sleep(1.5)  # the fragment around it is drawn anew meanwhile: the menu stays open
    name, data = saved(page, "As SVG")
    root = ET.fromstring(data)
    assert name == "maps.svg"
    assert len(list(root.iter("{http://www.w3.org/2000/svg}image"))) == 2
    assert "head <1>" in ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    name, data = saved(page, "As PNG")
    assert png_size(page, data)[2] > 2


def test_an_open_menu_closes_by_keyboard(page):
    open_menu(page, 0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="As SVG").wait_for(state="detached")
