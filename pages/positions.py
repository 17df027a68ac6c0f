"""Positions page: how position vectors find their order, and what order is to the model."""

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.positions_panel import draw_positions
from gptviz.ui.positions_quiz import draw_quiz
from gptviz.ui.shown_run import run_or_invitation
from gptviz.ui.snapshots import chosen_step
from gptviz.ui.word_order_panel import draw_word_order
from gptviz.ui.words import describe_run

open_page("positions")
run = run_or_invitation()
if run is not None:
    describe_run(run)
    store = get_manager().store
    steps = store.snapshot_steps(run.id)
    if not steps:
        st.info(t("snapshots-none"))
    else:
        snapshot = store.snapshot(run.id, chosen_step(steps))
        if run.model.positions:
            draw_positions(run, snapshot)
        else:
            st.info(t("positions-none"))
        draw_word_order(run, store.corpus(run.id), snapshot)
        if run.model.positions:
            draw_quiz(run, snapshot)
explain_computation("positions", r"\cos(p_i, p_j) = \frac{p_i \cdot p_j}{\lVert p_i \rVert\,\lVert p_j \rVert}")
