"""Fork: go on from a moment of any run, with other settings, in a run of one's own."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from gptviz.config import ENGINES
from gptviz.errors import LearnerError
from gptviz.export.importing import STAND_IN
from gptviz.i18n import t
from gptviz.runs.library import LONGEST_NAME, Library
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError
from gptviz.training.plan import total_steps
from gptviz.ui.messages import explained, show_error
from gptviz.ui.owner import my_owner
from gptviz.ui.run_in_url import select_run
from gptviz.ui.words import run_title

SHOWN_S = 60.0
MOST_EPOCHS = 1000.0  # more are no valid setting
FORKED = "library-forked"  # session key: the run that was last begun here


def offer_fork(run: Run) -> None:
    """Draw the moments of a run with their losses, what may change from there, and the button that goes on."""
    steps = Library(get_manager()).fork_steps(run.id)
    if not steps or run.corpus_source == STAND_IN:  # its text did not come along: there is nothing to train on
        return
    with st.expander(t("library-fork"), icon=":material/fork_right:"):
        st.caption(t("library-fork-lead"))
        step = _choose_step(run, steps)
        left, middle, right, last = st.columns(4)
        key = f"fork-{run.id}"
        rate = left.number_input(
            "LEARNING_RATE",
            min(1e-6, run.train.learning_rate),
            max(10.0, run.train.learning_rate),
            run.train.learning_rate,
            format="%g",
            key=f"{key}-rate",
        )
        # A run that is complete needs more epochs: half as many again are there at once.
        complete = step >= run.total_steps
        more_epochs = min(MOST_EPOCHS, run.train.epochs * (1.5 if complete else 1.0))
        epochs = middle.number_input(
            "EPOCHS",
            min(0.001, run.train.epochs),
            MOST_EPOCHS,
            round(more_epochs, 3) if more_epochs >= 0.001 else more_epochs,
            format="%g",
            key=f"{key}-epochs-{complete}",
        )
        dropout = right.number_input(
            "DROPOUT", 0.0, max(0.9, run.model.dropout), run.model.dropout, step=0.05, format="%g", key=f"{key}-dropout"
        )
        engine = last.selectbox(
            t("settings-engine"),
            ENGINES,
            index=ENGINES.index(run.train.engine),
            format_func=lambda one: t(f"settings-engine-{one}"),
            key=f"{key}-engine",
        )
        name = st.text_input(
            t("library-fork-name"),
            t("library-fork-name.default", run=run_title(run)[: LONGEST_NAME - 20], step=step)[:LONGEST_NAME],
            max_chars=LONGEST_NAME,
            key=f"{key}-name-{step}",
        )
        try:
            train = replace(
                run.train,
                learning_rate=rate,
                min_learning_rate=min(run.train.min_learning_rate, rate),
                epochs=epochs,
                engine=engine,
            )
            total = total_steps(get_manager().store.corpus(run.id), run.model, train)
        except LearnerError as error:
            show_error(error)
            return
        st.caption(t("library-fork-would", step=step, total=total, more=max(0, total - step)))
        st.button(
            t("library-fork-start"),
            icon=":material/fork_right:",
            key="library-fork-start",
            type="primary",
            disabled=total <= step,
            on_click=_fork,
            args=(run.id, step),
            kwargs={"train": train, "dropout": dropout, "name": name},
        )


def draw_forked() -> None:
    """Draw a link to the run that was last begun here, as long as it trains, and for a minute at least."""
    try:
        run = get_manager().store.run(st.session_state.get(FORKED, ""))
    except RunError:
        return
    if run.deleted_s is None and (run.active or time.time() - run.created_s < SHOWN_S):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.success(t("library-forked"), icon=":material/fork_right:")
            link = {"run": run.id}
            st.page_link("pages/train.py", label=t("library-forked-open"), query_params=link, width="content")


def _choose_step(run: Run, steps: list[int]) -> int:
    if len(steps) == 1:
        return steps[0]
    curves = get_manager().store.curves(run.id)

    def named(step: int) -> str:
        if not len(curves.evaluation_step):
            return t("library-fork-step", step=step)
        nearest = int(np.abs(curves.evaluation_step - step).argmin())
        return t("library-fork-step-loss", step=step, loss=float(curves.test_loss_nats[nearest]))

    return st.select_slider(
        t("library-fork-from"), steps, value=steps[-1], format_func=named, key=f"fork-step-{run.id}-{len(steps)}"
    )


def _fork(run_id: str, step: int, **settings: Any) -> None:
    try:
        forked = Library(get_manager()).fork(my_owner(), run_id, step, **settings)
    except LearnerError as error:
        st.toast(explained(error))
        return
    st.session_state[FORKED] = forked
    select_run(forked)
