"""All blocks and heads at once, as one tiled heatmap: a static picture, light enough to send often.

The live grid of the train page is a component (`gptviz.ui.components.attention_maps`); this is for export and print.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.figures import theme

# A byte a cell: two codes that are no weights, then the weights on the square root scale. Streamlit sends the bytes as
# base64 in JSON, in which Plotly writes each "/" (all bits set) as six characters: so the most frequent code is 0.
FUTURE, GAP, WEAKEST, STRONGEST = 0, 1, 2, 255


@dataclass(frozen=True)
class AttentionOverviewWords:
    """The words of the picture: the names of the L blocks and of the H heads."""

    blocks: list[str]
    heads: list[str]


def attention_overview(
    weights: NDArray[np.floating], words: AttentionOverviewWords, *, causal: bool = True
) -> go.Figure:
    """Draw the weights of every head as small maps: one row a block, one column a head.

    Args:
        weights: (L, H, T, T), from 0 to 1; rows are queries, columns keys.
        words: In the reader's language.
        causal: True: the future is masked and drawn grey.

    Returns:
        The figure, with one heatmap trace of bytes.

    Raises:
        ValueError: weights are not (L, H, T, T) with a name for each block and head.
    """
    if weights.ndim != 4 or weights.shape[:2] != (len(words.blocks), len(words.heads)):
        raise ValueError(
            f"weights have shape {weights.shape}; valid: ({len(words.blocks)}, {len(words.heads)}, T, T), one a name"
        )
    L, T = weights.shape[0], weights.shape[-1]
    gap = max(1, T // 32)
    cells = tiles(weights, gap=gap, causal=causal)
    heatmap = go.Heatmap(z=cells, zmin=0, zmax=255, colorscale=_codes(), showscale=False, hoverinfo="skip")
    plain = {"visible": False, "constrain": "domain"}
    layout = theme.layout(
        height_px=60 + 150 * L,
        margin={"l": 72, "r": 8, "t": 32, "b": 8},
        xaxis=plain | {"range": [-0.5, cells.shape[1] - 0.5]},
        yaxis=plain | {"range": [cells.shape[0] - 0.5, -0.5], "scaleanchor": "x", "constraintoward": "top"},
        annotations=_names(words, T, gap),
    )
    return go.Figure(data=[heatmap], layout=layout)


def tiles(weights: NDArray[np.floating], *, gap: int, causal: bool) -> NDArray[np.uint8]:
    """Lay the maps out side by side as bytes.

    Args:
        weights: (L, H, T, T), from 0 to 1.
        gap: Cells between two maps.
        causal: True: cells above the diagonal become FUTURE.

    Returns:
        (L * (T + gap) - gap, H * (T + gap) - gap) bytes: FUTURE, GAP, or WEAKEST (weight 0) to STRONGEST (weight 1).
    """
    L, H, T, _ = weights.shape
    maps = np.rint(WEAKEST + np.sqrt(np.clip(weights, 0, 1)) * (STRONGEST - WEAKEST)).astype(np.uint8)
    if causal:
        maps = np.where(np.tri(T, dtype=bool), maps, np.uint8(FUTURE))
    padded = np.full((L, H, T + gap, T + gap), GAP, dtype=np.uint8)
    padded[:, :, :T, :T] = maps
    # (L, H, T, T) -> (L, T, H, T) -> (L*T, H*T), each T with its gap: blocks below each other, heads side by side
    grid = padded.transpose(0, 2, 1, 3).reshape(L * (T + gap), H * (T + gap))
    return grid[:-gap, :-gap]


def _codes() -> list[list]:
    """The colour of every code; between two codes the scale jumps."""
    table = theme.color_table(theme.SEQUENTIAL, 17)
    codes = np.linspace(WEAKEST, STRONGEST, len(table))
    after_future, after_gap = (FUTURE + 0.5) / 255, (GAP + 0.5) / 255
    return [
        [0, theme.MASKED],
        [after_future, theme.MASKED],
        [after_future, theme.TRANSPARENT],
        [after_gap, theme.TRANSPARENT],
        [after_gap, theme.SEQUENTIAL[0]],
        *([code / 255, f"rgb({r},{g},{b})"] for code, (r, g, b) in zip(codes.tolist(), table.tolist(), strict=True)),
    ]


def _names(words: AttentionOverviewWords, T: int, gap: int) -> list[dict]:
    middle = (T - 1) / 2
    heads = [
        {"text": name, "x": head * (T + gap) + middle, "y": -0.5, "yanchor": "bottom", "yshift": 2}
        for head, name in enumerate(words.heads)
    ]
    blocks = [
        {"text": name, "y": block * (T + gap) + middle, "x": -0.5, "xanchor": "right", "xshift": -8}
        for block, name in enumerate(words.blocks)
    ]
    return [{"showarrow": False, "font": {"size": theme.TICK_SIZE_PX}, **name} for name in (*heads, *blocks)]
