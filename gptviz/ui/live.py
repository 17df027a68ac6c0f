"""A part of a page that draws itself anew while a run goes on, without the rest of the page."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState, get_script_run_ctx

from gptviz.runs.run import Run, RunError
from gptviz.ui.frame import speak_session_language
from gptviz.ui.owner import owns
from gptviz.ui.rhythm import RHYTHM

# A paused run may be resumed by its owner at any time: those who look on should see it.
PAUSED_EVERY_S = 3.0
_SESSION = "live_session"
_PAGE_RUNS = "live_page_runs"


def live(run: Run, draw: Callable[[], Run]) -> None:
    """Draw now, and again as often as the run gives reason to and the server has time for.

    Args:
        run: As it stands; it decides how often to draw.
        draw: Draws everything and returns the run as it then stood; always the same containers in the same order. When
            the run has ended the whole page runs once more.
    """
    state = st.session_state
    state.setdefault(_SESSION, secrets.token_hex(8))
    state[_PAGE_RUNS] = state.get(_PAGE_RUNS, 0) + 1
    every_s = _every_s(run)

    def redraw() -> None:
        nonlocal every_s
        speak_session_language()
        try:
            now = draw()
        except RunError as error:
            if error.code != "unknown-run":
                raise
            st.rerun()  # its owner has deleted it meanwhile: the page says so
        if (now.ended, now.deleted_s) != (run.ended, run.deleted_s):
            st.rerun()  # thrown away, in another tab perhaps, or taken back: the page says so
        wanted_s = _every_s(now)
        if wanted_s is not None and wanted_s != every_s:
            every_s = wanted_s
            _set_timer(wanted_s)

    # A fragment is known by this name and its place. With the same name in each run of the page, a timer of the last
    # run (or of another page) that rings during this one would make Streamlit drop what this run has drawn and not yet
    # sent: the part vanishes for a moment, its neighbours lose their place, and the browser reports a "Bad delta path
    # index". A timer with a name of the past rings in vain.
    redraw.__qualname__ = f"redraw-{state[_PAGE_RUNS]}"
    st.fragment(redraw, run_every=every_s)()


def _set_timer(every_s: float) -> None:
    """Have the browser run this fragment at another rhythm: what `run_every` sends, without running the whole page."""
    context = get_script_run_ctx()
    if context is not None:
        message = ForwardMsg()
        message.auto_rerun.interval = every_s
        message.auto_rerun.fragment_id = ThreadState.get().fragment_id or ""
        context.enqueue(message)


def _every_s(run: Run) -> float | None:
    if run.active:
        return RHYTHM.every_s(st.session_state[_SESSION], owner=owns(run.owner))
    return None if run.ended else PAUSED_EVERY_S
