"""The run that a page is about: found by the URL, or explained why there is none."""

from __future__ import annotations

import streamlit as st

from gptviz.i18n import t
from gptviz.labels import plain_in_markdown
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError
from gptviz.ui.owner import is_somebody_elses, owns
from gptviz.ui.run_in_url import current_run_id, forget_run


def shown_run() -> Run | None:
    """Return the run that the URL names; None, with a message, where there is none."""
    run_id = current_run_id()
    if run_id is None:
        return None
    try:
        run = get_manager().store.run(run_id)
    except RunError:
        forget_run()
        st.warning(t("frame-unknown-run", run=plain_in_markdown(run_id)))
        return None
    if is_somebody_elses(run.owner):
        st.info(t("frame-viewer"), icon=":material/visibility:")
    return run


def run_or_invitation() -> Run | None:
    """Return the run to look at; where there is none, say so and lead to the train page."""
    run = shown_run()
    if run is None:
        st.info(t("frame-no-run"))
        st.page_link("pages/train.py", label=t("frame-go-train"), icon=":material/model_training:")
    return run


def my_runs() -> list[Run]:
    """Return the runs that this browser started, the newest first."""
    return [run for run in get_manager().store.runs() if owns(run.owner)]
