"""One attention layer in single steps: the arrays between those that a `Trace` names, and their shapes.

A learner walks from x (B, T, E) to the output (B, T, E): every array on the way is one of the trace, or one operation
of `gptviz.trace` away from it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gptviz.config import AttentionConfig, ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import Array, AttentionTrace, BlockTrace, attention_weights, merge_heads, split_heads

# In the order of the computation; the names are also those of texts and of links.
STEPS = (
    "input",
    "project",
    "split",
    "transpose",
    "scores",
    "scale",
    "mask",
    "softmax",
    "mix",
    "transpose-back",
    "merge",
    "output",
)


@dataclass(frozen=True)
class AttentionSteps:
    """Every array on the way through one attention layer, in the order of `STEPS`.

    Args:
        x: (B, T, E), what attention reads.
        queries: (B, T, E), before they are cut into heads.
        keys: (B, T, E).
        values: (B, T, E).
        raw_scores: (B, H, T, T), Q Kᵀ, before they are divided.
        scores: (B, H, T, T), after.
        masked: (B, H, T, T), minus infinity in the future of a causal model.
        weights: (B, H, T, T), what softmax makes of them.
        merged: (B, T, E), weights @ V of all heads, side by side.
        output: (B, T, E), after the output Linear.
    """

    x: Array
    queries: Array
    keys: Array
    values: Array
    raw_scores: Array
    scores: Array
    masked: Array
    weights: Array
    merged: Array
    output: Array


@dataclass(frozen=True)
class Linear:
    """A Linear layer's numbers: y = x Wᵀ + b.

    Args:
        weight: (out, in).
        bias: (out,).
    """

    weight: Array
    bias: Array


def attention_steps(x: Array, attention: AttentionTrace, settings: AttentionConfig) -> AttentionSteps:
    """Return the arrays of every step of an attention layer.

    Args:
        x: (B, T, E), what it read: `BlockTrace.attention_input`.
        attention: What the trace kept of it.
        settings: Of the model.
    """
    past = np.tri(x.shape[1], dtype=bool)  # (T, T), True on and below the diagonal
    return AttentionSteps(
        x=x,
        queries=merge_heads(attention.queries),
        keys=merge_heads(attention.keys),
        values=merge_heads(attention.values),
        raw_scores=attention.queries @ attention.keys.swapaxes(-1, -2),
        scores=attention.scores,
        masked=np.where(past, attention.scores, -np.inf) if settings.causal else attention.scores,
        weights=attention.weights,
        merged=attention.merged,
        output=attention.output,
    )


def linear_layers(parameters: Parameters, config: ModelConfig, block: int) -> dict[str, Linear]:
    """Return the Linear layers of a block's attention by name: query, key, value (where the model has them), output."""
    projections = config.attention is not None and config.attention.projections
    names = ("query", "key", "value", "output") if projections else ("output",)
    prefix = f"blocks.{block}.attention"
    return {name: Linear(parameters[f"{prefix}.{name}.weight"], parameters[f"{prefix}.{name}.bias"]) for name in names}


def cut_otherwise(block: BlockTrace, config: ModelConfig, output: Linear) -> AttentionTrace:
    """Return a block's attention as it would be if the very same queries, keys and values were cut into other heads.

    Not a model trained with that many heads: its parameters learned to work with the cut they had.

    Args:
        block: Of a trace of the model as it was trained; with attention.
        config: The same model with other `heads`.
        output: The output Linear of its attention.

    Raises:
        ValueError: The block has no attention.
    """
    if block.attention is None or config.attention is None:
        raise ValueError("this block has no attention to cut into heads")
    whole = (block.attention.queries, block.attention.keys, block.attention.values)
    # (B, H, T, D) -> (B, T, E) -> (B, H', T, D')
    queries, keys, values = (split_heads(merge_heads(part), config.heads) for part in whole)
    scores = queries @ keys.swapaxes(-1, -2) / config.score_divisor  # (B, H', T, T)
    weights = attention_weights(scores, causal=config.attention.causal, softmax_over=config.attention.softmax_over)
    head_outputs = weights @ values  # (B, H', T, D')
    merged = merge_heads(head_outputs)  # (B, T, E)
    after = merged @ output.weight.T + output.bias
    return AttentionTrace(queries, keys, values, scores, weights, head_outputs, merged, after)


def step_shapes(step: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the arrays that a step reads and those that it makes: (name, axes), the axes as letters "BTHD".

    Args:
        step: One of `STEPS`.
    """
    qkv = ("Q", "K", "V")
    shapes = {
        "input": ([], [("x", "BTE")]),
        "project": ([("x", "BTE")], [(name, "BTE") for name in qkv]),
        "split": ([(name, "BTE") for name in qkv], [(name, "BTHD") for name in qkv]),
        "transpose": ([(name, "BTHD") for name in qkv], [(name, "BHTD") for name in qkv]),
        "scores": ([("Q", "BHTD"), ("Kᵀ", "BHDT")], [("scores", "BHTT")]),
        "scale": ([("scores", "BHTT")], [("scores", "BHTT")]),
        "mask": ([("scores", "BHTT")], [("scores", "BHTT")]),
        "softmax": ([("scores", "BHTT")], [("weights", "BHTT")]),
        "mix": ([("weights", "BHTT"), ("V", "BHTD")], [("heads", "BHTD")]),
        "transpose-back": ([("heads", "BHTD")], [("heads", "BTHD")]),
        "merge": ([("heads", "BTHD")], [("merged", "BTE")]),
        "output": ([("merged", "BTE")], [("output", "BTE")]),
    }
    return shapes[step]


def axis_sizes(config: ModelConfig, batch: int, length: int) -> dict[str, int]:
    """Return how long each axis is: B, T, E, H, D."""
    return {"B": batch, "T": length, "E": config.embedding_size, "H": config.heads, "D": config.head_size}


def pair_products(attention: AttentionTrace, head: int, query: int, key: int) -> Array:
    """Return q_d k_d for each dimension d of one pair of positions of the first text; they sum to the raw score.

    Args:
        attention: Of the trace.
        head: 0 <= head < H.
        query: Position of the query.
        key: Position of the key.

    Returns:
        (D,).
    """
    return attention.queries[0, head, query] * attention.keys[0, head, key]
