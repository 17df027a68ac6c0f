"""From tokens to vectors, and through attention in two ways: the same numbers, the same parameters."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

import gptviz.notebook
from gptviz.figures.notebook import vectors_picture
from gptviz.figures.parameter_growth import head_cuts
from gptviz.i18n import t
from gptviz.notebook.lesson import PLACES, VOCABULARY, Comparison, Softmax, compare_ways
from gptviz.numbers import count, decimals, rough
from gptviz.runs.registry import get_manager
from gptviz.ui.notebook_choices import Choices
from gptviz.ui.parameters_panel import cuts_table
from gptviz.ui.picture import picture
from gptviz.ui.url_state import init_choice

FAULT = "fault"  # URL parameter: softmax(dim=1) as in the notebook
ROUNDING = 1e-5  # float32 sums in another order differ by less


def compared(choices: Choices) -> Comparison:
    """Return what a worker computes for the first batch.

    Raises:
        RunError: "no-worker".
    """
    with st.spinner(t("notebook-computing")):
        return _compared(choices.batch, choices.heads, choices.embedding_size)


@st.cache_data(show_spinner=False, max_entries=16)
def _compared(inputs: NDArray[np.int64], heads: int, embedding_size: int) -> Comparison:
    return get_manager().compute(compare_ways, inputs, heads, embedding_size)


def choose_softmax(comparison: Comparison) -> Softmax:
    """Draw the switch of the notebook's fault and return way A as it then computes."""
    faulty = st.toggle(t("notebook-fault"), help=t("notebook-fault.help"), **init_choice(FAULT, [False, True], False))
    return comparison.over_queries if faulty else comparison.over_keys


def choose_window(choices: Choices) -> int:
    """Draw the choice of a window of the batch and return its number, from 0."""
    numbers = range(1, len(choices.batch) + 1)
    if len(numbers) == 1:
        return 0
    return st.slider(t("notebook-window"), 1, numbers[-1], **init_choice("window", numbers, 1)) - 1


def draw_vectors(choices: Choices) -> None:
    """Draw the token vectors, the position vectors and their sums, for one window; and the shapes of all."""
    comparison, E = compared(choices), choices.embedding_size
    window = choose_window(choices)
    parts = {
        t("notebook-vectors-token"): comparison.tokens[window],
        t("notebook-vectors-position"): comparison.positions,
        t("notebook-vectors-sum"): comparison.sums[window],
    }
    tokens, places = choices.window_labels(window), [str(place + 1) for place in range(choices.max_length)]
    labels = dict(zip(parts, (tokens, places, tokens), strict=True))
    figure = vectors_picture(parts, labels, number=t("notebook-vectors-number"), value=t("notebook-vectors-value"))
    alt = _told_vectors(window, list(parts.values()))
    table = partial(_vectors_table, parts, labels)
    picture(figure, "notebook-vectors", alt, table, name=t("notebook-vectors-token"))
    st.caption(t("notebook-vectors-look"))
    st.markdown(
        t(
            "notebook-shapes",
            inputs=str(choices.batch.shape),
            token_table=f"{count(VOCABULARY)} × {E}",
            tokens=str(comparison.tokens.shape),
            position_table=f"{count(PLACES)} × {E}",
            positions=str(comparison.positions.shape),
            sums=str(comparison.sums.shape),
        )
    )


def _told_vectors(window: int, parts: list[NDArray[np.floating]]) -> str:
    lengths = [decimals(np.linalg.norm(vectors, axis=1).mean(), 2) for vectors in parts]
    return t("alt-vectors", window=window + 1, **dict(zip(("tokens", "positions", "sums"), lengths, strict=True)))


def _vectors_table(parts: dict[str, NDArray[np.floating]], labels: dict[str, list[str]]) -> pd.DataFrame:
    tables = []
    for name, vectors in parts.items():
        table = pd.DataFrame(vectors, columns=[str(number) for number in range(vectors.shape[1])])
        table.insert(0, t("notebook-part"), [f"{name} · {label}" for label in labels[name]])
        tables.append(table)
    return pd.concat(tables)


def draw_ways(choices: Choices) -> None:
    """Draw how way A's matrices lie in way B's, count the parameters of both, and compare their outputs."""
    comparison, E, H = compared(choices), choices.embedding_size, choices.heads
    left, right = st.columns(2, gap="large")
    with left:
        alt = t("notebook-cuts-alt", heads=H, size=E // H)
        picture(head_cuts(E, [H]), "notebook-cuts", alt, partial(cuts_table, E, [H]), name=f"HEADS {H}")
        st.caption(t("notebook-cuts-look", heads=H, size=E // H, embedding=E))
    with right:
        softmax = choose_softmax(comparison)
        for column, way in zip(st.columns(2), ("a", "b"), strict=True):
            parameters = comparison.parameters_a if way == "a" else comparison.parameters_b
            column.metric(t(f"notebook-parameters-{way}"), count(parameters))
        st.metric(t("notebook-difference"), rough(softmax.difference), help=t("notebook-difference.help"))
        same = softmax.difference <= ROUNDING
        st.markdown(t("notebook-same" if same else "notebook-different", shape=str(comparison.output.shape)))
    columns = {t("notebook-count"): st.column_config.NumberColumn(format="localized")}
    st.dataframe(_parameter_rows(E, H), hide_index=True, column_config=columns, key="notebook-parameters")
    with st.expander(t("notebook-code")):
        code = Path(gptviz.notebook.__path__[0], "attention.py").read_text(encoding="utf-8")
        st.code(code, language="python", line_numbers=True)


def _parameter_rows(E: int, H: int) -> list[dict[str, object]]:
    def row(name: str, a: str, b: str, count: int) -> dict[str, object]:
        columns = ("notebook-part", "notebook-way-a", "notebook-way-b", "notebook-count")
        return dict(zip(map(t, columns), (name, a, b, count), strict=True))

    matrices = [row(t(f"notebook-{name}"), f"{H} × ({E // H} × {E})", f"{E} × {E}", E * E) for name in ("q", "k", "v")]
    return [
        *matrices,
        row(t("notebook-output-weight"), f"{E} × {E}", f"{E} × {E}", E * E),
        row(t("notebook-output-bias"), f"{E}", f"{E}", E),
    ]
