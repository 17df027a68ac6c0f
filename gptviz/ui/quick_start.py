"""From the home page to a falling loss curve with one click."""

from __future__ import annotations

import time
from dataclasses import replace

import streamlit as st

from gptviz.chapters import QUICK, model_config
from gptviz.engines.choice import faster_engine
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import RunError
from gptviz.ui.corpus_choice import cached_corpus
from gptviz.ui.messages import show_error
from gptviz.ui.owner import my_owner
from gptviz.ui.run_in_url import PLACE, RUN, link_to

_STARTED = "quick_started"  # session key: when, and which run
# Within this time another click is the second one of a double click.
DOUBLE_CLICK_S = 2.0


def offer_quick_start() -> None:
    """Draw the button that trains the quick preset on Shakespeare and turns to the train page."""
    pressed = st.button(
        t("home-train-now"), type="primary", icon=":material/rocket_launch:", key="home-train", width="stretch"
    )
    if not pressed:
        return
    try:
        run_id = _recently_started() or _start()
    except LearnerError as error:
        show_error(error)
        return
    st.session_state[RUN] = run_id
    link = {name: value for name, value in link_to("train").items() if name not in PLACE}
    st.switch_page("pages/train.py", query_params={**link, RUN: run_id})


def _start() -> str:
    corpus = cached_corpus("shakespeare")
    model = model_config(QUICK, len(corpus.vocabulary))
    train = replace(QUICK.train, engine=faster_engine(model, QUICK.train))
    run_id = get_manager().start(my_owner(), model, train, corpus)
    st.session_state[_STARTED] = (time.monotonic(), run_id)
    return run_id


def _recently_started() -> str | None:
    started_s, run_id = st.session_state.get(_STARTED, (-DOUBLE_CLICK_S, ""))
    if time.monotonic() - started_s >= DOUBLE_CLICK_S:
        return None
    try:
        get_manager().store.run(run_id)
    except RunError:
        return None
    return str(run_id)
