"""The Train button: it starts a run with the settings of the sidebar."""

from __future__ import annotations

import time

import streamlit as st

from gptviz.corpus import Corpus
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.parameters import count_parameters
from gptviz.runs.registry import get_manager
from gptviz.training.plan import total_steps
from gptviz.ui.engine_speeds import offer_speeds
from gptviz.ui.messages import show_error, telling_errors
from gptviz.ui.owner import my_owner
from gptviz.ui.run_in_url import select_run
from gptviz.ui.settings import Settings

_STARTED_S = "run_started_s"
# The second click of a double click is no second run.
DOUBLE_CLICK_S = 1.0


def offer_training(corpus: Corpus | None, settings: Settings) -> bool:
    """Draw the Train button with what it would train, or why that cannot be; return whether it can be pressed.

    Args:
        corpus: None while there is no usable text.
        settings: Of the sidebar.
    """
    described, startable = _describe(corpus, settings)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            t("train-start"),
            type="primary",
            icon=":material/rocket_launch:",
            key="train-start",
            disabled=not startable,
            on_click=_start,
            args=(corpus, settings),
        )
        st.caption(described)
        if startable and corpus is not None:
            offer_speeds(*settings.configure(len(corpus.vocabulary)))
    return startable


def _describe(corpus: Corpus | None, settings: Settings) -> tuple[str, bool]:
    if corpus is None:
        return t("train-needs-text"), False
    try:
        model, train = settings.configure(len(corpus.vocabulary))
        steps = total_steps(corpus, model, train)
        get_manager().check(my_owner(), model, train, corpus)
    except LearnerError as error:
        show_error(error)
        return t("train-needs-settings"), False
    engine = t(f"settings-engine-{train.engine}")
    return t("train-would", parameters=count_parameters(model), steps=steps, engine=engine), True


def _start(corpus: Corpus, settings: Settings) -> None:
    if time.monotonic() - st.session_state.get(_STARTED_S, -DOUBLE_CLICK_S) < DOUBLE_CLICK_S:
        return
    st.session_state[_STARTED_S] = time.monotonic()
    model, train = settings.configure(len(corpus.vocabulary))
    with telling_errors():  # the limits may have changed since the button was drawn
        select_run(get_manager().start(my_owner(), model, train, corpus))
