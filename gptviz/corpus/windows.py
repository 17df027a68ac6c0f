"""Cuts a token sequence into training windows and batches, each a function of (seed, step) alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gptviz.corpus.errors import CorpusError

Batch = tuple[NDArray[np.int64], NDArray[np.int64]]


def window_starts(length: int, context_size: int, stride: int | None = None) -> range:
    """Return where windows begin: the chapters' `range(0, length - context_size - 1, stride)`.

    Args:
        length: Tokens of the sequence.
        context_size: T, tokens of a window, at least 1.
        stride: Tokens from one start to the next; None: half of context_size, so each token is seen twice.
    """
    return range(0, max(0, length - context_size - 1), stride or max(1, context_size // 2))


def shortest_length(windows: int, context_size: int) -> int:
    """Return the shortest sequence, in tokens, that `window_starts` cuts into this many windows (1 or more)."""
    return context_size + 2 + (windows - 1) * window_starts(0, context_size).step


def windows_at(tokens: NDArray[np.integer], starts: NDArray[np.integer] | range, context_size: int) -> Batch:
    """Return the windows that begin at `starts`, and for each of their tokens the one that follows it.

    Args:
        tokens: (length,) integers.
        starts: (B,) positions, at most length - context_size - 1.
        context_size: T.

    Returns:
        Tokens and targets, each (B, T) int64.

    Raises:
        IndexError: A window reaches over the end of the tokens.
    """
    positions = np.asarray(starts, dtype=np.int64)[:, None] + np.arange(context_size)  # (B, 1) + (T,) -> (B, T)
    return tokens[positions].astype(np.int64), tokens[positions + 1].astype(np.int64)


@dataclass(frozen=True, eq=False)
class Batches:
    """The batches of a training run, in the order of the text or shuffled anew each epoch.

    Args:
        tokens: (length,) integers.
        context_size: T.
        batch_size: B, windows a batch; what is left at the end of an epoch is dropped.
        shuffle: True: each epoch takes the windows in an order drawn from (seed, epoch).
        seed: Of the shuffling, 0 or more.

    Raises:
        CorpusError: "text-too-short": the tokens do not make one batch.
    """

    tokens: NDArray[np.integer]
    context_size: int
    batch_size: int
    shuffle: bool = False
    seed: int = 42

    def __post_init__(self) -> None:
        if self.per_epoch == 0:
            raise too_short(len(self.tokens), shortest_length(self.batch_size, self.context_size))

    @property
    def windows(self) -> int:
        """Windows in the text, those of the dropped last batch included."""
        return len(window_starts(len(self.tokens), self.context_size))

    @property
    def per_epoch(self) -> int:
        """Batches an epoch."""
        return self.windows // self.batch_size

    def at(self, step: int) -> Batch:
        """Return the batch of a step, always the same one for the same (seed, step).

        Args:
            step: From 0, over all epochs.

        Returns:
            Tokens and targets, each (B, T) int64.
        """
        epoch, batch = divmod(step, self.per_epoch)
        chosen = np.arange(batch * self.batch_size, (batch + 1) * self.batch_size)
        if self.shuffle:
            chosen = _order(self.windows, self.seed, epoch)[chosen]
        stride = window_starts(len(self.tokens), self.context_size).step
        return windows_at(self.tokens, chosen * stride, self.context_size)


def too_short(given: int, needed: int) -> CorpusError:
    """Return the error that says how long a text must be, in characters."""
    message = f"the text has {given} characters; these settings need at least {needed}"
    return CorpusError("text-too-short", message, given=given, needed=needed)


# Remembered, so that a step costs no new permutation of all windows; what it returns depends on its arguments only.
@lru_cache(maxsize=4)
def _order(windows: int, seed: int, epoch: int) -> NDArray[np.int64]:
    order = np.random.default_rng([seed, epoch]).permutation(windows)
    order.setflags(write=False)
    return order
