"""What the page asks of a worker, and what it gets back: NumPy arrays in and out, torch only inside the calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

VOCABULARY, PLACES = 50_257, 1024  # rows of GPT-2's two embedding tables
WAYS = ("a", "b", "fused")


@dataclass(frozen=True, eq=False)
class Softmax:
    """What way A does when its softmax runs over keys, or over queries.

    Args:
        weights: (H, B, T, T); rows are queries, columns keys.
        difference: The largest difference between its outputs and way B's.
        leak: (T,) the largest change of the output at each position when only the last token of each window changes.
    """

    weights: Array
    difference: float
    leak: Array


@dataclass(frozen=True, eq=False)
class Comparison:
    """The notebook on one batch.

    Args:
        tokens: (B, T, E) token vectors.
        positions: (T, E) position vectors.
        sums: (B, T, E), what enters attention.
        parameters_a: How many parameters way A has.
        parameters_b: How many parameters way B has.
        output: (B, T, E) of way B.
        over_keys: Way A as it should be, softmax(dim=-1).
        over_queries: Way A as in the notebook, softmax(dim=1).
    """

    tokens: Array
    positions: Array
    sums: Array
    parameters_a: int
    parameters_b: int
    output: Array
    over_keys: Softmax
    over_queries: Softmax


@dataclass(frozen=True)
class Speeds:
    """How long one forward pass took, for several head counts.

    Args:
        heads: The head counts.
        seconds: For each of `WAYS`, the fastest pass at each head count.
        rounds: Of how many passes it is the fastest.
    """

    heads: tuple[int, ...]
    seconds: dict[str, tuple[float, ...]]
    rounds: int

    def ratios(self, way: str) -> list[float]:
        """Return the times of a way as multiples of way B's at the first head count."""
        return [seconds / self.seconds["b"][0] for seconds in self.seconds[way]]


def compare_ways(inputs: NDArray[np.int64], heads: int, embedding_size: int) -> Comparison:
    """Send a batch through the embeddings and through both ways; called in a worker.

    Args:
        inputs: (B, T) token numbers.
        heads: H, divides embedding_size.
        embedding_size: E.
    """
    from gptviz.notebook.compare import compare

    return compare(inputs, heads, embedding_size)


def measure_speeds(batch: int, length: int, embedding_size: int, heads: Sequence[int], budget_s: float) -> Speeds:
    """Time both ways and fused attention, taking turns, for about budget_s; called in a worker.

    Args:
        batch: B.
        length: T.
        embedding_size: E.
        heads: Head counts; each divides E.
        budget_s: Seconds; five rounds are done in any case.
    """
    from gptviz.notebook.speed import measure

    return measure(batch, length, embedding_size, heads, budget_s)
