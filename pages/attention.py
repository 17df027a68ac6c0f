"""Attention page: what each head looks at, on any text, at any moment of training."""

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.ui.attention_panel import draw_attention, draw_place
from gptviz.ui.attention_quiz import draw_quiz
from gptviz.ui.beside import draw_beside
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.probe import choose_probe
from gptviz.ui.shown_run import run_or_invitation
from gptviz.ui.words import describe_run

open_page("attention")
run = run_or_invitation()
if run is not None:
    describe_run(run)
    store = get_manager().store
    if run.model.attention is None:
        st.info(t("attention-none"))
    elif not store.snapshot_steps(run.id):
        st.info(t("snapshots-none"))
    else:
        corpus = store.corpus(run.id)
        with st.sidebar:
            probe = choose_probe(corpus, run.model.context_size)
            choices = st.container()
        shown = draw_beside(run, lambda one, place: draw_attention(one, store.corpus(one.id), probe, place))
        draw_place(shown, choices)
        draw_quiz(run)
explain_computation(
    "attention",
    r"A = \mathrm{softmax}\!\left(\mathrm{mask}\!\left(\frac{Q K^{\top}}{\sqrt{D}}\right)\right),"
    r" \qquad \text{output} = A V",
)
