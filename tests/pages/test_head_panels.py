"""The panels of the attention page that say what heads do, through Streamlit's own test runner."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from gptviz.analysis.ablation import KINDS
from gptviz.analysis.heads import METRICS, SHARES
from gptviz.corpus import load_corpus
from gptviz.i18n import LANGUAGES, t, use_language
from gptviz.ui.head_words import WORTHS, metric_name
from gptviz.ui.speech import LANGUAGE

BOTH = pytest.mark.parametrize("language", LANGUAGES)


def panels():
    import streamlit as st

    from gptviz.i18n import use_language
    from gptviz.runs.registry import get_manager
    from gptviz.ui.head_ablation_panel import draw_head_switches
    from gptviz.ui.head_metrics_panel import draw_head_metrics

    use_language(st.query_params["lang"])
    run = get_manager().store.run(st.query_params["run"])
    last = get_manager().store.snapshot_steps(run.id)[-1]
    draw_head_metrics(run, last)
    draw_head_switches(run, last, st.query_params["probe"])


def opened(run, language="en", probe="abc abc"):
    use_language(language)  # AppTest writes labels of options in the test's own thread
    app = AppTest.from_function(panels, default_timeout=30)
    app.session_state[LANGUAGE] = language
    for name, value in {"lang": language, "run": run.id, "probe": probe}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, app.exception
    return app


@BOTH
def test_every_metric_has_a_name_an_explanation_and_its_sentences(language):
    use_language(language)
    names = [metric_name(column) for column in (*METRICS, *WORTHS)]
    assert len(set(names)) == len(names)
    assert all(metric_name(column, "help") for column in (*METRICS, *WORTHS))
    for share in (name.replace("_", "-") for name in SHARES):
        assert "71 %" in t(f"head-says-{share}", share="71 %", untrained="3 %")
        assert "71 %" in t(f"head-became-{share}", step=7, place="Block 1", first="3 %", last="71 %")
    assert len({t(f"head-off-{kind}") for kind in KINDS}) == 2


@BOTH
def test_each_head_has_a_sentence_and_a_row_with_its_untrained_values(trained_run, language):
    app = opened(trained_run(), language)
    places = [t("head-place", block=block, head=head) for block in (1, 2) for head in (1, 2)]
    said = " ".join(markdown.value for markdown in app.markdown)
    table = app.dataframe[0].value
    assert table[t("head-column")].tolist() == [*places, t("head-uniform")]
    assert all(t("head-finding", place=place, finding="") in said for place in places)
    assert table[metric_name("previous")].iloc[:-1].str.fullmatch(r"\d+% \(\d+%\)").all()
    assert table[metric_name("bracket")].iloc[0] == "– (–)"  # the text has no brackets
    assert "±" in table[metric_name("mean_rise_nats")].iloc[0]


def test_heads_are_sorted_by_what_the_learner_chooses(trained_run):
    app = opened(trained_run())
    app.selectbox(key="sort").set_value("first").run()
    assert app.query_params["sort"] == "first"
    shares = app.dataframe[0].value[metric_name("first")].iloc[:-1].str.split("%").str[0].astype(int)
    assert shares.is_monotonic_decreasing


@BOTH
@pytest.mark.parametrize("kind", KINDS)
def test_a_head_switched_off_changes_loss_and_prediction(trained_run, language, kind):
    app = opened(trained_run(epochs=0.5), language)
    whole = app.metric[0]
    assert not whole.delta
    assert t("head-off-none") in [caption.value for caption in app.caption]
    app.radio(key="head-off-kind-left").set_value(kind)
    app.pills(key="head-off-left-2x2").set_value([(0, 0), (1, 1)]).run()
    assert not app.exception, app.exception
    without = app.metric[0]
    change = float(without.value) - float(whole.value)
    assert abs(float(without.delta.replace("−", "-")) - change) < 0.0015
    assert abs(change) > 0.001
    assert t("head-off-none") not in [caption.value for caption in app.caption]


def test_a_text_with_any_characters_can_be_looked_at(trained_run):
    corpus = load_corpus("shakespeare")
    probe = "".join(character for character in "$a$ <b>&:\n" if character in corpus.vocabulary.characters)
    app = opened(trained_run("shakespeare", epochs=0.01), probe=probe)
    assert len(app.get("plotly_chart")) == 3
    assert np.isfinite(float(app.metric[0].value))
