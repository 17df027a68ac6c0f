"""Loss curves of an experiment, and the way from it to each of its runs."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.experiment.design import Cell
from gptviz.experiment.experiment import ExperimentView
from gptviz.experiment.summary import SETTINGS
from gptviz.figures.loss_curves import LossCurve, loss_curves
from gptviz.i18n import t
from gptviz.labels import plain_in_markdown
from gptviz.runs.curves import Curves
from gptviz.runs.registry import get_manager
from gptviz.runs.run import RunError
from gptviz.ui.alternatives import told_losses
from gptviz.ui.picture import picture
from gptviz.ui.run_in_url import link_to
from gptviz.ui.words import loss_curves_words

CurvesByHeads = dict[int, list[Curves]]


def curves_of(view: ExperimentView, like: Cell) -> CurvesByHeads:
    """Return the curves of finished runs by head count, everything else as in a cell; runs that are gone have none."""
    found: CurvesByHeads = {}
    for trial, result in view.results.items():
        alike = all(getattr(trial.cell, name) == getattr(like, name) for name in SETTINGS)
        if alike and result.status == "finished":
            with suppress(RunError):
                curves = get_manager().store.curves(result.run)
                found.setdefault(trial.cell.heads, []).append(curves)
    return dict(sorted(found.items()))


def draw_curves(curves: CurvesByHeads) -> None:
    """Draw one curve of the test loss a head count: the mean over its seeds."""
    if not curves:
        return
    st.subheader(t("heads-curves"), anchor=False)
    nothing = np.zeros(0)
    lines = []
    for heads, many in curves.items():
        # All runs are evaluated at the same steps: these follow from the total number of steps alone.
        losses = np.mean([one.test_loss_nats for one in many], axis=0)
        lines.append(LossCurve(f"HEADS {heads}", nothing, nothing, many[0].evaluation_step, losses))
    log_steps = st.toggle(t("train-log-steps"), key="heads_log_steps", persist_state="session")
    figure = loss_curves(lines, loss_curves_words(), log_steps=log_steps)
    alt = told_losses((line.name, line.test_steps, line.test_loss_nats) for line in lines)
    picture(figure, "heads-curves", alt, lambda: _table(lines), name=t("heads-curves"))
    st.caption(t("heads-curves-look"))


def _table(lines: list[LossCurve]) -> pd.DataFrame:
    losses = {line.name: pd.Series(line.test_loss_nats, index=line.test_steps) for line in lines}
    return pd.DataFrame(losses).rename_axis(index=t("words-step")).reset_index()


def offer_runs(view: ExperimentView) -> None:
    """Let the learner open one of the experiment's runs on the train page."""
    known = {result.run: trial for trial, result in view.results.items() if result.run}
    runs = known | {run.id: trial for trial, run in view.runs.items()}
    if not runs:
        return
    ordered = sorted(
        runs, key=lambda run_id: (runs[run_id].cell.embedding_size, runs[run_id].cell.heads, runs[run_id].seed)
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(t("heads-open"), ordered, format_func=_run_name, key="heads-open-run", width=420)
        st.page_link(
            "pages/train.py",
            label=t("heads-open-go"),
            icon=":material/show_chart:",
            query_params={**link_to("heads"), "run": chosen},
        )


def _run_name(run_id: str) -> str:
    with suppress(RunError):
        return get_manager().store.run(run_id).name
    return plain_in_markdown(run_id)
