"""The moment at which a character was chosen: what else was likely, and what each head looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.labels import escaped, token_labels

BAR_PX = 30
ROW_PX = 24


@dataclass(frozen=True)
class ChoiceWords:
    """The words of the bars: the axis, the model's probabilities, those that were drawn from."""

    probability: str
    model: str
    drawn_from: str


@dataclass(frozen=True)
class HeadRowsWords:
    """The words of the heads' rows: the axis of characters and the colour bar."""

    seen: str
    weight: str


def choice_bars(
    characters: Sequence[str],
    probabilities: NDArray[np.floating],
    drawn_from: NDArray[np.floating],
    chosen: int,
    words: ChoiceWords,
) -> go.Figure:
    """Draw the probabilities of some characters, the model's and those after temperature and top-k.

    Args:
        characters: N of them, the first on top; not escaped.
        probabilities: (N,) of the model.
        drawn_from: (N,) that the character was drawn from.
        chosen: Which of them was chosen, 0 to N - 1; it is pointed at.
        words: In the reader's language.
    """
    at = np.arange(len(characters))
    bars = [
        go.Bar(y=at, x=values, orientation="h", name=name, marker={"color": color}, hovertemplate="%{x:.2%}")
        for values, name, color in (
            (probabilities, words.model, theme.TRAIN),
            (drawn_from, words.drawn_from, theme.TEST),
        )
    ]
    labels = [escaped(label) for label in token_labels(characters)]
    labels[chosen] = f"▶ {labels[chosen]}"
    layout = theme.layout(
        height_px=110 + BAR_PX * len(characters),
        margin=theme.MARGIN_PX | {"t": 40},
        xaxis=theme.axis(words.probability, tickformat=".0%", rangemode="tozero"),
        yaxis=theme.token_axis(labels, "") | {"range": [len(labels) - 0.5, -0.5]},
        barmode="group",
        showlegend=True,  # bars stand in pairs: no place beside them belongs to one of the two
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "traceorder": "normal"},
    )
    return go.Figure(data=bars, layout=layout)


def head_rows(
    weights: NDArray[np.floating], names: Sequence[str], labels: Sequence[str], words: HeadRowsWords
) -> go.Figure:
    """Draw what each head looked at from the last character: one row a head, one column a character.

    Args:
        weights: (R, T) from 0 to 1, R heads.
        names: Of the R heads, the first on top.
        labels: Of the T characters, not escaped.
        words: In the reader's language.

    Raises:
        ValueError: weights are not (R, T).
    """
    R, T = len(names), len(labels)
    if weights.shape != (R, T):
        raise ValueError(f"weights have shape {weights.shape}; valid, by names and labels: {(R, T)}")
    safe = [escaped(label) for label in labels]
    hover = np.array([[f"{escaped(name)} → {label}" for label in safe] for name in names], dtype=object)
    heatmap = go.Heatmap(
        z=weights.astype(np.float32),
        zmin=0,
        zmax=1,
        colorscale=theme.weight_colorscale(),
        colorbar=theme.colorbar(words.weight),
        text=hover,
        hovertemplate=f"%{{text}}<br>{words.weight} %{{z:.3f}}<extra></extra>",
        xgap=1 if T <= 64 else 0,
        ygap=1,
    )
    layout = theme.layout(
        height_px=140 + ROW_PX * R,
        margin=theme.MARGIN_PX | {"t": 56},
        xaxis=theme.token_axis(safe, words.seen),
        yaxis=theme.axis(
            tickmode="array",
            tickvals=list(range(R)),
            ticktext=[escaped(name) for name in names],
            range=[R - 0.5, -0.5],
            showgrid=False,
        ),
    )
    return go.Figure(data=[heatmap], layout=layout)
