"""Finished or paused curves beside each other: the learner's runs, laid over one another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from gptviz.figures.loss_curves import LossCurve, loss_curves
from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.alternatives import told_losses
from gptviz.ui.live_moment import last_test_loss
from gptviz.ui.picture import picture
from gptviz.ui.shown_run import my_runs
from gptviz.ui.train_panel import LOG_STEPS
from gptviz.ui.words import distinct_titles, loss_curves_words

MOST = 6


def compare_curves(run: Run) -> None:
    """Let the learner lay other runs over this one; nothing is drawn before there is another run."""
    others = [other for other in my_runs() if other.id != run.id]
    if not others:
        return
    st.subheader(t("compare-title"), anchor=False)
    names = dict(zip((other.id for other in others), distinct_titles(others), strict=True))
    chosen = st.multiselect(
        t("compare-with"),
        list(names),
        format_func=lambda run_id: names[run_id],
        key="compare",
        max_selections=MOST - 1,
        placeholder=t("compare-with.placeholder"),
        select_all=False,
        persist_state="session",
    )
    if chosen:
        shown = [run, *(other for other in others if other.id in chosen)]
        draw_curves(shown, "compare", log_steps=st.session_state.get(LOG_STEPS, False))
        link = {"compare": ",".join(one.id for one in shown)}
        st.page_link("pages/runs.py", label=t("compare-all"), icon=":material/compare_arrows:", query_params=link)


def draw_curves(runs: Sequence[Run], key: str, *, log_steps: bool = False) -> None:
    """Draw the losses of runs over each other, and a table of what came of them.

    Args:
        runs: Up to six.
        key: Begins the keys of both.
        log_steps: True: the axis of steps is logarithmic.
    """
    titles = distinct_titles(runs)
    curves = [_curve(run, title) for run, title in zip(runs, titles, strict=True)]
    figure = loss_curves(curves, loss_curves_words(), log_steps=log_steps)
    alt = told_losses((curve.name, curve.test_steps, curve.test_loss_nats) for curve in curves)
    picture(figure, f"{key}-curves", alt, partial(_table, curves), name=t("compare-title"))
    st.dataframe(
        [_row(run, title) for run, title in zip(runs, titles, strict=True)], hide_index=True, key=f"{key}-table"
    )


def _curve(run: Run, title: str) -> LossCurve:
    curves = get_manager().store.curves(run.id)
    return LossCurve(title, curves.step, curves.loss_nats, curves.evaluation_step, curves.test_loss_nats)


def _table(curves: Sequence[LossCurve]) -> pd.DataFrame:
    """The test loss of every run at the steps at which it was evaluated."""
    losses = [pd.Series(curve.test_loss_nats, curve.test_steps, name=curve.name) for curve in curves]
    return pd.concat(losses, axis=1).sort_index().rename_axis(index=t("words-step")).reset_index()


def _row(run: Run, title: str) -> dict[str, object]:
    curves = get_manager().store.curves(run.id)
    test_loss_nats = last_test_loss(run, curves)
    return {
        t("compare-run"): title,
        "HEADS": run.model.heads,
        "EMBEDDING_SIZE": run.model.embedding_size,
        "head_size": run.model.head_size,
        t("words-step"): run.step,
        t("train-test-loss"): round(test_loss_nats, 4) if test_loss_nats is not None else None,
        t("compare-seconds"): round(run.training_s, 1),
    }
