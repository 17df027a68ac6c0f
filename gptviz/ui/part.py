"""Parts of a page that are drawn anew on their own: Streamlit's fragments, safe while a page is being drawn.

When a run of a fragment begins, Streamlit drops what the page has drawn of it and not yet sent, its place included: its
neighbours then lose theirs, which a browser reports as a "Bad delta path index", and what they show is missing. So each
part stands in a container of what is around it, which is never dropped.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import streamlit as st

from gptviz.ui.speech import speak_session_language

P = ParamSpec("P")
T = TypeVar("T")

_RUNS = "part_runs"  # session key: how often a fresh part was drawn


def part(key: str | None = None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Make a function draw a part that runs on its own when something in it is moved, or when its key is named.

    Args:
        key: What `st.rerun` may name it by.
    """

    def made(draw: Callable[P, T]) -> Callable[P, T]:
        fragment = _fragment(draw, key=key)

        @functools.wraps(draw)
        def placed(*args: P.args, **kwargs: P.kwargs) -> T:
            with st.container():
                return fragment(*args, **kwargs)

        return placed

    return made


def fresh_part(draw: Callable[[], object], every_s: float | None = None) -> None:
    """Draw a part that belongs to this run of the page only, now, and again as often as its timer rings.

    A fragment is known by its name and its place. With the same name in each run of the page, a timer of the last run
    (or of another page) that rings during this one would make Streamlit drop what this run has drawn: the part vanishes
    for a moment. A timer with a name of the past rings in vain.

    Args:
        draw: Draws the part.
        every_s: Seconds between two rings; None: there is no timer, others name it or a component in it reports.
    """
    state = st.session_state
    state[_RUNS] = state.get(_RUNS, 0) + 1
    with st.container():
        _fragment(draw, name=f"part-{state[_RUNS]}", every_s=every_s)()


def _fragment(
    draw: Callable[P, T], *, key: str | None = None, name: str | None = None, every_s: float | None = None
) -> Callable[P, T]:
    @functools.wraps(draw)
    def spoken(*args: P.args, **kwargs: P.kwargs) -> T:
        speak_session_language()  # run on its own, it does not pass `open_page`
        return draw(*args, **kwargs)

    spoken.__qualname__ = name or draw.__qualname__
    return st.fragment(spoken, key=key, run_every=every_s)
