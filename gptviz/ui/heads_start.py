"""Which experiment the heads page is about, and the button that starts one."""

from __future__ import annotations

import time

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.experiment.design import Cell, Design, ExperimentError, Trial
from gptviz.experiment.experiment import Experiment, Listed
from gptviz.experiment.registry import get_experiments
from gptviz.i18n import listed, t
from gptviz.labels import plain_in_markdown
from gptviz.runs.registry import get_manager
from gptviz.training.plan import total_steps
from gptviz.ui.messages import explained, show_error
from gptviz.ui.owner import my_owner, owns

EXPERIMENT = "experiment"  # URL parameter and session key
_STARTED_S = "experiment_started_s"
DOUBLE_CLICK_S = 1.0  # the second click of a double click is no second experiment


def offer_experiment(design: Design | None) -> None:
    """Draw the button with what it would train, and name the combinations that cannot be.

    Args:
        design: Of the sidebar; None while there is none.
    """
    trials = design.trials if design else ()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            t("heads-start"),
            type="primary",
            icon=":material/science:",
            key="heads-start",
            disabled=not trials,
            on_click=_start,
            args=(design,),
        )
        if design and trials:
            st.caption(_described(design, trials[0]))
    if design is None:
        return
    for cell, error in design.invalid.items():
        st.warning(t("experiment-invalid", cell=cell_name(cell, design), reason=explained(error)))


def shown_experiment() -> Experiment | None:
    """Return the experiment that the URL names, or the last one of this session; None where there is none."""
    experiment_id = st.query_params.get(EXPERIMENT) or st.session_state.get(EXPERIMENT)
    if experiment_id is None:
        return None
    try:
        experiment = get_experiments().store.experiment(experiment_id)
    except ExperimentError as error:
        if error.code == "unknown-experiment":  # all others may be over with the next try
            st.session_state.pop(EXPERIMENT, None)
            st.query_params.pop(EXPERIMENT, None)
        show_error(error)
        return None
    select_experiment(experiment_id)
    if not owns(experiment.owner):
        st.info(t("heads-viewer"), icon=":material/visibility:")
    return experiment


def select_experiment(experiment_id: str) -> None:
    """Show an experiment from now on."""
    st.session_state[EXPERIMENT] = experiment_id
    if st.query_params.get(EXPERIMENT) != experiment_id:
        st.query_params[EXPERIMENT] = experiment_id


def offer_earlier(shown: Experiment | None) -> None:
    """Let the learner go back to earlier experiments of theirs."""
    mine = [one for one in get_experiments().store.listed() if owns(one.owner)]
    for one in mine:
        if shown is None or one.id != shown.id:
            st.button(
                _experiment_name(one),
                key=f"experiment-{one.id}",
                type="tertiary",
                on_click=select_experiment,
                args=(one.id,),
            )


def cell_name(cell: Cell, design: Design) -> str:
    """Return what sets a cell apart, by the book's constants: HEADS last."""
    names = [name for name in design.varied if name not in ("heads", "corpus")]
    return ", ".join(f"{name.upper()} {getattr(cell, name):g}" for name in [*names, "heads"])


def _experiment_name(one: Listed) -> str:
    heads = listed(one.heads)
    return t("heads-earlier", heads=heads, seeds=one.seeds, id=plain_in_markdown(one.id[:4]))


def _described(design: Design, first: Trial) -> str:
    model, train = design.configure(first)
    steps = total_steps(design.corpus(first.cell.corpus), model, train)
    return t("heads-would", runs=len(design.trials), steps=steps, workers=get_manager().workers)


def _start(design: Design) -> None:
    if time.monotonic() - st.session_state.get(_STARTED_S, -DOUBLE_CLICK_S) < DOUBLE_CLICK_S:
        return
    st.session_state[_STARTED_S] = time.monotonic()
    try:
        select_experiment(get_experiments().start(my_owner(), design))
    except LearnerError as error:
        st.toast(explained(error))
