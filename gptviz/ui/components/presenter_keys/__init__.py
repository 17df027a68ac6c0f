"""The Escape key, which leaves presenter mode as its button does."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

_PRESENTER_KEYS = st.components.v2.component(
    "gptviz_presenter_keys", js=files(__package__).joinpath("presenter_keys.js").read_text("utf-8")
)


def leave_by_escape(button: str) -> None:
    """Have the Escape key press a button of the page; nothing of it is visible.

    Args:
        button: Its key.
    """
    _PRESENTER_KEYS(key="presenter-keys", data=button)
