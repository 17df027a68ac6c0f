"""What the walk is sent: a header in JSON, then the arrays of one head and one layer as float32, number for number."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gptviz.analysis.attention_steps import AttentionSteps, Linear
from gptviz.config import ModelConfig
from gptviz.figures import theme
from gptviz.trace import Array

_LETTERS = {"query": "Q", "key": "K", "value": "V", "output": "O"}


@dataclass(frozen=True)
class Layer:
    """One attention layer and the head to look at.

    Args:
        config: The model, with attention; its `heads` are those of `steps`.
        steps: Arrays of the layer for one text, B = 1.
        linears: Its Linear layers, as `gptviz.analysis.attention_steps.linear_layers` names them.
        head: 0 <= head < H.
    """

    config: ModelConfig
    steps: AttentionSteps
    linears: Mapping[str, Linear]
    head: int


def arrays_sent(layer: Layer) -> dict[str, Array]:
    """Return the arrays that the browser draws, by the names of the code lines, each of two axes.

    Args:
        layer: H heads; of scores and weights only those of the chosen one are sent.

    Returns:
        x, Q, K, V, merged, output (T, E); raw, scores, weights (T, T) of the head; W_Q, ... (E, E) and b_Q, ... (1, E).
    """
    steps, head = layer.steps, layer.head
    wide = {"x": steps.x, "Q": steps.queries, "K": steps.keys, "V": steps.values}
    square = {"raw": steps.raw_scores, "scores": steps.scores, "weights": steps.weights}
    arrays = {name: array[0] for name, array in wide.items()}
    arrays |= {name: array[0, head] for name, array in square.items()}
    arrays |= {"merged": steps.merged[0], "output": steps.output[0]}
    for part, linear in layer.linears.items():
        arrays |= {f"W_{_LETTERS[part]}": linear.weight, f"b_{_LETTERS[part]}": linear.bias[None]}
    return arrays


def packed(layer: Layer, header: dict[str, Any]) -> bytes:
    """Pack a layer for the browser.

    Args:
        layer: To show.
        header: JSON values for the browser; sizes, switches of the model and colours are added.

    Returns:
        4 bytes little-endian: length of the header; the header as JSON in UTF-8; then the arrays that it lists, row by
        row, as little-endian float32.

    Raises:
        ValueError: The model has no attention, or there is no such head.
    """
    config, settings = layer.config, layer.config.attention
    if settings is None or not 0 <= layer.head < config.heads:
        raise ValueError(f"head {layer.head} of {config.heads}; valid: a head of a model with attention")
    arrays = arrays_sent(layer)
    full = header | {
        "arrays": [[name, *array.shape] for name, array in arrays.items()],
        "T": layer.steps.x.shape[1],
        "E": config.embedding_size,
        "H": config.heads,
        "D": config.head_size,
        "head": layer.head,
        "causal": settings.causal,
        "projections": settings.projections,
        "scale": settings.scale,
        "softmaxOver": settings.softmax_over,
        "divisor": config.score_divisor,
        "headColor": theme.head_color(layer.head),
        "sequential": theme.color_table(theme.SEQUENTIAL).tobytes().hex(),
        "diverging": theme.color_table(theme.DIVERGING).tobytes().hex(),
    }
    text = json.dumps(full, ensure_ascii=False, separators=(",", ":")).encode()
    numbers = b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in arrays.values())
    return struct.pack("<I", len(text)) + text + numbers
