"""The run that a page is about: found by the URL, or explained why there is none."""

from __future__ import annotations

import streamlit as st

from gptviz.i18n import t
from gptviz.labels import plain_in_markdown
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError
from gptviz.showcase import RUN_ID
from gptviz.ui.owner import owns
from gptviz.ui.part import fresh_part
from gptviz.ui.run_in_url import current_run_id
from gptviz.ui.runs_trash import offer_undo
from gptviz.ui.showcase import draw_showcase_line, is_showcase, showcase_run

LONGEST_ID = 40  # of a run's id in a message: anything can stand in a URL
LEASE_EVERY_S = 20.0


def shown_run() -> Run | None:
    """Return the run that the URL names; None, with a message, where there is none."""
    run_id = current_run_id()
    if run_id is None:
        return None
    if run_id == RUN_ID:
        showcase_run()  # the link may be the first to ask for it
    try:
        run = get_manager().store.run(run_id)
    except RunError:
        st.warning(t("frame-unknown-run", run=plain_in_markdown(run_id[:LONGEST_ID])))
        return None
    if run.deleted_s is not None:
        offer_undo(run)
        return None
    if is_showcase(run):
        draw_showcase_line()
    elif not owns(run.owner):
        st.info(t("frame-viewer"), icon=":material/visibility:")
    return run


def run_or_invitation() -> Run | None:
    """Return the run to look at; where none is asked for, the one that comes with gptviz."""
    run = shown_run()
    if current_run_id() is None:
        run = showcase_run()
        if run is not None:
            draw_showcase_line()
    if run is None:
        st.info(t("frame-no-run"))
        st.page_link("pages/train.py", label=t("frame-go-train"), icon=":material/model_training:")
    elif not run.ended:
        _keep_lease(run.id)
    return run


def _keep_lease(run_id: str) -> None:
    """Whoever looks at a run on any page keeps it from pausing by itself; nothing is drawn."""

    def renew() -> None:
        try:
            get_manager().renew(run_id)
            there = get_manager().store.run(run_id).deleted_s is None
        except RunError:
            there = False
        if not there:
            st.rerun()  # its owner threw it away meanwhile: the page says so

    fresh_part(renew, LEASE_EVERY_S)


def my_runs() -> list[Run]:
    """Return the runs that this browser started, the newest first."""
    return [run for run in get_manager().store.runs() if owns(run.owner)]
