"""The notebook's slip, softmax(dim=1): rows that do not add up to 1, and a future that leaks."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from gptviz.export.tables import weights_table
from gptviz.figures.notebook import leak_bars, weights_with_sums
from gptviz.i18n import listed, t
from gptviz.notebook.lesson import Comparison
from gptviz.numbers import decimals, rough
from gptviz.ui.notebook_choices import Choices
from gptviz.ui.notebook_ways import choose_softmax, choose_window, compared
from gptviz.ui.picture import picture
from gptviz.ui.url_state import init_choice

SEEN = "seen"  # URL parameter: a shared link shows the answer too
GUESSES = ("none", "some", "all")


def draw_fault(choices: Choices) -> None:
    """Draw the weights of one head with their sums, under either softmax; then ask whether the future leaks."""
    comparison = compared(choices)
    left, right = st.columns([3, 2], gap="large")
    with right:
        softmax = choose_softmax(comparison)
        window = choose_window(choices)
        heads = range(1, choices.heads + 1)
        head = st.select_slider(t("notebook-head"), heads, **init_choice("head", heads, 1)) if choices.heads > 1 else 1
        weights = softmax.weights[head - 1, window]
        rows, columns = weights.sum(axis=1), weights.sum(axis=0)
        st.markdown(
            t(
                "notebook-sums",
                row_low=decimals(rows.min(), 2),
                row_high=decimals(rows.max(), 2),
                column_low=decimals(columns.min(), 2),
                column_high=decimals(columns.max(), 2),
            )
        )
        st.caption(t("notebook-sums-look"))
    with left:
        labels = choices.window_labels(window)
        figure = weights_with_sums(
            weights,
            labels,
            query=t("words-query"),
            key=t("words-key"),
            sum_name="Σ",
            weight=t("words-weight"),
        )
        alt = t("notebook-weights-alt", window=window + 1, head=head)
        told = t("alt-weights-sums", picture=alt, low=decimals(rows.min(), 2), high=decimals(rows.max(), 2))
        table = partial(weights_table, weights, labels)
        picture(figure, "notebook-weights", told, lambda: table().reset_index(), name=t("words-weight"))
    _draw_question(choices, comparison)


def _draw_question(choices: Choices, comparison: Comparison) -> None:
    earlier = choices.max_length - 1
    st.subheader(t("notebook-question"), anchor=False)
    with st.form("notebook-question"):
        guess = st.radio(
            t("notebook-question-asked", earlier=earlier),
            GUESSES,
            index=None,
            format_func=lambda guess: t(f"notebook-guess-{guess}"),
            key="guess",
        )
        st.form_submit_button(t("notebook-see"), type="primary", key="notebook-see", on_click=_see)
    if SEEN in st.query_params:
        _draw_answer(comparison, guess)


def _see() -> None:
    st.query_params[SEEN] = "yes"


def _draw_answer(comparison: Comparison, guess: str | None) -> None:
    leak = comparison.over_queries.leak[:-1]
    changed = int((leak > 0).sum())
    truth = "none" if changed == 0 else "all" if changed == len(leak) else "some"
    if guess is not None:
        st.markdown(t("notebook-guess-right" if guess == truth else "notebook-guess-wrong"))
    leaks = {"dim=-1": comparison.over_keys.leak, "dim=1": comparison.over_queries.leak}
    labels = [str(place + 1) for place in range(len(leak) + 1)]
    figure = leak_bars(leaks, labels, place=t("notebook-leak-place"), change=t("notebook-leak-change"))
    largest = [f"{name} {rough(values[:-1].max(initial=0))}" for name, values in leaks.items()]
    alt, along = t("alt-leak", changes=listed(largest)), t("notebook-leak-place")
    picture(
        figure, "notebook-leak", alt, lambda: pd.DataFrame({along: labels, **leaks}), name=t("notebook-leak-change")
    )
    st.markdown(
        t(
            "notebook-leak",
            changed=changed,
            earlier=len(leak),
            most=rough(leak.max()),
            right=rough(comparison.over_keys.leak[:-1].max()),
        )
    )
