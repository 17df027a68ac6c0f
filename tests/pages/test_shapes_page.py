"""The shapes page through Streamlit's own test runner: every kind of model, links, other HEADS, the questions."""

import json
import struct

import numpy as np
import pytest

from gptviz.analysis.attention_steps import STEPS
from gptviz.config import AttentionConfig
from gptviz.i18n import t
from gptviz.trace import trace
from gptviz.ui.shapes_quiz import Question

PAGE = "pages/shapes.py"
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


def sent(app):
    """What the walk got: its header and its arrays."""
    payload = app.get("bidi_component")[-1].proto.bytes
    (size,) = struct.unpack_from("<I", payload)
    header = json.loads(payload[4 : 4 + size])
    numbers, arrays, start = np.frombuffer(payload[4 + size :], dtype="<f4"), {}, 0
    for name, rows, columns in header["arrays"]:
        arrays[name] = numbers[start : start + rows * columns].reshape(rows, columns)
        start += rows * columns
    return header, arrays


@BOTH
def test_without_attention_it_says_what_to_do(open_page, trained_run, language):
    app = open_page(PAGE, language, run=trained_run(attention=None).id)
    assert t("shapes-none") in [info.value for info in app.info]


@BOTH
def test_the_page_shows_the_arrays_of_the_run_at_the_moment_block_and_head_of_the_url(
    open_page, trained_run, manager, language
):
    run = trained_run()
    text = "abc"
    app = open_page(
        PAGE, language, run=run.id, block=1, head=1, step=0, text=text, walk="mix", query=2, key=1, number=9
    )
    header, arrays = sent(app)
    corpus = manager.store.corpus(run.id)
    parameters = manager.store.snapshot(run.id, 0).parameters
    block = trace(parameters, run.model, corpus.vocabulary.encode(text)[None]).blocks[1]
    np.testing.assert_array_equal(arrays["x"], block.attention_input[0])
    np.testing.assert_array_equal(arrays["weights"], block.attention.weights[0, 1])
    np.testing.assert_array_equal(arrays["output"], block.attention.output[0])
    assert header["place"] == {"step": "mix", "query": 2, "key": 1, "number": 9}
    assert header["labels"] == list(text)
    assert [step["title"] for step in header["steps"]][4] == t("shapes-step-scores")
    assert len(header["steps"]) == len(STEPS)


@pytest.mark.parametrize(
    "place", [{"walk": "nowhere", "query": 99, "key": -1, "number": "x"}, {"query": "１", "step": "x"}]
)
def test_a_link_to_a_place_that_is_not_there_leads_to_one_that_is(open_page, trained_run, place):
    app = open_page(PAGE, run=trained_run().id, block=7, head=9, cut=5, **place)
    header, arrays = sent(app)
    assert header["place"]["step"] == "input"
    assert header["place"]["query"] == header["T"] - 1
    assert header["place"]["key"] == int(arrays["weights"][-1].argmax())
    assert (header["H"], header["head"]) == (2, 0)


@BOTH
def test_other_heads_cut_the_same_numbers_otherwise_and_say_so(open_page, trained_run, language):
    run = trained_run()
    before = sent(open_page(PAGE, language, run=run.id, block=1))[1]
    app = open_page(PAGE, language, run=run.id, block=1, cut=8, head=7)
    header, after = sent(app)
    assert t("shapes-cut-otherwise", heads=8, trained=2) in [info.value for info in app.info]
    assert (header["H"], header["D"], header["head"]) == (8, 2, 7)
    for name in ("x", "Q", "K", "V", "W_O"):
        np.testing.assert_array_equal(before[name], after[name])
    raw = after["Q"][:, 14:].astype(float) @ after["K"][:, 14:].T
    np.testing.assert_allclose(after["raw"], raw, rtol=1e-4, atol=1e-5)
    app.select_slider(key="cut").set_value(2).run()
    assert t("shapes-cut-otherwise", heads=2, trained=2) not in [info.value for info in app.info]
    assert app.query_params["cut"] == "2"


@pytest.mark.parametrize(
    "switches",
    [
        {"positions": False, "residual": True, "layer_norm": True},
        {"attention": AttentionConfig(projections=False, causal=False, scale="none")},
        {"attention": AttentionConfig(projections=False, scale="embedding_size")},
        {"attention": AttentionConfig(softmax_over="queries")},
        {"heads": 16, "blocks": 1},
        {"heads": 1, "context_size": 4},
        {"context_size": 128},
    ],
)
@BOTH
def test_every_kind_of_model(open_page, trained_run, language, switches):
    run = trained_run(**switches)
    header, arrays = sent(open_page(PAGE, language, run=run.id, answered="yes"))
    assert header["projections"] == run.model.attention.projections
    axis = 1 if run.model.attention.softmax_over == "keys" else 0
    np.testing.assert_allclose(arrays["weights"].sum(axis=axis), 1, rtol=1e-4)


@pytest.mark.parametrize("corpus", ["repeat", "brackets", "addition", "word-order"])
def test_every_corpus(open_page, trained_run, corpus):
    header, _ = sent(open_page(PAGE, run=trained_run(corpus).id))
    assert len(header["labels"]) == header["T"]


@BOTH
def test_a_text_of_one_character_has_one_score_and_no_question_about_the_scale(open_page, trained_run, language):
    app = open_page(PAGE, language, run=trained_run().id, text="a", answered="yes")
    _, arrays = sent(app)
    assert arrays["weights"].tolist() == [[1.0]]
    assert not [pills for pills in app.get("button_group") if t("shapes-quiz-scale") in pills.label]


@BOTH
def test_the_questions_are_answered_by_the_run(open_page, trained_run, language):
    app = open_page(PAGE, language, run=trained_run().id, text="abcabc")
    assert not any("36" in markdown.value for markdown in app.markdown)
    app.button(key="shapes-see").click().run()
    told = "\n".join(markdown.value for markdown in app.markdown)
    assert "(72 → 144)" in told  # 2 and 4 heads of 6 x 6 scores
    assert "(576 → 576)" in told  # 6 x 6 x 16 products for any HEADS
    assert app.query_params["answered"] == "yes"


def test_an_answer_agrees_with_the_numbers_as_they_are_shown():
    assert Question("scale", 0.5004, 0.5001, digits=3).answer == "same"
    assert Question("scale", 0.4, 0.6, digits=3).answer == "more"
    assert Question("scores", 144, 72).answer == "less"
