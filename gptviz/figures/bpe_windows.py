"""Sliding windows over the tokens of a text: one row a window, and below how often each token is an input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.labels import escaped

INPUT, ONLY_TARGET = 1.0, 0.0
ROW_PX = 30
COUNTED = "#d5e3f8"  # opaque: Plotly picks the colour of a number by its cell, not by the page behind it
COUNTS_BELOW = 0.4  # rows between the last window and the counts


@dataclass(frozen=True)
class WindowsWords:
    """The words of the picture.

    Args:
        token: Title of the columns.
        window: What a row is, before its number.
        input: A token that goes into the model in this window.
        target: The token that is only a target in this window.
        times: Title of the row of counts.
        never: What a token with a count of 0 is.
    """

    token: str
    window: str
    input: str
    target: str
    times: str
    never: str


def windows_picture(
    starts: NDArray[np.integer],
    max_length: int,
    labels: list[str],
    times_input: NDArray[np.integer],
    words: WindowsWords,
    *,
    first: int = 0,
) -> go.Figure:
    """Draw some neighbouring windows as a staircase.

    Args:
        starts: (N,) where each drawn window begins in the text.
        max_length: T, inputs of each.
        labels: One for each token of the whole text, not escaped.
        times_input: (length,) in how many windows of the whole text each token is an input.
        words: In the reader's language.
        first: Number of the first drawn window, from 0.

    Returns:
        The figure; inputs are dark, the last target pale, tokens that are never an input orange.
    """
    left, right = int(starts[0]), int(starts[-1]) + max_length  # the last target stands at `right`
    places = np.arange(left, right + 1)
    N = len(starts)
    cells = np.full((N, len(places)), np.nan, dtype=np.float32)
    texts = np.full(cells.shape, "", dtype=object)
    for row, start in enumerate(starts):
        for place in range(int(start), int(start) + max_length + 1):
            kind = INPUT if place < start + max_length else ONLY_TARGET
            cells[row, place - left] = kind
            role = words.input if kind == INPUT else words.target
            texts[row, place - left] = (
                f"{words.window} {first + row + 1}<br>{place}: {escaped(labels[place])}<br>{role}"
            )
    squares = go.Heatmap(
        x=places,
        y=np.arange(N),
        z=cells,
        zmin=0,
        zmax=1,
        colorscale=[[0, theme.TRAIN_PALE], [1, theme.TRAIN]],
        showscale=False,
        hoverongaps=False,
        text=texts,
        hovertemplate="%{text}<extra></extra>",
        xgap=2,
        ygap=4,
    )
    counts = _counts(places, N + COUNTS_BELOW, labels, times_input, words)
    return go.Figure(data=[squares, counts], layout=_layout(places, labels, N, first, words))


def _counts(
    places: NDArray[np.integer], y: float, labels: list[str], times: NDArray[np.integer], words: WindowsWords
) -> go.Heatmap:
    """One row of numbers: how often each token is an input, on orange where never."""
    never = times[places] == 0
    said = np.where(never, words.never, "")
    hovers = [
        f"{place}: {escaped(labels[place])}<br>{words.times} {times[place]}<br>{note}"
        for place, note in zip(places.tolist(), said, strict=True)
    ]
    return go.Heatmap(
        x=places,
        y=[y],
        z=[never.astype(np.float32)],
        zmin=0,
        zmax=1,
        colorscale=[[0, COUNTED], [1, theme.TEST]],
        showscale=False,
        text=[times[places].astype(str)],
        texttemplate="%{text}",
        textfont={"family": theme.TOKEN_FONT, "size": theme.TICK_SIZE_PX},
        hovertext=[hovers],
        hovertemplate="%{hovertext}<extra></extra>",
        xgap=2,
        ygap=4,
    )


def _layout(places: NDArray[np.integer], labels: list[str], N: int, first: int, words: WindowsWords) -> dict[str, Any]:
    x = theme.axis(
        words.token,
        tickmode="array",
        tickvals=places,
        ticktext=[escaped(labels[place]) for place in places],
        tickfont={"family": theme.TOKEN_FONT, "size": theme.TICK_SIZE_PX},
        tickangle=-90,
        showgrid=False,
        side="top",
        range=[places[0] - 0.5, places[-1] + 0.5],
    )
    y = theme.axis(
        words.window,
        tickmode="array",
        tickvals=[*range(N), N + COUNTS_BELOW],
        ticktext=[*(str(first + row + 1) for row in range(N)), words.times],
        showgrid=False,
        range=[N + COUNTS_BELOW + 0.6, -0.6],
    )
    height_px = ROW_PX * (N + 2) + 150
    return theme.layout(height_px=height_px, margin=theme.MARGIN_PX | {"t": 56, "b": 8}, xaxis=x, yaxis=y)
