"""Which run a page shows: its id stands in the URL, so a link or a reload shows the same run."""

from __future__ import annotations

import streamlit as st

RUN = "run"  # URL parameter and session key


def current_run_id() -> str | None:
    """Return the id of the run that the URL names, or the last one of this session; None before the first."""
    run_id = st.query_params.get(RUN) or st.session_state.get(RUN)
    if run_id is not None:
        select_run(run_id)
    return run_id


def select_run(run_id: str) -> None:
    """Show a run from now on, on every page."""
    st.session_state[RUN] = run_id
    if st.query_params.get(RUN) != run_id:
        st.query_params[RUN] = run_id


def forget_run() -> None:
    """Show no run any more."""
    st.session_state.pop(RUN, None)
    st.query_params.pop(RUN, None)


def link_to(page: str) -> dict[str, str]:
    """Return the URL parameters that a link to another page carries: the run and a language that was chosen."""
    kept = {name: st.query_params[name] for name in (RUN, "lang") if name in st.query_params}
    run_id = st.session_state.get(RUN)
    return kept | ({RUN: run_id} if run_id and page != "home" else {})
