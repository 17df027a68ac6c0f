"""Closes the sidebar of a phone when its reader has gone to another page: it would stay open over the page."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

_CLOSE_SIDEBAR = st.components.v2.component(
    "gptviz_close_sidebar", js=files(__package__).joinpath("close_sidebar.js").read_text("utf-8")
)


def close_sidebar(page: str) -> None:
    """Close the sidebar if the window is as narrow as a phone and the page has changed; nothing of it is visible.

    Args:
        page: Which page this is; the browser is told when it changes.
    """
    _CLOSE_SIDEBAR(key="close-sidebar", data=page)
