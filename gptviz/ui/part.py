"""Parts of a page that are drawn anew on their own: Streamlit's fragments, safe while a page is being drawn.

When a run of a fragment begins, Streamlit drops what the page has drawn of it and not yet sent, its place included: its
neighbours then lose theirs, which a browser reports as a "Bad delta path index", and what they show is missing. So each
part stands in a container of what is around it, which is never dropped.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from gptviz.ui.speech import speak_session_language

Draw = TypeVar("Draw", bound=Callable[..., Any])

_RUNS = "part_runs"  # session key: how often a fresh part was drawn


def part(key: str | None = None) -> Callable[[Draw], Draw]:
    """Make a function draw a part that runs on its own when something in it is moved, or when its key is named.

    Args:
        key: What `st.rerun` may name it by.
    """

    def made(draw: Draw) -> Draw:
        fragment = _fragment(draw, key=key)

        @functools.wraps(draw)
        def placed(*args: Any, **kwargs: Any) -> Any:
            with st.container():
                return fragment(*args, **kwargs)

        return placed  # type: ignore[return-value]

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
    draw: Callable[..., Any], *, key: str | None = None, name: str | None = None, every_s: float | None = None
) -> Callable[..., Any]:
    @functools.wraps(draw)
    def spoken(*args: Any, **kwargs: Any) -> Any:
        speak_session_language()  # run on its own, it does not pass `open_page`
        return draw(*args, **kwargs)

    spoken.__qualname__ = name or draw.__qualname__
    return st.fragment(spoken, key=key, run_every=every_s)
