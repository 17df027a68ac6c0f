"""Predict first, then see: which chapters make the loss worse?"""

from __future__ import annotations

from itertools import pairwise

import streamlit as st

from gptviz.chapters import CHAPTERS, chapter
from gptviz.i18n import t
from gptviz.ui.ladder_panel import chapter_name


def draw_quiz() -> None:
    """Ask which rungs lead down, and tell once a guess was made."""
    st.subheader(t("ladder-quiz"), anchor=False)
    worse = {above.key for below, above in pairwise(CHAPTERS) if above.published_loss > below.published_loss}
    guess = st.multiselect(
        t("ladder-quiz-ask"),
        [rung.key for rung in CHAPTERS[1:]],
        format_func=lambda key: chapter_name(chapter(key)),
        key="ladder-guess",
        placeholder=t("ladder-quiz-choose"),
    )
    if st.button(t("ladder-quiz-see"), key="ladder-see", disabled=not guess) and guess:
        right = len(worse & set(guess))
        st.markdown(t("ladder-quiz-right", right=right, worse=len(worse), wrong=len(set(guess) - worse)))
        st.dataframe([_row(number) for number in range(1, len(CHAPTERS))], hide_index=True, key="ladder-answer")
        st.markdown(t("ladder-quiz-answer"))


def _row(at: int) -> dict[str, object]:
    below, above = CHAPTERS[at - 1], CHAPTERS[at]
    change = above.published_loss - below.published_loss
    return {
        t("ladder-quiz-chapter"): chapter_name(above),
        t("ladder-quiz-loss"): f"{above.published_loss:.4f}",
        t("ladder-quiz-change"): f"{change:+.4f}",
    }
