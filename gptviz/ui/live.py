"""A part of a page that draws itself anew while a run goes on, without the rest of the page."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from gptviz.runs.run import Run
from gptviz.ui.frame import speak_session_language

# A run is advanced in slices of 0.3 s: much faster than this there is nothing new to see.
TRAINING_EVERY_S = 0.5
# A paused run may be resumed by its owner at any time: those who look on should see it.
PAUSED_EVERY_S = 3.0


def live(run: Run, draw: Callable[[], Run]) -> None:
    """Draw now, and again as often as the run gives reason to.

    Args:
        run: As it stands; it decides how often to draw.
        draw: Draws everything and returns the run as it then stood. When that asks for another rhythm (a run that was
            paused, or has ended), the whole page runs once more.
    """
    every_s = _every_s(run)

    @st.fragment(run_every=every_s)
    def redraw() -> None:
        speak_session_language()
        if _every_s(draw()) != every_s:
            st.rerun()

    redraw()


def _every_s(run: Run) -> float | None:
    if run.active:
        return TRAINING_EVERY_S
    return None if run.ended else PAUSED_EVERY_S
