"""The text of the generate page: how long it is, what was kept by hand, and the draft itself, held for the session.

The draft is a function of the choices in the URL, so it can be written again at any time; it is held to be written on.
"""

from __future__ import annotations

import streamlit as st

from gptviz.analysis.generation import Draft
from gptviz.corpus import Corpus
from gptviz.runs.registry import get_manager
from gptviz.ui.generate_controls import LONGEST_IN_URL, MOST_CHARACTERS, Wanted, number_in_url

LENGTH, PLACE, KEPT = "length", "place", "kept"  # URL parameters
FIRST_LENGTH = 60  # what stands there when a visitor comes
_LENGTH, _GOAL, _KEPT, _DRAFT = (f"generate-{name}" for name in ("length", "goal", "kept", "draft"))


def current_draft(wanted: Wanted, corpus: Corpus) -> Draft:
    """Return the draft as far as it is written; a new one where a choice has changed."""
    kept = kept_text(wanted, corpus)
    made_from = (wanted.run.id, wanted.step, wanted.prompt, wanted.sampling, kept)
    held = st.session_state.get(_DRAFT)
    if held is None or held[0] != made_from:
        parameters = get_manager().store.snapshot(wanted.run.id, wanted.step).parameters
        prompt, by_hand = (corpus.vocabulary.encode(text).tolist() for text in (wanted.prompt, kept))
        held = made_from, Draft(parameters, wanted.run.model, prompt, wanted.sampling, by_hand)
        st.session_state[_DRAFT] = held
    return held[1]


def kept_text(wanted: Wanted, corpus: Corpus) -> str:
    """Return what the learner chose to stand after the prompt; nothing after another prompt or in another run."""
    belongs_to = (wanted.run.id, wanted.prompt)
    if _KEPT not in st.session_state:
        st.session_state[_KEPT] = belongs_to, st.query_params.get(KEPT, "")[:MOST_CHARACTERS]
    whose, text = st.session_state[_KEPT]
    if whose == belongs_to and not corpus.vocabulary.unknown(text):
        return text
    keep(wanted, "")
    return ""


def keep(wanted: Wanted, text: str) -> None:
    """Let a text stand after the prompt, and the model write on from there."""
    st.session_state[_KEPT] = (wanted.run.id, wanted.prompt), text
    if 0 < len(text) <= LONGEST_IN_URL:
        st.query_params[KEPT] = text
    else:
        st.query_params.pop(KEPT, None)


def wanted_length() -> int:
    """Return how many characters are to stand after the prompt at once."""
    if _LENGTH not in st.session_state:
        asked = number_in_url(LENGTH)
        st.session_state[_LENGTH] = FIRST_LENGTH if asked is None else min(asked, MOST_CHARACTERS)
    return st.session_state[_LENGTH]


def set_length(length: int) -> None:
    """Let so many characters stand after the prompt; the newest one is looked at."""
    st.session_state[_LENGTH] = min(length, MOST_CHARACTERS)
    st.session_state[_GOAL] = None
    st.query_params[LENGTH] = str(st.session_state[_LENGTH])
    st.query_params.pop(PLACE, None)


def start_over(wanted: Wanted) -> None:
    """Leave the prompt alone with nothing after it."""
    keep(wanted, "")
    set_length(0)
    st.session_state.pop(_DRAFT, None)


def goal() -> int | None:
    """Return up to which length the model is writing before the reader's eyes; None when it is not."""
    return st.session_state.get(_GOAL)


def set_goal(length: int) -> None:
    """Let the model write before the reader's eyes, up to a length."""
    st.session_state[_GOAL] = min(length, MOST_CHARACTERS)
    st.query_params.pop(PLACE, None)


def place_in(draft: Draft) -> int | None:
    """Return which written character is looked at: the URL's, else the newest; None where nothing is written."""
    last = len(draft.written) - 1
    asked = number_in_url(PLACE)
    if last < 0:
        return None
    return last if asked is None else min(asked, last)
