"""What a head looks at, in numbers: each is a mean over queries of what it does with its whole of 1.

Most are one idea: mark pairs (query, key), and ask what share of a query's weight goes to the marked keys. Queries
without a marked key are left out, and so is the first query, which has nothing but itself to look at.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gptviz.analysis.probes import HeadTexts, bracket_pairs
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import trace

Array = NDArray[np.floating]
Pairs = NDArray[np.bool_]  # (B, T, T), True where the key (column) is marked for the query (row)
WeightsOf = Callable[[NDArray[np.integer]], Array]

# Shares of a query's weight, from 0 to 1; the other two metrics are in bits and in characters.
SHARES = ("previous", "first", "itself", "same_character", "induction", "bracket")
METRICS = ("entropy_bits", "mean_distance", *SHARES)


def head_metrics(parameters: Parameters, config: ModelConfig, texts: HeadTexts) -> pd.DataFrame:
    """Measure every head of a model.

    Args:
        parameters: Of the model.
        config: The model, with attention.
        texts: What it reads.

    Returns:
        One row a head, indexed by (`block`, `head`) from 0, one column for each of METRICS; NaN where no text has such
        a pair (no brackets, no repeated character). Under softmax over queries, where rows do not sum to 1, the shares
        are those of the row's sum.
    """
    measured = _measure(lambda tokens: row_shares(trace(parameters, config, tokens).attention_weights), texts)
    places = pd.MultiIndex.from_product([range(config.blocks), range(config.heads)], names=["block", "head"])
    return pd.DataFrame({metric: values.reshape(-1) for metric, values in measured.items()}, index=places)


def uniform_metrics(config: ModelConfig, texts: HeadTexts) -> pd.Series:
    """Measure a head that looks at all characters it may see alike: what any score means must be judged against this.

    Its entropy is the mean of log2(i + 1) over the queries i = 1 ... T-1 of a causal model.

    Args:
        config: The model, with attention.
        texts: What it reads.

    Returns:
        A value for each of METRICS.
    """
    causal = config.attention is None or config.attention.causal

    def weights_of(tokens: NDArray[np.integer]) -> Array:
        B, T = tokens.shape
        seen = np.tri(T) if causal else np.ones((T, T))
        return np.broadcast_to(row_shares(seen), (1, B, 1, T, T))

    return pd.Series({metric: float(values[0, 0]) for metric, values in _measure(weights_of, texts).items()})


def _measure(weights_of: WeightsOf, texts: HeadTexts) -> dict[str, Array]:
    """Return each metric of all heads, (L, H)."""
    weights, repeated = weights_of(texts.windows), weights_of(texts.repeated)  # (L, B, H, T, T)
    return {
        "entropy_bits": entropy_bits(weights),
        "mean_distance": mean_distance(weights),
        "previous": weight_on(weights, previous_pairs(texts.windows)),
        "first": weight_on(weights, first_pairs(texts.windows)),
        "itself": weight_on(weights, itself_pairs(texts.windows)),
        "same_character": weight_on(weights, same_character_pairs(texts.windows)),
        "induction": weight_on(repeated, texts.repeated_pairs),
        "bracket": weight_on(weights, bracket_pairs(texts.windows, texts.brackets)),
    }


def row_shares(weights: Array) -> Array:
    """Return weights (..., T, T) over the sum of their row: the same weights, where the softmax was over keys."""
    return weights / weights.sum(axis=-1, keepdims=True)


def entropy_bits(weights: Array) -> Array:
    """Return how spread a head's attention is: the mean over queries i >= 1 of -sum_j w_ij log2 w_ij (Shannon 1948).

    0 bits: it looks at one character; 3 bits: as unsure as if it looked at 2**3 = 8 characters alike.

    Args:
        weights: (L, B, H, T, T).

    Returns:
        (L, H), from 0 to log2(T); NaN for T = 1.
    """
    logs = np.log2(weights, out=np.zeros_like(weights), where=weights > 0)  # 0 log 0 is 0
    return _mean_over_queries(-(weights * logs).sum(axis=-1))


def mean_distance(weights: Array) -> Array:
    """Return how far a head looks, in characters: the mean over queries i >= 1 of sum_j w_ij |i - j|.

    As in Vig and Belinkov 2019 (section 4.2), but a mean over queries instead of over all weight.

    Args:
        weights: (L, B, H, T, T).

    Returns:
        (L, H), from 0 to T-1; NaN for T = 1.
    """
    at = np.arange(weights.shape[-1])
    return _mean_over_queries(np.einsum("lbhij,ij->lbhi", weights, np.abs(at[:, None] - at), optimize=True))


def weight_on(weights: Array, pairs: Pairs) -> Array:
    """Return the share of weight on marked keys: the mean of sum_j w_ij m_ij over queries i that have a mark m_ij = 1.

    Args:
        weights: (L, B, H, T, T).
        pairs: (B, T, T).

    Returns:
        (L, H), from 0 to 1; NaN where nothing is marked.
    """
    shares = np.einsum("lbhij,bij->lbhi", weights, pairs.astype(weights.dtype), optimize=True)
    asked = pairs.any(axis=-1)  # (B, T)
    count = int(asked.sum())
    if not count:
        return np.full((weights.shape[0], weights.shape[2]), np.nan)
    return np.einsum("lbhi,bi->lh", shares, asked.astype(weights.dtype)) / count


def _mean_over_queries(values: Array) -> Array:
    """(L, B, H, T) -> (L, H), without the first query."""
    if values.shape[-1] < 2:
        return np.full((values.shape[0], values.shape[2]), np.nan)
    return values[..., 1:].mean(axis=(1, 3))


def previous_pairs(tokens: NDArray[np.integer]) -> Pairs:
    """Mark for each query the character before it (Clark et al. 2019, section 3.1; Elhage et al. 2021)."""
    return _for_each_text(tokens, np.eye(tokens.shape[1], k=-1, dtype=bool))


def first_pairs(tokens: NDArray[np.integer]) -> Pairs:
    """Mark the first character for all later queries: where heads rest that find nothing (Xiao et al. 2023: sinks)."""
    pairs = np.zeros((tokens.shape[1],) * 2, dtype=bool)
    pairs[1:, 0] = True
    return _for_each_text(tokens, pairs)


def itself_pairs(tokens: NDArray[np.integer]) -> Pairs:
    """Mark each query's own place, but for the first query, which has no choice."""
    pairs = np.eye(tokens.shape[1], dtype=bool)
    pairs[0, 0] = False
    return _for_each_text(tokens, pairs)


def same_character_pairs(tokens: NDArray[np.integer]) -> Pairs:
    """Mark for each query the earlier places of the same character (Olsson et al. 2022: duplicate token heads)."""
    return (tokens[:, :, None] == tokens[:, None, :]) & np.tri(tokens.shape[1], k=-1, dtype=bool)


def _for_each_text(tokens: NDArray[np.integer], pairs: NDArray[np.bool_]) -> Pairs:
    return np.broadcast_to(pairs, (len(tokens), *pairs.shape))
