"""Shapes page: split and merge, step by step, with the arrays of the learner's own run."""

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.probe import choose_probe
from gptviz.ui.shapes_panel import choose_layer, draw_walk, layer_of
from gptviz.ui.shapes_quiz import draw_quiz
from gptviz.ui.shapes_scale import draw_scale
from gptviz.ui.shown_run import run_or_invitation
from gptviz.ui.words import describe_run

open_page("shapes")
run = run_or_invitation()
if run is not None:
    describe_run(run)
    store = get_manager().store
    steps = store.snapshot_steps(run.id)
    if run.model.attention is None:
        st.info(t("shapes-none"))
    elif not steps:
        st.info(t("snapshots-none"))
    else:
        corpus = store.corpus(run.id)
        with st.sidebar:
            probe = choose_probe(corpus, run.model.context_size)
            choice = choose_layer(run, steps)
        layer = layer_of(run, corpus, probe, choice)
        draw_walk(layer, run, probe, choice)
        draw_quiz(layer, draw_scale(layer))
explain_computation(
    "shapes",
    r"\text{head}_h = \mathrm{softmax}\!\left(\mathrm{mask}\!\left(\frac{Q_h K_h^{\top}}{\sqrt{D}}\right)\right) V_h,"
    r" \qquad \text{output} = [\text{head}_1, \ldots, \text{head}_H]\, W_O^{\top} + b_O",
)
