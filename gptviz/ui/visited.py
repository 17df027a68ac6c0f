"""Which lessons this session has opened."""

from __future__ import annotations

import streamlit as st

_VISITED = "visited"  # session key


def note_visit(page: str) -> None:
    """Remember that a page was opened."""
    st.session_state.setdefault(_VISITED, set()).add(page)


def was_visited(page: str) -> bool:
    """Return whether this session has opened a page."""
    return page in st.session_state.get(_VISITED, set())
