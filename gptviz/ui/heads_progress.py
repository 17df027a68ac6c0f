"""The live part of the heads page: how far every run is, and the controls."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.experiment.design import Trial
from gptviz.experiment.experiment import Experiment, ExperimentView
from gptviz.experiment.registry import get_experiments
from gptviz.i18n import t
from gptviz.numbers import percent
from gptviz.ui.heads_start import cell_name
from gptviz.ui.messages import explained
from gptviz.ui.owner import owns
from gptviz.ui.part import fresh_part

RUNNING_EVERY_S = 1.0
PAUSED_EVERY_S = 3.0  # its owner may resume it at any time: those who look on should see it
SIGNS = {"finished": "✓", "diverged": "∞", "failed": "✗", "stopped": "■"}


def draw_progress(experiment_id: str) -> None:
    """Draw progress and controls, again and again; when a run has ended, the whole page is drawn anew."""
    before = get_experiments().view(experiment_id)
    every_s = {"running": RUNNING_EVERY_S, "paused": PAUSED_EVERY_S}.get(before.experiment.status)

    def redraw() -> None:
        experiments = get_experiments()
        experiments.renew(experiment_id)
        view = experiments.view(experiment_id)
        _controls(view.experiment)
        _news(view)
        _bar(view)
        _grid(view)
        if _moment(view) != _moment(before):
            st.rerun()

    fresh_part(redraw, every_s)


def _moment(view: ExperimentView) -> tuple[str, int, int]:
    return view.experiment.status, len(view.results), len(view.runs)


def _controls(experiment: Experiment) -> None:
    """Pause, resume, stop: for the owner only, and only what is possible now."""
    if not owns(experiment.owner):
        return
    experiments = get_experiments()
    with st.container(horizontal=True):
        if experiment.status == "running":
            _button("train-pause", ":material/pause:", experiments.pause, experiment)
        elif experiment.status in ("paused", "stopped"):
            _button("train-resume", ":material/play_arrow:", experiments.resume, experiment)
        if experiment.status in ("running", "paused"):
            _button("train-stop", ":material/stop:", experiments.stop, experiment)


def _button(message: str, icon: str, act: Callable[[str, str], None], experiment: Experiment) -> None:
    def clicked() -> None:
        try:
            act(experiment.owner, experiment.id)
        except LearnerError as error:
            # It may have ended between the drawing and the click: the next drawing shows it.
            st.toast(explained(error))

    st.button(t(message), icon=icon, key=f"heads-{message}", on_click=clicked)


def _news(view: ExperimentView) -> None:
    experiment = view.experiment
    if experiment.status == "paused":
        st.info(t(f"heads-paused-{experiment.pause_reason}"), icon=":material/pause_circle:")
    elif experiment.status == "stopped":
        st.info(t("heads-stopped"), icon=":material/stop_circle:")
    trouble = get_experiments().store.trouble
    if trouble is not None:
        st.warning(t("heads-trouble", trouble=trouble), icon=":material/warning:")
    for told in {explained(run.failure) for run in view.runs.values() if run.failure is not None}:
        st.error(told)


def _bar(view: ExperimentView) -> None:
    done, runs = len(view.results), len(view.experiment.design.trials)
    told = t("experiment-progress", done=done, runs=runs, workers=view.workers)
    if view.experiment.status == "running" and view.remaining_s is not None:
        told = t("experiment-progress-left", progress=told, seconds=round(view.remaining_s))
    st.progress(min(view.share, 1.0), told)


def _grid(view: ExperimentView) -> None:
    design = view.experiment.design
    cells = [cell for cell in design.cells if cell not in design.invalid]
    rows = [
        {t("heads-cell"): cell_name(cell, design)}
        | {f"SEED {seed}": _sign(view, Trial(cell, seed)) for seed in design.seeds}
        for cell in cells
    ]
    with st.expander(t("heads-runs"), expanded=view.experiment.status != "finished", key="heads-runs"):
        st.dataframe(rows, hide_index=True, key="heads-grid")
        st.caption(t("heads-runs-legend"))


def _sign(view: ExperimentView, trial: Trial) -> str:
    if trial in view.results:
        return SIGNS[view.results[trial].status]
    run = view.runs.get(trial)
    if run is None:
        return "·"
    share = percent(run.step / run.total_steps)
    return f"‖ {share}" if run.status == "paused" else share
