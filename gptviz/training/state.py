"""All that training needs to go on: plain data, so a slice of it can run anywhere and be repeated after a crash."""

from __future__ import annotations

from dataclasses import dataclass

from gptviz.config import ModelConfig, TrainConfig
from gptviz.engines.engine import Moments
from gptviz.parameters import Parameters, initial_parameters


@dataclass(frozen=True)
class TrainState:
    """Training after `step` steps.

    Args:
        step: Steps done.
        parameters: By name.
        moments: Of AdamW; None before the first step.
        complete: True once Finished or Diverged was reported: `advance` then does nothing.
    """

    step: int
    parameters: Parameters
    moments: Moments | None = None
    complete: bool = False


def initial_state(model: ModelConfig, train: TrainConfig) -> TrainState:
    """Return the state before the first step, with the chapters' initial values for `train.seed`."""
    return TrainState(0, initial_parameters(model, train.seed))
