"""From logits to the next character: temperature, top-k, softmax, draw.

Training's samples and the generate page choose with these, so both write with one mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gptviz.errors import LearnerError

HIGHEST_TEMPERATURE = 10.0


class SamplingError(LearnerError):
    """A setting of sampling is out of its range."""


@dataclass(frozen=True)
class Sampling:
    """How a character is chosen from the model's probabilities.

    Args:
        temperature: Logits are divided by it: below 1 the likely gets likelier, above 1 all become alike; 0 always
            takes the most likely character ("greedy"). 0 to 10.
        top_k: Only the k most likely characters can be chosen; None, or as many as the vocabulary has, keeps all.
        seed: Of the random numbers, 0 <= seed < 2**32.

    Raises:
        SamplingError: A value is out of its range.
    """

    temperature: float = 1.0
    top_k: int | None = None
    seed: int = 42

    def __post_init__(self) -> None:
        # NaN fails every comparison.
        if not 0 <= self.temperature <= HIGHEST_TEMPERATURE:
            raise _refused("temperature", self.temperature, f"0 ≤ temperature ≤ {HIGHEST_TEMPERATURE:g}")
        if self.top_k is not None and self.top_k < 1:
            raise _refused("top-k", self.top_k, "top-k ≥ 1")
        if not 0 <= self.seed < 2**32:
            raise _refused("seed", self.seed, "0 ≤ seed < 2³²")

    def probabilities(self, logits: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return the probabilities (V,) from which the next character is drawn.

        Ties at the edge of top-k, and at temperature 0, go to the character that comes first in the vocabulary.

        Args:
            logits: (V,), of the last position.

        Returns:
            (V,), which sum to 1; NaN where logits are not finite.
        """
        if not np.isfinite(logits).all():
            return np.full(len(logits), np.nan)
        ranked = np.argsort(-logits, kind="stable")  # the most likely first
        kept = ranked[: 1 if self.temperature == 0 else self.top_k]
        chosen = np.zeros(len(logits))
        # Before dividing: a very low temperature would make infinities of large logits.
        highest = float(logits[ranked[0]])
        chosen[kept] = softmax((logits[kept].astype(np.float64) - highest) / (self.temperature or 1.0))
        return chosen

    def number(self, place: int) -> float:
        """Return the random number, 0 <= number < 1, that decides about the written character at a place.

        It depends on seed and place alone: writing in one go, one by one or after a change gives the same luck.

        Args:
            place: 0 for the first character after the prompt.
        """
        return float(np.random.default_rng((self.seed, place)).random())


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return exp(z) / sum(exp(z)) of logits (V,), in float64 so that the probabilities sum to 1 closely."""
    shifted = logits.astype(np.float64) - logits.max()
    exponentials = np.exp(shifted)
    return exponentials / exponentials.sum()


def draw(probabilities: NDArray[np.float64], number: float) -> int:
    """Return one token, each with its probability: where a number falls on the stacked probabilities.

    Args:
        probabilities: (V,).
        number: Uniform, 0 <= number < 1.
    """
    edges = probabilities.cumsum()
    # Beyond the last token that has a probability there is none: rounding may put the number there.
    last = int(np.flatnonzero(probabilities)[-1])
    return min(int(np.searchsorted(edges, number * edges[-1], side="right")), last)


def _refused(name: str, given: float, valid: str) -> SamplingError:
    return SamplingError("sampling", f"{name}={given:g}; valid: {valid}", name=name, given=f"{given:g}", valid=valid)
