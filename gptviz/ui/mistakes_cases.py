"""The mistakes of the lesson: each one a value of the configuration, or a slip in reading off the weights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gptviz.chapters import CHAPTERS, QUICK
from gptviz.config import ModelConfig, TrainConfig
from gptviz.dropout import dropout_mask
from gptviz.trace import Array

TOO_HIGH = 0.3
CAPTURED_SHARE = float(CHAPTERS[8].switches["dropout"])  # chapter 9's


@dataclass(frozen=True)
class Mistake:
    """One slip: how the model or its training differ from the right one.

    Args:
        key: In addresses and texts.
        right: The line of code as it should be.
        wrong: The same with the slip.
        attention: Settings of the attention layer that it changes.
        model: Settings of the model that it changes.
        train: Settings of the training that it changes.
        captured: The model is right; its weights are read off while dropout is on.
    """

    key: str
    right: str
    wrong: str
    attention: tuple[tuple[str, Any], ...] = ()
    model: tuple[tuple[str, Any], ...] = ()
    train: tuple[tuple[str, Any], ...] = ()
    captured: bool = False

    def spoil_model(self, model: ModelConfig) -> ModelConfig:
        """Return a model with this slip."""
        if self.attention and model.attention is not None:
            model = replace(model, attention=replace(model.attention, **dict(self.attention)))
        return replace(model, **dict(self.model))

    def spoil_train(self, train: TrainConfig) -> TrainConfig:
        """Return a training with this slip."""
        return replace(train, **dict(self.train))


_SCALED = "scores = Q @ K.T / np.sqrt(head_size)"
_SOFTMAX = "weights = softmax(scores, axis=-1)"
MISTAKES = (
    Mistake(
        "no-mask",
        f"scores = np.where(past, scores, -np.inf)\n{_SOFTMAX}",
        _SOFTMAX,
        attention=(("causal", False),),
    ),
    Mistake(
        "softmax-queries",
        _SOFTMAX,
        "weights = softmax(scores, axis=-2)",
        attention=(("softmax_over", "queries"),),
    ),
    Mistake(
        "scale-none",
        _SCALED,
        "scores = Q @ K.T",
        attention=(("scale", "none"),),
    ),
    Mistake(
        "scale-embedding",
        _SCALED,
        "scores = Q @ K.T / np.sqrt(embedding_size)",
        attention=(("scale", "embedding_size"),),
    ),
    Mistake(
        "no-positions",
        "x = token_embedding[tokens] + position_embedding[:T]",
        "x = token_embedding[tokens]",
        model=(("positions", False),),
    ),
    Mistake(
        "learning-rate",
        f"learning_rate = {QUICK.train.learning_rate:g}",
        f"learning_rate = {TOO_HIGH:g}",
        train=(("learning_rate", TOO_HIGH),),
    ),
    Mistake(
        "captured-dropout",
        "model.eval()\nplotted = weights",
        "model.train()\nplotted = dropout(weights)",
        captured=True,
    ),
)
BY_KEY = {mistake.key: mistake for mistake in MISTAKES}


def captured_with_dropout(weights: Array, seed: int, step: int, share: float = CAPTURED_SHARE) -> Array:
    """Return weights as they look when they are read off after a dropout layer that is on.

    This is simulated: our dropout, as chapter 9's, stands after the layers and never on the weights. The masks are
    those of `gptviz.dropout`.

    Args:
        weights: (L, B, H, T, T).
        seed: Of the run.
        step: Of training.
        share: Of the weights that are dropped.
    """
    sites = [1 + 2 * block for block in range(len(weights))]
    return weights * np.stack([dropout_mask(weights.shape[1:], share, seed=seed, step=step, site=at) for at in sites])
