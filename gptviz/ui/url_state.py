"""Choices that stand in the URL, so that a link shows the same picture to someone else.

Streamlit's own `bind="query-params"` writes an option's label into the URL, which depends on the language; these write
the option itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx

_PUT = "put-into-url"  # session key: name -> when, and the text that stands in the URL since; None: it was taken out
_PAGES = "choices-of-pages"  # session key: name -> the page on which its widget was last
# A run of the page that the browser has asked for before it knew of a change still brings the old URL along.
KNOWN_AFTER_S = 3.0


def init_choice(name: str, options: Sequence[Any], default: Any) -> dict[str, Any]:
    """Give a widget its value from the URL and return the arguments that keep the URL up to date.

    Args:
        name: URL parameter and key of the widget.
        options: The values on offer, not empty.
        default: One of them, for a URL that names none of them.

    Returns:
        Keyword arguments for the widget; the widget must offer exactly these options.
    """
    # What a widget of another page left under this name is forgotten by Streamlit as soon as this page's is drawn.
    context = get_script_run_ctx()
    page, pages = context.page_script_hash if context else "", st.session_state.setdefault(_PAGES, {})
    if st.session_state.get(name) not in options or pages.get(name) != page:
        asked = st.query_params.get(name)
        by_text = {str(option): option for option in options}
        st.session_state[name] = by_text.get(asked, default) if asked is not None else default
    pages[name] = page
    # Without persist_state a page that runs again before its widgets have reached the browser shows a widget's first
    # option, not its value.
    return {"key": name, "on_change": set_choice, "args": (name,), "persist_state": "page"}


def set_choice(name: str, value: Any = None) -> None:
    """Put a choice into the URL: the widget's own value, or another one that the widget then shows."""
    if value is not None:
        st.session_state[name] = value
    st.query_params[name] = text = str(st.session_state[name])
    _note(name, text)


def drop_choice(name: str) -> None:
    """Take a choice out of the URL and the state: the page shows its default again."""
    st.session_state.pop(name, None)
    st.query_params.pop(name, None)
    _note(name, None)


def asked_choice(name: str) -> str | None:
    """Return what the URL says of a choice, or None; what was just put there counts, should the browser be behind.

    Args:
        name: URL parameter.
    """
    put_s, text = st.session_state.get(_PUT, {}).get(name, (-KNOWN_AFTER_S, None))
    return text if time.monotonic() - put_s < KNOWN_AFTER_S else st.query_params.get(name)


def _note(name: str, text: str | None) -> None:
    st.session_state.setdefault(_PUT, {})[name] = (time.monotonic(), text)
