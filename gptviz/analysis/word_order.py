"""Does the model notice the order of the characters? 老鼠爱大米 against 大米爱老鼠: the same characters, another story.

Each character of the first sentence is paired with the same character of the second, and what the model makes of the
two is compared, with everything else equal. Two things can tell the model the order:

- position embeddings: the same character gets another vector at another place, even before attention;
- the causal mask: each character sees another past, so order leaks in even without positions.

Without both, attention treats the text as a bag of characters: every character's output is the same in both sentences
(self-attention is equivariant under permutation). `compare_orders` shows all four combinations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import trace


@dataclass(frozen=True)
class OrderVariant:
    """One way to run the model: with or without positions, with or without the causal mask."""

    positions: bool
    causal: bool


def match_characters(first: NDArray[np.integer], second: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return for each token of the first text the index of the same token in the second; repeats in their order.

    Args:
        first: (T,) tokens.
        second: (T,) the same tokens in another order.

    Returns:
        (T,) indices, each of 0 to T-1 once.

    Raises:
        ValueError: The second text is not a reordering of the first.
    """
    if first.shape != second.shape or not np.array_equal(np.sort(first), np.sort(second)):
        raise ValueError("the second text is not a reordering of the first: both need the same characters as often")
    # Stable sorts line equal tokens up, first with first, second with second.
    match = np.empty(len(first), dtype=np.int64)
    match[np.argsort(first, kind="stable")] = np.argsort(second, kind="stable")
    return match


def order_variants(config: ModelConfig) -> list[OrderVariant]:
    """Return the variants that the model allows: positions can be switched off, but not on if it never had them."""
    with_positions = [True, False] if config.positions else [False]
    if config.attention is None:
        masks = [False]
    else:
        masks = [True, False] if config.attention.causal else [False]
    return [OrderVariant(positions, causal) for causal in masks for positions in with_positions]


def compare_orders(
    parameters: Parameters, config: ModelConfig, first: NDArray[np.integer], second: NDArray[np.integer]
) -> pd.DataFrame:
    """Compare what the model makes of each character in two orders, for every variant.

    Switching positions or mask off changes a model that was trained with them: it shows what the two carry, not how a
    model trained without them would do.

    Args:
        parameters: Of the model.
        config: The model.
        first: (T,) tokens, T <= context_size.
        second: (T,) the same tokens in another order.

    Returns:
        One row a character and variant: `position_first`, `position_second`, `positions`, `causal`,
        `embedding_change` (|a - b| over the mean of |a| and |b|, 0 to 2: the vectors that enter the first block) and
        `prediction_change` (total variation distance of the two predictions of the next character, 0 to 1).

    Raises:
        ValueError: The second text is not a reordering of the first, or too long for the model.
    """
    match = match_characters(first, second)
    frames = []
    for variant in order_variants(config):
        embeddings, predictions = _run(parameters, config, variant, np.stack([first, second]))
        frames.append(
            pd.DataFrame(
                {
                    "position_first": np.arange(len(first)),
                    "position_second": match,
                    "positions": variant.positions,
                    "causal": variant.causal,
                    "embedding_change": relative_distance(embeddings[0], embeddings[1][match]),
                    "prediction_change": total_variation(predictions[0], predictions[1][match]),
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def _run(
    parameters: Parameters, config: ModelConfig, variant: OrderVariant, tokens: NDArray[np.integer]
) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Embeddings (2, T, E) and predicted probabilities (2, T, V) of both texts, tokens (2, T)."""
    attention = config.attention and replace(config.attention, causal=variant.causal)
    switched = replace(config, positions=variant.positions, attention=attention)
    # In float32 the other order of summation alone would show as a change of 1e-7.
    exact: Parameters = {name: value.astype(np.float64) for name, value in parameters.items()}
    traced = trace(exact, switched, tokens)
    return traced.embeddings, probabilities(traced.logits)


def probabilities(logits: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return softmax over the last axis: logits (..., V) -> probabilities (..., V)."""
    exponentials = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def relative_distance(a: NDArray[np.floating], b: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return |a - b| over the mean of |a| and |b| for each vector: (T, E), (T, E) -> (T,), 0 to 2; 0 for two zeros."""
    mean_length = (np.linalg.norm(a, axis=-1) + np.linalg.norm(b, axis=-1)) / 2
    apart = np.linalg.norm(a - b, axis=-1)
    return np.divide(apart, mean_length, out=np.zeros_like(apart), where=mean_length > 0)


def total_variation(p: NDArray[np.floating], q: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return half the sum of |p - q|: the probability that would have to move, (..., V), (..., V) -> (...), 0 to 1."""
    return np.abs(p - q).sum(axis=-1) / 2
