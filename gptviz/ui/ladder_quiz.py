"""Predict first, then see: which chapters cost no parameters?"""

from __future__ import annotations

from itertools import pairwise

import streamlit as st

from gptviz.chapters import CHAPTERS, Chapter, chapter
from gptviz.i18n import t
from gptviz.numbers import FINAL_LOSS_DIGITS, final_loss, signed
from gptviz.ui.ladder_panel import chapter_name

_STEPS = tuple(pairwise(CHAPTERS))
_SEEN = "ladder_seen"  # session key: the answer stays


def draw_quiz() -> None:
    """Ask which steps are free, and tell once a guess was made."""
    st.subheader(t("question-title"), anchor=False)
    free = {above.key for below, above in _STEPS if above.parameters == below.parameters}
    guess = st.multiselect(
        t("ladder-quiz-ask"),
        [above.key for _, above in _STEPS],
        format_func=lambda key: chapter_name(chapter(key)),
        key="ladder-guess",
        placeholder=t("ladder-quiz-choose"),
        filter_mode=None,
        select_all=False,
        persist_state="page",
    )
    if st.button(t("ladder-quiz-see"), key="ladder-see", disabled=not guess):
        st.session_state[_SEEN] = True
    if guess and _SEEN in st.session_state:
        right = len(free & set(guess))
        st.markdown(t("ladder-quiz-right", right=right, free=len(free), wrong=len(set(guess) - free)))
        rows = [_row(below, above) for below, above in _STEPS]
        st.dataframe(rows, hide_index=True, height="content", key="ladder-answer")
        st.markdown(t("ladder-quiz-answer"))


def _row(below: Chapter, above: Chapter) -> dict[str, object]:
    return {
        t("ladder-quiz-chapter"): chapter_name(above),
        t("ladder-quiz-added"): signed(above.parameters - below.parameters, 0),
        t("ladder-quiz-loss"): final_loss(above.published_loss),
        t("ladder-quiz-change"): signed(above.published_loss - below.published_loss, FINAL_LOSS_DIGITS),
    }
