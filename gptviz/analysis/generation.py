"""Writing with a model, one character at a time, and what it thought at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.key_value_cache import Reader
from gptviz.analysis.scoring import losses_nats
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.sampling import Sampling, draw, softmax
from gptviz.trace import trace


class Draft:
    """A text in the making: a function of model, prompt, sampling and what was kept, in however many steps it comes.

    Args:
        parameters: Of the model.
        config: The model.
        prompt: (P,) tokens, P >= 1.
        sampling: How characters are chosen.
        kept: Tokens that stand after the prompt whatever the model says: chosen by hand, or given.

    Raises:
        ValueError: The prompt is empty.
    """

    def __init__(
        self,
        parameters: Parameters,
        config: ModelConfig,
        prompt: Sequence[int],
        sampling: Sampling,
        kept: Sequence[int] = (),
    ) -> None:
        if not len(prompt):
            raise ValueError("the prompt is empty; valid: at least one token")
        self._reader = Reader(parameters, config)
        self._sampling, self._kept = sampling, tuple(kept)
        self.prompt = tuple(int(token) for token in prompt)
        self.written: list[int] = []
        self.losses_nats: list[float] = []  # -log p of each written character, before temperature and top-k
        self.stuck = False  # the logits are no longer finite: the model has nothing more to say

    def write_one(self) -> None:
        """Write one more character, unless the draft is stuck."""
        place = len(self.written)
        logits = self._reader.next_logits([*self.prompt, *self.written])
        probabilities = self._sampling.probabilities(logits)
        self.stuck = not np.isfinite(probabilities).all()
        if self.stuck:
            return
        token = self._kept[place] if place < len(self._kept) else draw(probabilities, self._sampling.number(place))
        self.written.append(token)
        self.losses_nats.append(float(losses_nats(logits[None], np.array([token]))[0]))

    def write(self, length: int) -> None:
        """Write until there are so many characters, or the draft is stuck."""
        while len(self.written) < length and not self.stuck:
            self.write_one()


@dataclass(frozen=True)
class Choice:
    """What the model thought when one character was chosen.

    Args:
        token: The character.
        seen: (T,) the characters that the model saw, at most context_size.
        probabilities: (V,) of the model.
        drawn_from: (V,) after temperature and top-k.
        weights: (L, H, T) what each head looked at; L = 0 without attention.
    """

    token: int
    seen: NDArray[np.integer]
    probabilities: NDArray[np.float64]
    drawn_from: NDArray[np.float64]
    weights: NDArray[np.floating]

    @property
    def rank(self) -> int:
        """1 for the character that the model holds most likely; equal ones share the better rank."""
        return 1 + int((self.probabilities > self.probabilities[self.token]).sum())

    def most_likely(self, most: int) -> NDArray[np.integer]:
        """Return the most likely characters, at most so many, the likeliest first."""
        return np.argsort(-self.probabilities, kind="stable")[:most]


def choice_at(
    parameters: Parameters, config: ModelConfig, before: Sequence[int], token: int, sampling: Sampling
) -> Choice:
    """Return what the model thought when a character was chosen.

    Args:
        parameters: Of the model.
        config: The model.
        before: (N,) the text before it, N >= 1.
        token: The character.
        sampling: How it was chosen.

    Returns:
        The choice; probabilities are NaN where the model's numbers overflow.
    """
    seen = np.array(before[-config.context_size :])  # (T,)
    with np.errstate(over="ignore", invalid="ignore"):
        traced = trace(parameters, config, seen[None])
        logits = traced.logits[0, -1]  # (V,)
        weights = traced.attention_weights[:, 0, :, -1]  # (L, B, H, T, T) -> (L, H, T)
        return Choice(int(token), seen, softmax(logits), sampling.probabilities(logits), weights)


def entropy_bits(probabilities: NDArray[np.floating]) -> float:
    """Return -sum p log2 p (Shannon 1948): 0 for a certain character, log2 V when all V are alike."""
    possible = probabilities[probabilities > 0]
    # + 0.0: a certain character has -1 * 0, which would be written -0.00.
    return float(-(possible * np.log2(possible)).sum() + 0.0)
