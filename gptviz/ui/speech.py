"""The language of a visitor: their browser's, until they choose another."""

from __future__ import annotations

import streamlit as st

from gptviz.i18n import LANGUAGES, language_of_locale, use_language

LANGUAGE = "lang"  # session key and URL parameter
_SWITCH = "language-switch"


def speak_session_language() -> None:
    """Use the visitor's language in this thread."""
    use_language(st.session_state[LANGUAGE])


def draw_language_switch() -> None:
    """The URL decides first, then the browser; a choice made here goes into the URL."""
    state = st.session_state
    if LANGUAGE not in state:
        asked = st.query_params.get(LANGUAGE)
        state[LANGUAGE] = asked if asked in LANGUAGES else language_of_locale(st.context.locale)
    # The widget's own state ends with its page; the visitor's language does not.
    state[_SWITCH] = state[LANGUAGE]
    # Not bind="query-params": the URL would then carry the label, "简体中文", instead of the code.
    st.segmented_control(
        "Language · 语言",
        list(LANGUAGES),
        required=True,
        format_func=lambda code: LANGUAGES[code],
        key=_SWITCH,
        on_change=_switch_language,
        label_visibility="collapsed",
    )


def _switch_language() -> None:
    state = st.session_state
    state[LANGUAGE] = st.query_params[LANGUAGE] = state[_SWITCH]
    # The browser holds the label of what was chosen, not the choice, and would send back a label of the old language.
    # A value that is set here is sent to it anew, with its new label. (Buttons are bool, components are neither.)
    for key in list(state):
        value = state.get(key)  # None: of a component that the page before had
        if isinstance(value, str | int | float | list | tuple) and not isinstance(value, bool):
            state[key] = value
