"""A part of a page that draws itself anew while a run goes on, without the rest of the page."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState, get_script_run_ctx

from gptviz.runs.run import Run, RunError
from gptviz.ui.components.live import Feed
from gptviz.ui.live_answer import live_query
from gptviz.ui.live_moment import state_of
from gptviz.ui.live_route import live_path
from gptviz.ui.owner import owns
from gptviz.ui.part import fresh_part
from gptviz.ui.rhythm import QUICK_S, seconds_to_next

# Of a run as it stands and the text on which attention is shown; None: the run has ended, nothing more will come.
MakeFeed = Callable[[Run, str], Feed | None]

_SESSION = "live_session"


def live(run: Run, draw: Callable[[], Run]) -> None:
    """Draw now, and again as often as the run gives reason to and the server has time for.

    Args:
        run: As it stands; it decides how often to draw.
        draw: Draws everything and returns the run as it then stood; always the same containers in the same order. When
            the run has ended the whole page runs once more.
    """
    st.session_state.setdefault(_SESSION, secrets.token_hex(8))
    every_s = _every_s(run)

    def redraw() -> None:
        nonlocal every_s
        wanted_s = _every_s(_drawn(run, draw))
        if wanted_s is not None and wanted_s != every_s:
            every_s = wanted_s
            _set_timer(wanted_s)

    fresh_part(redraw, every_s)


def fed(run: Run, draw: Callable[[MakeFeed], Run]) -> None:
    """Draw now; then a feed keeps the pictures moving, and what stands around them is drawn anew when it changes.

    Args:
        run: As it stands.
        draw: As that of `live`; it is given what makes the feed.
    """

    def feed(now: Run, text: str) -> Feed | None:
        query = live_query(text, own=owns(now.owner))
        return None if now.ended else Feed(live_path(now.id), query, state_of(now), QUICK_S)

    fresh_part(lambda: _drawn(run, lambda: draw(feed)))


def draw_parts(keys: list[str]) -> None:
    """Have some parts of the page drawn instead of what this run would draw; for callbacks of components.

    Where this run draws the whole page, which a button pressed in the same moment has asked for, it draws them too.

    Args:
        keys: Of fragments.
    """
    context = get_script_run_ctx()
    if context is not None and context.fragment_ids_this_run:
        try:
            st.rerun(keys)
        except StreamlitAPIException:
            return  # a late report of a page that has been left, or is not complete: whoever draws it draws its parts


def _drawn(run: Run, draw: Callable[[], Run]) -> Run:
    """Draw and return the run as it then stood; where it is another kind of page by now, run the whole page."""
    try:
        now = draw()
    except RunError as error:
        if error.code != "unknown-run":
            raise
        st.rerun()  # its owner has deleted it meanwhile: the page says so
    if (now.ended, now.deleted_s) != (run.ended, run.deleted_s):
        st.rerun()  # thrown away, in another tab perhaps, or taken back: the page says so
    return now


def _set_timer(every_s: float) -> None:
    """Have the browser run this fragment at another rhythm: what `run_every` sends, without running the whole page."""
    context = get_script_run_ctx()
    if context is not None:
        message = ForwardMsg()
        message.auto_rerun.interval = every_s
        message.auto_rerun.fragment_id = ThreadState.get().fragment_id or ""
        context.enqueue(message)


def _every_s(run: Run) -> float | None:
    return seconds_to_next(run, st.session_state[_SESSION], owner=owns(run.owner))
