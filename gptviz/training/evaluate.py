"""The loss of a model on fixed windows of text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gptviz.corpus.windows import window_starts, windows_at
from gptviz.training.generate import LogitsOf

CHUNK = 64  # windows a forward pass: larger ones leave the processor's cache and are slower


Starts = NDArray[np.integer] | range


def mean_loss(logits_of: LogitsOf, tokens: NDArray[np.integer], starts: Starts, context_size: int) -> float:
    """Return the mean cross-entropy in nats over all positions of windows (chapter 1: -log p of the next character).

    Args:
        logits_of: Takes tokens (B, T), gives logits (B, T, V).
        tokens: (N,) the text.
        starts: (W,) where the windows begin, W >= 1.
        context_size: T.
    """
    total = 0.0
    for first in range(0, len(starts), CHUNK):
        inputs, targets = windows_at(tokens, starts[first : first + CHUNK], context_size)  # each (B, T)
        total += float(cross_entropies(logits_of(inputs), targets).sum(dtype=np.float64))
    return total / (len(starts) * context_size)


def cross_entropies(logits: NDArray[np.floating], targets: NDArray[np.integer]) -> NDArray[np.floating]:
    """Return log(sum(exp(z))) - z[target] for logits (B, T, V) and targets (B, T): shape (B, T)."""
    highest = logits.max(axis=-1, keepdims=True)
    log_sums = np.log(np.exp(logits - highest).sum(axis=-1)) + highest[..., 0]  # (B, T)
    chosen = np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]  # (B, T)
    return log_sums - chosen


def spread(tokens: NDArray[np.integer], context_size: int, windows: int) -> Starts:
    """Return the starts of at most `windows` evenly spaced windows of a text: always the same ones."""
    starts = np.array(window_starts(len(tokens), context_size))
    return starts[np.linspace(0, len(starts) - 1, num=min(windows, len(starts))).round().astype(int)]


def chapter_starts(tokens: NDArray[np.integer], context_size: int, batch_size: int) -> Starts:
    """Return the starts of the windows that the chapters' test loss is the mean of.

    The chapters drop the last partial batch; a text with less than one batch of windows is measured on all of them.
    """
    starts = window_starts(len(tokens), context_size)
    return starts[: len(starts) // batch_size * batch_size or len(starts)]
