"""Why a run that was started does not train yet: it waits for a place, and says where in the line it is."""

from __future__ import annotations

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run


def draw_waiting(run: Run) -> None:
    """Draw the place of a queued run in the line; nothing, if it has a place and only its first slice is not back."""
    manager = get_manager()
    waiting = manager.waiting(run.id)
    if waiting is not None:
        most = manager.limits_of(run.owner).runs_at_once
        st.info(t(f"runs-waiting-{waiting.why}", ahead=waiting.ahead, most=most), icon=":material/hourglass_top:")
