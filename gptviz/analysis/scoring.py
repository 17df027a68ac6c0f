"""How well a model foresees a given text: the loss of each character."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.key_value_cache import next_logits, sees_only_past
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import trace


@dataclass(frozen=True)
class Score:
    """The loss of a text.

    Args:
        losses_nats: (N - 1,) -log p of each character but the first, which has nothing before it to be foreseen from.
    """

    losses_nats: NDArray[np.float64]

    @property
    def mean_nats(self) -> float:
        """The mean loss; NaN where there is nothing to foresee, or the model's numbers overflow."""
        return float(self.losses_nats.mean()) if len(self.losses_nats) else math.nan

    @property
    def perplexity(self) -> float:
        """exp(mean loss): as unsure as if it chose among so many equally likely characters (Jelinek et al. 1977)."""
        return float(np.exp(self.mean_nats))


def score(parameters: Parameters, config: ModelConfig, tokens: NDArray[np.integer]) -> Score:
    """Return the loss of each character of a text, given those before it.

    A causal model foresees every character of a window in one pass. A text longer than context_size is read in windows
    that overlap by half: each character is foreseen from all before it, or from at least context_size // 2 of them. A
    model that sees later characters is asked before each character anew, as when it writes; else it would see what it
    is to foresee.

    Args:
        parameters: Of the model.
        config: The model.
        tokens: (N,), also none or one.
    """
    inputs, targets = tokens[:-1], tokens[1:]  # each (M,), M = N - 1
    if sees_only_past(config):
        return Score(_losses_in_windows(parameters, config, inputs, targets))
    losses = [
        losses_nats(next_logits(parameters, config, inputs[: end + 1].tolist())[None], targets[None, end])
        for end in range(len(inputs))
    ]
    return Score(np.concatenate(losses) if losses else np.zeros(0))


def _losses_in_windows(
    parameters: Parameters, config: ModelConfig, inputs: NDArray[np.integer], targets: NDArray[np.integer]
) -> NDArray[np.float64]:
    """(M,) the loss of each target, from the window in which most characters stand before it."""
    T, M = config.context_size, len(inputs)
    losses = np.empty(M)
    last = max(M - T, 0)
    starts = [last, *reversed(range(0, last, T // 2))] if M else []
    # Later windows first: where two overlap, the earlier one, which knows more of the past, has the last word. One by
    # one: a batch of them leaves the processor's cache and takes three times as long.
    for start in starts:
        window = inputs[None, start : start + T]  # (1, T)
        with np.errstate(over="ignore", invalid="ignore"):
            logits = trace(parameters, config, window).logits[0]  # (T, V)
        losses[start : start + T] = losses_nats(logits, targets[start : start + T])
    return losses


def losses_nats(logits: NDArray[np.floating], targets: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return log(sum(exp(z))) - z[target], which is -log p: logits (N, V), targets (N,) -> (N,)."""
    highest = logits.max(axis=-1, keepdims=True)
    with np.errstate(over="ignore", invalid="ignore"):
        shifted = logits.astype(np.float64) - highest
    return np.log(np.exp(shifted).sum(axis=-1)) - np.take_along_axis(shifted, targets[:, None], axis=-1)[:, 0]
