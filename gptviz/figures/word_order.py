"""The same characters in two orders: how much each character changes in the eyes of the model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from gptviz.figures import theme
from gptviz.labels import escaped


@dataclass(frozen=True)
class WordOrderWords:
    """The words of the picture.

    Args:
        character: Title of the axis of characters.
        change: Title of the axis of change.
        with_positions: Name of the bars with positions.
        without_positions: Name of the bars without positions.
    """

    character: str
    change: str
    with_positions: str
    without_positions: str


def order_bars(changes: pd.DataFrame, column: str, labels: list[str], words: WordOrderWords) -> go.Figure:
    """Draw how much each character changes between the two orders, with and without positions.

    Args:
        changes: Rows of `gptviz.analysis.word_order.compare_orders` for one setting of the mask.
        column: "embedding_change" (0 to 2) or "prediction_change" (0 to 1).
        labels: One a character of the first sentence, not escaped.
        words: In the reader's language.

    Returns:
        The figure; a change of zero is a visible point on the line of zero, not a missing bar.
    """
    traces = []
    for positions, name, color in (
        (True, words.with_positions, theme.TRAIN),
        (False, words.without_positions, theme.TEST),
    ):
        rows = changes[changes["positions"] == positions].sort_values("position_first")
        if rows.empty:
            continue
        side = -0.15 if positions else 0.15
        at = rows["position_first"].to_numpy() + side
        traces += [_stems(at, rows[column].to_numpy(), color), _heads(at, rows, column, name, color)]
    highest = {"embedding_change": 2.0, "prediction_change": 1.0}[column]
    layout = theme.layout(
        height_px=300,
        xaxis=theme.token_axis([escaped(label) for label in labels], words.character),
        yaxis=theme.axis(
            words.change, range=[-0.03 * highest, 1.03 * highest], zeroline=True, zerolinecolor=theme.MUTED
        ),
        showlegend=True,  # marks stand in pairs: no place beside them belongs to one of the two
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        margin=theme.MARGIN_PX | {"t": 40},
    )
    return go.Figure(data=traces, layout=layout)


def _stems(x: np.ndarray, y: np.ndarray, color: str) -> go.Bar:
    return go.Bar(x=x, y=y, width=0.03, marker={"color": color}, hoverinfo="skip", showlegend=False)


def _heads(x: np.ndarray, rows: pd.DataFrame, column: str, name: str, color: str) -> go.Scatter:
    return go.Scatter(
        x=x,
        y=rows[column].to_numpy(),
        mode="markers",
        marker={"color": color, "size": 11},
        name=name,
        customdata=rows[["position_first", "position_second"]].to_numpy(),
        hovertemplate="%{customdata[0]} → %{customdata[1]}<br>%{y:.3f}<extra></extra>",
    )
