"""One head, large: which query looks at which key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.labels import escaped

# The map grows with the text between these, so that the cells of a short text are large.
SMALLEST_PX, LARGEST_PX, ROW_PX = 360, 528, 20
MARGIN_PX = theme.MARGIN_PX | {"t": 92}  # of which the colour bar takes all
MOST_NAMES = 40  # beside the largest map a name has 13 px
MOST_SUMS = 24  # on a phone a row then has 10 px
# Parts of the map's width, right of it: a gap, the bar of the largest row sum, all with the number behind the bar.
SUMS_GAP, SUMS_BAR, SUMS_ROOM = 0.03, 0.09, 0.25


@dataclass(frozen=True)
class AttentionMapWords:
    """The words of the picture.

    Args:
        query: Title of the rows.
        key: Title of the columns.
        weight: Title of the colour bar.
        row_sum: Title of the sums beside the rows.
    """

    query: str
    key: str
    weight: str
    row_sum: str


def attention_map(
    weights: NDArray[np.floating],
    labels: list[str],
    words: AttentionMapWords,
    *,
    causal: bool = True,
    row_sums: bool = False,
) -> go.Figure:
    """Draw the attention weights of one head; rows are queries (the first on top), columns keys.

    Args:
        weights: (T, T), from 0 to 1.
        labels: T labels of tokens, not escaped.
        words: In the reader's language.
        causal: True: the model masks the future; its cells are hatched, not zero. False: every cell is a weight.
        row_sums: True: bars beside the rows show what each row adds up to.

    Returns:
        The figure.

    Raises:
        ValueError: weights are not (T, T) with one label a row.
    """
    T = len(labels)
    if weights.shape != (T, T):
        raise ValueError(f"weights have shape {weights.shape}; valid: ({T}, {T}), as there are {T} labels")
    shown = np.where(np.tri(T, dtype=bool), weights, np.nan) if causal else weights
    traces: list[go.Heatmap | go.Scatter | go.Bar] = [
        go.Heatmap(
            z=shown.astype(np.float32),
            zmin=0,
            zmax=1,
            colorscale=theme.weight_colorscale(),
            # In pixels from the left edge of the map: its width on the page is not known here.
            colorbar=theme.colorbar(words.weight)
            | {"x": 0, "xanchor": "left", "xpad": 0, "lenmode": "pixels", "len": 180},
            text=_pairs(labels, causal),
            hovertemplate=f"%{{text}}<br>%{{y:d}} → %{{x:d}}<br>{words.weight} %{{z:.3f}}<extra></extra>",
            hoverongaps=False,
            xgap=1 if T <= MOST_NAMES else 0,
            ygap=1 if T <= MOST_NAMES else 0,
        )
    ]
    if causal and T > 1:
        traces.append(_future(T))
    if row_sums:
        traces.append(_row_sums(weights, words))
    return go.Figure(data=traces, layout=_layout([escaped(label) for label in labels], words, row_sums))


def _pairs(labels: list[str], causal: bool) -> NDArray[np.object_]:
    """(T, T) texts `query → key`; labels isolate right-to-left letters, so these do not turn the arrow around."""
    names = [escaped(label) for label in labels]
    rows = [
        [f"{query} → {key}" if column <= row or not causal else "" for column, key in enumerate(names)]
        for row, query in enumerate(names)
    ]
    # Plotly checks the cells of a list one by one, those of an array at once: 6 times faster at T=256.
    return np.array(rows, dtype=object)


def _future(T: int) -> go.Scatter:
    """The stairs above the diagonal: positions that the query may not see."""
    corners = np.arange(1, T)
    x = np.repeat(corners - 0.5, 2)
    y = np.stack([corners - 1.5, corners - 0.5], axis=1).ravel()
    return go.Scatter(
        x=[*x, T - 0.5, T - 0.5, 0.5],
        y=[*y, T - 1.5, -0.5, -0.5],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillpattern={
            "shape": "/",
            "size": 7,
            "solidity": 0.14,
            "fgcolor": theme.MASKED_HATCH,
            "bgcolor": theme.MASKED,
            "fillmode": "replace",
        },
        hoverinfo="skip",
    )


def _row_sums(weights: NDArray[np.floating], words: AttentionMapWords) -> go.Bar:
    """Bars on the axis of the map itself: they stay beside it, however wide the page is."""
    T = len(weights)
    sums = weights.sum(axis=-1)
    return go.Bar(
        base=T - 0.5 + SUMS_GAP * T,
        x=sums / max(1.0, float(np.nan_to_num(sums).max())) * SUMS_BAR * T,
        y=np.arange(T),
        orientation="h",
        marker={"color": theme.MUTED},
        customdata=sums,
        text=[f"{total:.2f}" for total in sums] if T <= MOST_SUMS else None,
        textposition="outside",
        constraintext="none",
        textfont={"size": theme.TICK_SIZE_PX},
        cliponaxis=False,
        hovertemplate=f"%{{y:d}}<br>{words.row_sum} %{{customdata:.3f}}<extra></extra>",
    )


def _layout(labels: list[str], words: AttentionMapWords, row_sums: bool) -> dict[str, Any]:
    # Cells are square whatever the width of the page: the map sits at the left, below the colour bar.
    T = len(labels)
    x = theme.token_axis(labels, words.key, longest=MOST_NAMES) | {"constraintoward": "left"}
    y = theme.token_axis(labels, words.query, longest=MOST_NAMES) | {"scaleanchor": "x", "constraintoward": "top"}
    y["range"] = [T - 0.5, -0.5]
    more: dict[str, Any] = {"xaxis": x, "yaxis": y}
    if row_sums:
        x["range"] = [-0.5, T - 0.5 + SUMS_ROOM * T]
        above = {"x": T - 0.5 + SUMS_GAP * T, "xanchor": "left", "y": -0.5, "yanchor": "bottom", "showarrow": False}
        more["annotations"] = [above | {"text": words.row_sum, "font": {"size": theme.TICK_SIZE_PX}}]
    map_px = int(np.clip(ROW_PX * T, SMALLEST_PX, LARGEST_PX))
    return theme.layout(height_px=map_px + MARGIN_PX["t"] + MARGIN_PX["b"], margin=MARGIN_PX, **more)
