"""Checks that tell a right attention layer from a wrong one, measured on its own numbers.

A loss curve can look right while attention is wrong. Each check asks one thing that must hold whatever was learned, and
keeps what it measured, so that a learner sees the number and not only a mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.scoring import losses_nats
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import Array, AttentionTrace, Trace, trace

# In the order in which pages show them; the names are also those of texts.
CHECKS = ("rows", "future", "leak", "scale", "mix", "positions", "learned")

ROUNDINGS = 8  # a sum of n numbers in floating point is off by far less than 8 n times its precision
SCALE_TOLERANCE = 1e-5  # relative: the factor is a fit to many rounded products
MIX_TOLERANCE = 1e-5  # of the largest output

Tokens = NDArray[np.integer]


@dataclass(frozen=True)
class Check:
    """One question, the number that answers it, and what the number should be.

    Args:
        name: One of `CHECKS`.
        measured: The number; None where this model and text cannot tell (a text of one character has no future).
        expected: What it should be.
        tolerance: How far from it rounding may lead; 0 where exactness is meant.
        rule: measured is "equal" to expected within the tolerance, or "above" or "below" it by more than that.
        places: At how many places it is wrong, where places are counted.
        total: Of how many.
    """

    name: str
    measured: float | None
    expected: float
    tolerance: float
    rule: Literal["equal", "above", "below"] = "equal"
    places: int = 0
    total: int = 0

    @property
    def passed(self) -> bool | None:
        """Whether the rule holds; None where it cannot be told. What is not a number never passes."""
        if self.measured is None:
            return None
        difference = self.measured - self.expected
        if self.rule == "equal":
            return bool(abs(difference) <= self.tolerance)
        return bool(difference > self.tolerance if self.rule == "above" else -difference > self.tolerance)


def attention_checks(
    parameters: Parameters, config: ModelConfig, tokens: Tokens, plotted: Array | None = None
) -> list[Check]:
    """Run every check that needs no training: on initial parameters they tell as much as on trained ones.

    Args:
        parameters: Of the model.
        config: The model; without attention only the checks of its outputs are made.
        tokens: (1, T), the text that they are made on.
        plotted: (L, 1, H, T, T), the weights that a picture shows; None: those that the model computes with.

    Returns:
        In the order of `CHECKS`, all but "learned".
    """
    # Parameters of a run that went astray may overflow: the checks then fail, and nothing is printed.
    with np.errstate(over="ignore", invalid="ignore"):
        traced = trace(parameters, config, tokens)
        checks = []
        layers = [block.attention for block in traced.blocks if block.attention is not None]
        if layers:
            weights = traced.attention_weights if plotted is None else plotted  # (L, 1, H, T, T)
            checks = [rows_sum_to_one(weights), future_is_zero(weights)]
        checks.append(_last_character_stays_unseen(parameters, config, traced))
        if layers:
            checks += [_scale(layers, config.head_size), weights_make_outputs(layers, weights)]
        return [*checks, _places_differ(traced)]


def rows_sum_to_one(weights: Array) -> Check:
    """Check that each query shares a weight of exactly 1 among the keys; measured is the sum furthest from 1.

    Args:
        weights: (..., T, T), rows queries, columns keys.
    """
    sums = weights.sum(axis=-1).ravel()
    tolerance = ROUNDINGS * weights.shape[-1] * float(np.finfo(weights.dtype).eps)
    off = np.abs(sums - 1)
    # argmax finds what is not a number first.
    return Check("rows", float(sums[off.argmax()]), 1.0, tolerance, places=_beyond(off, tolerance), total=sums.size)


def future_is_zero(weights: Array) -> Check:
    """Check that no query looks at a later key: exactly 0, as the mask sets scores to minus infinity.

    Args:
        weights: (..., T, T).
    """
    T = weights.shape[-1]
    future = weights[..., ~np.tri(T, dtype=bool)].ravel()
    largest = float(np.abs(future).max()) if future.size else None
    return Check("future", largest, 0.0, 0.0, places=_beyond(future, 0.0), total=future.size)


def weights_make_outputs(layers: list[AttentionTrace], weights: Array) -> Check:
    """Check that the weights of a picture, times V, are the outputs that the heads really gave.

    Args:
        layers: The attention of each of the L blocks.
        weights: (L, B, H, T, T), the weights of the picture.
    """
    outputs = np.stack([layer.head_outputs for layer in layers])  # (L, B, H, T, D)
    values = np.stack([layer.values for layer in layers])
    off = np.abs(weights @ values - outputs).max(axis=-1)  # (L, B, H, T)
    tolerance = MIX_TOLERANCE * float(np.abs(outputs).max())
    return Check("mix", float(off.max()), 0.0, tolerance, places=_beyond(off, tolerance), total=off.size)


def _last_character_stays_unseen(parameters: Parameters, config: ModelConfig, traced: Trace) -> Check:
    """Change the last character only: the logits at all earlier positions must stay the very same numbers."""
    changed = traced.tokens.copy()
    changed[:, -1] = (changed[:, -1] + 1) % config.vocab_size
    # Same shapes, same operations in the same order: without a leak the difference is not small but 0.
    moved = np.abs(trace(parameters, config, changed).logits - traced.logits)[:, :-1].max(axis=-1)  # (1, T - 1)
    largest = float(moved.max()) if moved.size else None
    return Check("leak", largest, 0.0, 0.0, places=_beyond(moved, 0.0), total=moved.size)


def _scale(layers: list[AttentionTrace], head_size: int) -> Check:
    """Fit scores = factor * Q Kᵀ for each head: the factor must be 1 / sqrt(D) (Vaswani et al. 2017, eq. 1)."""
    expected = 1 / np.sqrt(head_size)
    raw = np.stack([layer.queries @ layer.keys.swapaxes(-1, -2) for layer in layers]).astype(np.float64)
    scores = np.stack([layer.scores for layer in layers]).astype(np.float64)  # (L, B, H, T, T)
    power = (raw * raw).sum(axis=(-1, -2)).ravel()
    factors = (scores * raw).sum(axis=(-1, -2)).ravel()[power != 0] / power[power != 0]
    worst = float(factors[np.abs(factors - expected).argmax()]) if factors.size else None
    tolerance = SCALE_TOLERANCE * float(expected)
    wrong = _beyond(factors - expected, tolerance)
    return Check("scale", worst, float(expected), tolerance, places=wrong, total=factors.size)


def _places_differ(traced: Trace) -> Check:
    """Look at what a place adds to its character's vector: it must not be the same at two neighbouring places.

    Not at the logits: a model that does not learn to use its places may lose them on the way.
    """
    added = (traced.embeddings - traced.token_embeddings)[0]  # (1, T, E) -> (T, E)
    steps = np.abs(np.diff(added, axis=0)).max(axis=-1)  # (T - 1,)
    smallest = float(steps.min()) if steps.size else None
    # The sum that is taken apart here was rounded.
    tolerance = ROUNDINGS * float(np.finfo(added.dtype).eps * np.abs(traced.embeddings).max())
    same = int((~(steps > tolerance)).sum())
    return Check("positions", smallest, 0.0, tolerance, "above", places=same, total=steps.size)


def learned_check(losses: NDArray[np.floating], baseline_nats: float) -> Check:
    """Check, after training, that the model foresees better than counting pairs of characters does.

    Args:
        losses: (T,) of `losses_by_position`.
        baseline_nats: `pair_counting_loss` on the same windows.
    """
    return Check("learned", float(losses.mean()), baseline_nats, 0.0, "below")


def losses_by_position(parameters: Parameters, config: ModelConfig, inputs: Tokens, targets: Tokens) -> Array:
    """Return the mean loss at each position of a window, in nats: what the one number of a loss curve averages over.

    Args:
        parameters: Of the model.
        config: The model.
        inputs: (B, T).
        targets: (B, T), what follows each of them.

    Returns:
        (T,).
    """
    with np.errstate(over="ignore", invalid="ignore"):
        logits = trace(parameters, config, inputs).logits  # (B, T, V)
    flat = losses_nats(logits.reshape(-1, config.vocab_size), targets.ravel())  # (B, T, V) -> (B*T, V); (B*T,)
    return flat.reshape(targets.shape).mean(axis=0)  # (B*T,) -> (B, T) -> (T,)


def pair_counting_loss(train: Tokens, vocab_size: int, inputs: Tokens, targets: Tokens) -> float:
    """Return the loss of foreseeing each character from the one before it alone, by how often the pair was seen.

    Args:
        train: (N,) the text whose pairs are counted; each pair once more, so that none is impossible (Laplace).
        vocab_size: V.
        inputs: (B, T).
        targets: (B, T).

    Returns:
        Mean loss in nats.
    """
    # Sorted pairs instead of a V x V table: a Chinese text has thousands of distinct characters.
    pairs, counts = np.unique(train[:-1].astype(np.int64) * vocab_size + train[1:], return_counts=True)
    asked = inputs.astype(np.int64) * vocab_size + targets
    at = np.minimum(np.searchsorted(pairs, asked), len(pairs) - 1)
    seen = np.where(pairs[at] == asked, counts[at], 0)
    firsts = np.bincount(train[:-1], minlength=vocab_size)[inputs]
    return float(-np.log((seen + 1) / (firsts + vocab_size)).mean())


def _beyond(values: Array, tolerance: float) -> int:
    """How many values are off by more than the tolerance, those that are no numbers included."""
    return int((~(np.abs(values) <= tolerance)).sum())
