"""Predict first, then see: what other HEADS and no scale would do, answered by the learner's own layer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from gptviz.analysis.scale_effect import Scaled
from gptviz.config import divisors
from gptviz.i18n import t
from gptviz.numbers import decimals
from gptviz.ui.components.shapes import Layer

ANSWERED = "answered"  # URL parameter: a shared link shows the answers too
GUESSES = ("less", "same", "more")


@dataclass(frozen=True)
class Question:
    """One question: how does a number change?

    Args:
        key: Of its texts: `shapes-quiz-<key>` and `shapes-quiz-<key>.why`.
        before: The number as it is.
        after: The number after the change.
        digits: Decimals to show.
    """

    key: str
    before: float
    after: float
    digits: int = 0

    @property
    def answer(self) -> str:
        """One of `GUESSES`, by the numbers as they are shown."""
        before, after = round(self.before, self.digits), round(self.after, self.digits)
        return "same" if before == after else "more" if after > before else "less"


def questions(layer: Layer, effects: Sequence[Scaled], heads: int) -> list[Question]:
    """Return the questions about a layer.

    Args:
        layer: As it is cut now.
        effects: Of its scale; "none" and "head_size" are among them.
        heads: The other head count.
    """
    T, config = layer.steps.x.shape[1], layer.config
    asked = []
    if heads != config.heads:
        other_size = config.embedding_size // heads
        asked = [
            Question("scores", config.heads * T * T, heads * T * T),
            Question("products", config.heads * T * T * config.head_size, heads * T * T * other_size),
        ]
    largest = {effect.name: effect.largest for effect in effects}
    if all(map(math.isfinite, largest.values())):
        asked.append(Question("scale", largest["head_size"], largest["none"], digits=3))
    return asked


def other_heads(layer: Layer) -> int:
    """Return the next larger head count that divides; for the largest, the next smaller one."""
    counts = divisors(layer.config.embedding_size)
    at = counts.index(layer.config.heads)
    return counts[at + 1] if at + 1 < len(counts) else counts[max(0, at - 1)]


def draw_quiz(layer: Layer, effects: Sequence[Scaled]) -> None:
    """Ask for a guess on each question, and answer with the layer's own numbers once they are asked for."""
    heads = other_heads(layer)
    asked = questions(layer, effects, heads)
    st.subheader(t("shapes-quiz"), anchor=False)
    if not asked:
        st.caption(t("shapes-quiz-nothing"))
        return
    values = {"heads": layer.config.heads, "other": heads}
    with st.form("shapes-quiz"):
        guesses = [
            st.pills(
                t(f"shapes-quiz-{question.key}", **values),
                GUESSES,
                format_func=lambda guess: t(f"shapes-quiz-{guess}"),
                key=f"shapes-guess-{question.key}",
            )
            for question in asked
        ]
        st.form_submit_button(t("shapes-quiz-see"), type="primary", key="shapes-see", on_click=_answer)
    if ANSWERED in st.query_params:
        for question, guess in zip(asked, guesses, strict=True):
            st.markdown(_told(question, guess, values))


def _answer() -> None:
    st.query_params[ANSWERED] = "yes"


def _told(question: Question, guess: str | None, values: dict[str, int]) -> str:
    mark = "" if guess is None else "✓ " if guess == question.answer else "✗ "
    numbers = " → ".join(decimals(number, question.digits) for number in (question.before, question.after))
    why = t(f"shapes-quiz-{question.key}.why", **values)
    return f"- {mark}**{t(f'shapes-quiz-{question.answer}')}** ({numbers}). {why}"
