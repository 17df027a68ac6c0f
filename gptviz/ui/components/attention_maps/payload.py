"""What the grid of attention maps is sent: a header in JSON, then one byte a weight.

Streamlit passes raw bytes on unchanged; in JSON or a Plotly figure a weight would take several times as much. Of causal
weights only the lower triangle is sent.
"""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.figures import theme

STRONGEST = 255


def quantised(weights: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Return weights 0 to 1 as bytes on the square root scale of `theme.weight_colorscale`: byte = 255 sqrt(weight).

    The root spends the bytes where most weights are: near 0.03 a byte is 0.0014, near 1 it is 0.008.

    Args:
        weights: Any shape, 0 to 1; NaN (a diverged model) becomes 0.
    """
    return np.rint(np.sqrt(np.clip(np.nan_to_num(weights, nan=0.0), 0, 1)) * STRONGEST).astype(np.uint8)


def quantised_similarity(similarities: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Return similarities -1 to 1 as bytes: byte = 127.5 (similarity + 1).

    Args:
        similarities: Any shape, -1 to 1; NaN (a diverged model) becomes 0.
    """
    return np.rint((np.clip(np.nan_to_num(similarities, nan=0.0), -1, 1) + 1) * (STRONGEST / 2)).astype(np.uint8)


# For each kind of value: how it becomes a byte, and its colours. The browser turns bytes back (VALUE).
SCALES = {"weight": (quantised, theme.SEQUENTIAL), "similarity": (quantised_similarity, theme.DIVERGING)}


def packed(weights: NDArray[np.floating], *, causal: bool, header: dict[str, Any], scale: str = "weight") -> bytes:
    """Pack maps for the browser.

    Args:
        weights: (F, L, H, T, T): frames, blocks, heads, queries, keys; 0 to 1, or similarities -1 to 1.
        causal: True: the future is masked and not sent.
        header: JSON values for the browser; its shape, mask and colours are added.
        scale: "weight" or "similarity".

    Returns:
        4 bytes little-endian: length of the header; the header as JSON in UTF-8; then frames, blocks and heads in
        order, each T*T bytes, or T*(T+1)/2 when causal (row 0 has one byte, row 1 two, ...).

    Raises:
        ValueError: weights do not have five axes, or the last two differ.
    """
    if weights.ndim != 5 or weights.shape[-1] != weights.shape[-2]:
        raise ValueError(f"weights have shape {weights.shape}; valid: (F, L, H, T, T)")
    T = weights.shape[-1]
    if causal:
        rows, columns = np.tril_indices(T)
        weights = weights[..., rows, columns]  # (F, L, H, T*(T+1)/2)
    as_bytes, anchors = SCALES[scale]
    full = header | {
        "frames": weights.shape[0],
        "blocks": weights.shape[1],
        "heads": weights.shape[2],
        "length": T,
        "causal": causal,
        "scale": scale,
        "colors": theme.color_table(anchors, STRONGEST + 1).tobytes().hex(),
        "headColors": [theme.head_color(head) for head in range(weights.shape[2])],
    }
    text = json.dumps(full, ensure_ascii=False, separators=(",", ":")).encode()
    return struct.pack("<I", len(text)) + text + as_bytes(weights).tobytes()
