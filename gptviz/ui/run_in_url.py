"""Which run a page shows: its id stands in the URL, so a link or a reload shows the same run."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from gptviz.showcase import RUN_ID as SHOWCASE

RUN = "run"  # URL parameter and session key
# What a viewer keeps from page to page beside the run: whether they follow the teacher, are on stage, or present.
FOLLOW, ON_STAGE, PRESENT = "follow", "stage", "present"
TOUR = "tour"  # and at which station of the tour they are
PLACE = ("block", "head", "step")  # in a run
KEPT = (RUN, "lang", *PLACE, FOLLOW, ON_STAGE, PRESENT, TOUR)


def current_run_id() -> str | None:
    """Return the id of the run that the URL names, or the last one of this session; None before the first."""
    run_id = st.query_params.get(RUN) or st.session_state.get(RUN)
    if run_id is not None and run_id != SHOWCASE:  # that one does not come along: it is only looked at
        select_run(run_id)
    return run_id


def select_run(run_id: str) -> None:
    """Show a run from now on, on every page."""
    st.session_state[RUN] = run_id
    if st.query_params.get(RUN) != run_id:
        st.query_params[RUN] = run_id


def link_to(page: str) -> dict[str, str]:
    """Return the URL parameters that a link to another page carries: run, place in it, and a chosen language."""
    return links_to([page])[page]


def links_to(pages: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return what links to several pages carry, by their keys; the URL is read once."""
    given = st.query_params.to_dict()
    kept = {name: given[name] for name in KEPT if name in given}
    run_id = st.session_state.get(RUN)
    return {page: ({RUN: run_id} if run_id and page != "home" else {}) | kept for page in pages}
