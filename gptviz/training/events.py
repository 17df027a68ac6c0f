"""What training tells while it goes on: plain frozen records, in the order in which they happen."""

from __future__ import annotations

from dataclasses import dataclass

from gptviz.parameters import Parameters


@dataclass(frozen=True)
class Step:
    """One training step was taken; `step` counts from 1 (the number of steps done).

    Args:
        step: Steps done.
        loss_nats: Mean cross-entropy of the step's batch, before the update.
        learning_rate: Of this step.
        gradient_norm: Before clipping.
        tokens_per_second: Characters trained on a second, measured over this step.
    """

    step: int
    loss_nats: float
    learning_rate: float
    gradient_norm: float
    tokens_per_second: float


@dataclass(frozen=True)
class Evaluation:
    """The loss on fixed windows of both parts of the text.

    Args:
        step: Steps done.
        train_loss_nats: On fixed windows of the training part.
        test_loss_nats: On fixed windows of the test part.
        windows: How many test windows it is the mean of.
    """

    step: int
    train_loss_nats: float
    test_loss_nats: float
    windows: int


@dataclass(frozen=True)
class Sample:
    """A text that the model wrote: `prompt`, then `text`."""

    step: int
    prompt: str
    text: str


@dataclass(frozen=True)
class Snapshot:
    """The parameters after `step` steps; the first is at step 0."""

    step: int
    parameters: Parameters


@dataclass(frozen=True)
class Finished:
    """Training is complete; the loss is the chapter's test loss: the mean over all test windows."""

    step: int
    test_loss_nats: float
    windows: int


@dataclass(frozen=True)
class Diverged:
    """The loss of step `step` was not finite: training stopped, the state before that step is kept."""

    step: int
    loss_nats: float
    learning_rate: float


Event = Step | Evaluation | Sample | Snapshot | Finished | Diverged
