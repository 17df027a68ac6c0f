"""A given text scored: the loss of each character as colour, their mean, and the perplexity."""

from __future__ import annotations

import math

import streamlit as st

from gptviz.analysis.key_value_cache import sees_only_past
from gptviz.analysis.scoring import Score, score
from gptviz.corpus import Corpus
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.numbers import count, decimals, passing_loss
from gptviz.parameters import count_parameters
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.components.colored_text import colored_text
from gptviz.ui.generate_controls import MOST_CHARACTERS, text_box
from gptviz.ui.generate_panel import text_words
from gptviz.ui.messages import show_error
from gptviz.ui.part import part

SCORED = "scored"  # URL parameter
EXCERPT = 120  # characters of the test part
# Where each character needs a pass of its own: parameters x characters, about a second on one core.
MOST_WORK = 1e10


@part()
def draw_score(run: Run, step: int, corpus: Corpus) -> None:
    """Let the learner give a text and see how well the model foresees it; only this part is drawn again."""
    st.subheader(t("generate-score"), anchor=False)
    st.markdown(t("generate-score-lead"))
    text = text_box(SCORED, corpus, corpus.vocabulary.decode(corpus.test[:EXCERPT]))
    try:
        corpus.vocabulary.encode(text)
    except LearnerError as error:
        show_error(error)
        return
    if len(text) < 2:
        st.info(t("generate-score-short"))
        return
    most = _most_characters(run)
    if len(text) > most:
        st.caption(t("generate-score-cropped", given=len(text), most=most))
        text = text[:most]
    scored = _scored(run.id, step, text, corpus)
    if not math.isfinite(scored.mean_nats):
        st.error(t("generate-stuck", step=step))
        return
    _draw(run, corpus, text, scored)


def _draw(run: Run, corpus: Corpus, text: str, scored: Score) -> None:
    hint = t("generate-score-hint")
    colored_text(text, [None, *scored.losses_nats], text_words(t("generate-score"), hint), key="generate-scored")
    chance = math.log(len(corpus.vocabulary))
    with st.container(horizontal=True):
        for name, value in (
            ("mean", passing_loss(scored.mean_nats)),
            ("perplexity", decimals(scored.perplexity, 2)),
            ("chance", passing_loss(chance)),
            ("count", count(len(scored.losses_nats))),
        ):
            st.metric(t(f"generate-{name}"), value, help=t(f"generate-{name}.help"), width=170)
    if not sees_only_past(run.model):
        st.caption(t("generate-score-sees-future"))
    elif len(text) - 1 > run.model.context_size:
        half = run.model.context_size // 2
        st.caption(t("generate-score-windows", half=half, context=run.model.context_size))


def _most_characters(run: Run) -> int:
    if sees_only_past(run.model):
        return MOST_CHARACTERS
    work = count_parameters(run.model) * run.model.context_size
    return max(2, min(MOST_CHARACTERS, int(MOST_WORK / work)))


@st.cache_data(max_entries=64, show_spinner=False)
def _scored(run_id: str, step: int, text: str, _corpus: Corpus) -> Score:
    run, snapshot = get_manager().store.run(run_id), get_manager().store.snapshot(run_id, step)
    return score(snapshot.parameters, run.model, _corpus.vocabulary.encode(text))
