"""Predict first, then see: what happens to the parameter count when one constant is doubled?"""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from gptviz.analysis.parameter_growth import CHANGES, CONSTANTS, Growth, change, doubled, growth
from gptviz.config import ModelConfig
from gptviz.figures.parameter_growth import growth_by_module, growth_curves
from gptviz.i18n import listed, t
from gptviz.numbers import decimals
from gptviz.parameters import count_parameters
from gptviz.ui.parameters_panel import parameters_words
from gptviz.ui.picture import picture
from gptviz.ui.url_state import init_choice

SEEN = "seen"  # URL parameter: a shared link shows the answer too
MOVES = "moves"


def draw_quiz(model: ModelConfig) -> None:
    """Ask for a guess on each constant; draw the answer and the growth curves once it is asked for."""
    st.subheader(t("parameters-quiz"), anchor=False)
    st.markdown(t("parameters-quiz-lead"))
    moved = {constant: doubled(model, constant) for constant in CONSTANTS}
    others = {constant: other for constant, other in moved.items() if other is not None}
    with st.form("parameters-quiz"):
        guesses = {constant: _ask(constant, model, other) for constant, other in others.items()}
        st.form_submit_button(t("parameters-quiz-see"), type="primary", key="parameters-see", on_click=_see)
    if SEEN in st.query_params:
        _draw_answer(model, others, guesses)
        _draw_growth(model)


def _see() -> None:
    st.query_params[SEEN] = "yes"


def _step(constant: str, model: ModelConfig, other: ModelConfig) -> str:
    return f"{constant.upper()} {getattr(model, constant)} → {getattr(other, constant)}"


def _ask(constant: str, model: ModelConfig, other: ModelConfig) -> str | None:
    return st.pills(
        _step(constant, model, other),
        CHANGES,
        format_func=lambda change: t(f"parameters-change-{change}"),
        key=f"guess_{constant}",
    )


def _draw_answer(model: ModelConfig, others: dict[str, ModelConfig], guesses: dict[str, str | None]) -> None:
    before = count_parameters(model)
    rows, right = [], 0
    for constant, other in others.items():
        after = count_parameters(other)
        guess, truth = guesses[constant], change(before, after)
        right += guess == truth
        rows.append(
            {
                t("parameters-quiz-step"): _step(constant, model, other),
                t("parameters-axis"): after,
                t("parameters-quiz-factor"): f"× {decimals(after / before, 2)}",
                t("parameters-quiz-guess"): "–" if guess is None else t(f"parameters-change-{guess}"),
                t("parameters-quiz-mark"): "" if guess is None else "✓" if guess == truth else "✗",
            }
        )
    if any(guesses.values()):
        st.markdown(t("parameters-quiz-right", right=right, asked=len(others)))
    count = st.column_config.NumberColumn(format="localized")
    st.dataframe(rows, hide_index=True, column_config={t("parameters-axis"): count}, key="parameters-answer")


def _draw_growth(model: ModelConfig) -> None:
    words = parameters_words(model)
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(t("parameters-growth"), anchor=False)
        growths = [growth(model, constant) for constant in CONSTANTS]
        ends = [
            t("alt-growth-end", name=one.constant.upper(), value=int(one.values[-1]), count=int(one.counts[-1]))
            for one in growths
        ]
        alt, name = t("alt-growth", ends=listed(ends)), t("parameters-growth")
        picture(growth_curves(growths, words), "parameters-growth", alt, partial(_growths_table, growths), name=name)
        st.caption(t("parameters-growth-look"))
    with right:
        st.subheader(t("parameters-move"), anchor=False)
        st.selectbox(
            t("parameters-move"),
            CONSTANTS,
            format_func=str.upper,
            label_visibility="collapsed",
            **init_choice(MOVES, CONSTANTS, "embedding_size"),
        )
        chosen = growth(model, st.session_state[MOVES])
        alt, name = _told_move(chosen), t("parameters-move")
        table = partial(_modules_table, chosen, words.modules)
        picture(growth_by_module(chosen, words), "parameters-move", alt, table, name=name)
        st.caption(t("parameters-move-look"))


def _growths_table(growths: list[Growth]) -> pd.DataFrame:
    return pd.concat(
        [pd.DataFrame({one.constant.upper(): one.values, t("parameters-axis"): one.counts}) for one in growths]
    )


def _told_move(chosen: Growth) -> str:
    values, counts = chosen.values, chosen.counts
    ends = {"first": int(values[0]), "last": int(values[-1]), "low": int(counts[0]), "high": int(counts[-1])}
    return t("alt-move", constant=chosen.constant.upper(), **ends)


def _modules_table(chosen: Growth, modules: dict[str, str]) -> pd.DataFrame:
    counts = {modules[module]: counts for module, counts in chosen.by_module.items()}
    return pd.DataFrame({chosen.constant.upper(): chosen.values, **counts})
