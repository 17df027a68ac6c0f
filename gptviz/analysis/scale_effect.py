"""What the scale factor does: scores and weights of one layer, divided by this or by that."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gptviz.config import AttentionConfig, ModelConfig
from gptviz.trace import Array, attention_weights


@dataclass(frozen=True)
class Scaled:
    """Scores divided by one number, and the weights that follow.

    Args:
        name: "none", "head_size" or "embedding_size": the square root of what they are divided by.
        divisor: The number itself.
        scores: (N,), of all pairs that are seen, of all heads.
        weights: (N,), of the same pairs.
        deviation: Standard deviation of the scores.
        largest: Mean over queries and heads of each query's largest weight, 0 to 1; NaN where no query has a choice.
    """

    name: str
    divisor: float
    scores: Array
    weights: Array
    deviation: float
    largest: float


def scale_effect(raw_scores: Array, config: ModelConfig) -> list[Scaled]:
    """Return the same scores without a scale, divided by sqrt(D), and as the model itself does, if it does otherwise.

    If the numbers of q and k are independent with variance 1, then q · k has variance D (Vaswani et al. 2017, note 4):
    dividing by sqrt(D) brings it back to 1 for every head size.

    Args:
        raw_scores: (B, H, T, T), before they are divided.
        config: The model, with attention.

    Raises:
        ValueError: The model has no attention.
    """
    if config.attention is None:
        raise ValueError("this model has no scores to divide")
    divisors = {"none": 1.0, "head_size": math.sqrt(config.head_size), config.attention.scale: config.score_divisor}
    return [_scaled(raw_scores, name, divisor, config.attention) for name, divisor in divisors.items()]


def _scaled(raw_scores: Array, name: str, divisor: float, settings: AttentionConfig) -> Scaled:
    T = raw_scores.shape[-1]
    seen = np.tri(T, dtype=bool) if settings.causal else np.ones((T, T), dtype=bool)
    scores = raw_scores / divisor
    weights = attention_weights(scores, causal=settings.causal, softmax_over=settings.softmax_over)
    # The first query of a causal model sees itself alone: its weight is 1 whatever the scale.
    choosing = weights[..., seen.sum(axis=-1) > 1, :]
    largest = float(choosing.max(axis=-1).mean()) if choosing.size else math.nan
    return Scaled(
        name, divisor, scores[..., seen].ravel(), weights[..., seen].ravel(), float(scores[..., seen].std()), largest
    )
