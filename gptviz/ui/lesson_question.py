"""Predict first, then see: the question at the end of a lesson. All of them look and behave as written here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from gptviz.i18n import t


@dataclass(frozen=True)
class Answer:
    """What the learner's run says.

    Args:
        right: The options that are right; several where the run cannot tell them apart.
        told: The numbers, as Markdown.
        why: What they mean, as Markdown; it is there for right and for wrong guesses.
    """

    right: frozenset[str]
    told: str
    why: str


def ask(
    key: str,
    asked: str,
    options: Mapping[str, str],
    answer: Callable[[], Answer | None],
    not_yet: str = "",
) -> str | None:
    """Draw a question; as soon as there is a guess, its answer too. The guess stays while the session lasts.

    Args:
        key: Of the guess in the session; it should name the run, whose answer it is.
        asked: The question.
        options: What can be guessed, with its label.
        answer: Called once there is a guess; None while the run does not know it yet.
        not_yet: What to tell who guessed while there is no answer.

    Returns:
        The guess, one of the options; None before.
    """
    st.subheader(t("question-title"), anchor=False)
    guess = st.radio(
        asked,
        list(options),
        index=None,
        format_func=lambda option: options[option],
        key=key,
        horizontal=True,
        persist_state="session",
    )
    if guess is None:
        st.caption(t("question-guess"))
        return None
    found = answer()
    if found is None:
        st.info(not_yet, icon=":material/hourglass_top:")
        return guess
    if guess in found.right:
        st.success(f"**{t('question-right')}** {found.told}", icon=":material/check_circle:")
    else:
        right = " / ".join(label for option, label in options.items() if option in found.right)
        st.warning(f"**{t('question-wrong', right=right)}** {found.told}", icon=":material/cancel:")
    st.markdown(found.why)
    return guess
