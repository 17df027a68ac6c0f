"""What every engine can do: load parameters, take a training step, give logits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gptviz.parameters import Parameters


@dataclass(frozen=True)
class Moments:
    """AdamW's running means of the gradient and of its square, by parameter name (Kingma and Ba 2015, alg. 1)."""

    first: Parameters
    second: Parameters


@dataclass(frozen=True)
class StepResult:
    """What one training step tells.

    Args:
        loss_nats: Mean cross-entropy of the batch before the update.
        gradient_norm: Global L2 norm of the gradient before clipping.
    """

    loss_nats: float
    gradient_norm: float


class Engine(Protocol):
    """Trains one model; parameters and moments go in and out as dicts of NumPy arrays by dotted name."""

    def load(self, parameters: Parameters, moments: Moments | None = None, step: int = 0) -> None:
        """Take over parameters (copied), the optimizer's moments (None: zeros) and the number of steps done.

        Raises:
            ValueError: The names or shapes are not those of the model.
        """

    def parameters(self) -> Parameters:
        """Return copies of the parameters."""

    def moments(self) -> Moments:
        """Return copies of the optimizer's moments."""

    def train_step(self, tokens: NDArray[np.integer], targets: NDArray[np.integer], learning_rate: float) -> StepResult:
        """Take one AdamW step on a batch, with dropout, clipping and weight decay as configured.

        Dropout masks come from `gptviz.dropout` with (train.seed, steps done so far); the steps done then rise by 1.

        Args:
            tokens: (B, T) integers.
            targets: (B, T) integers, the character that follows each token.
            learning_rate: Of this step.
        """

    def logits(self, tokens: NDArray[np.integer]) -> NDArray[np.floating]:
        """Return the logits (B, T, V) of tokens (B, T), without dropout.

        Raises:
            ValueError: tokens are not (B, T), longer than context_size, or outside the vocabulary.
        """
