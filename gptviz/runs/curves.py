"""The numbers of a run in columns: cheap to add to, and free to read while they grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gptviz.training.events import Evaluation, Event, Step

STEP_COLUMNS = ("step", "loss_nats", "learning_rate", "gradient_norm", "tokens_per_second")
EVALUATION_COLUMNS = ("step", "train_loss_nats", "test_loss_nats")
FIRST_CAPACITY = 256

Column = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Curves:
    """Read-only columns: N training steps and M evaluations, each in rising order of steps.

    Args:
        step: (N,) integers, steps done; from 1.
        loss_nats: (N,) of the step's batch.
        learning_rate: (N,).
        gradient_norm: (N,) before clipping.
        tokens_per_second: (N,).
        evaluation_step: (M,) integers; from 0.
        train_loss_nats: (M,) on fixed windows of the training part.
        test_loss_nats: (M,) on fixed windows of the test part.
    """

    step: NDArray[np.int64]
    loss_nats: Column
    learning_rate: Column
    gradient_norm: Column
    tokens_per_second: Column
    evaluation_step: NDArray[np.int64]
    train_loss_nats: Column
    test_loss_nats: Column


@dataclass(frozen=True, eq=False)
class CurveRows:
    """The numbers that the events of one slice add to the curves.

    Args:
        steps: (N, 5), the values of STEP_COLUMNS.
        evaluations: (M, 3), the values of EVALUATION_COLUMNS.
    """

    steps: Column
    evaluations: Column

    @classmethod
    def of(cls, events: Sequence[Event]) -> CurveRows:
        """Return the numbers of all Step and Evaluation events."""
        steps = [[getattr(event, name) for name in STEP_COLUMNS] for event in events if isinstance(event, Step)]
        evaluations = [
            [getattr(event, name) for name in EVALUATION_COLUMNS] for event in events if isinstance(event, Evaluation)
        ]
        return cls(
            np.array(steps, dtype=np.float64).reshape(-1, len(STEP_COLUMNS)),
            np.array(evaluations, dtype=np.float64).reshape(-1, len(EVALUATION_COLUMNS)),
        )


class CurveRecorder:
    """Collects the events of one run; one thread adds, any number read at the same time."""

    def __init__(self) -> None:
        self._steps = _Columns(len(STEP_COLUMNS))
        self._evaluations = _Columns(len(EVALUATION_COLUMNS))

    def append(self, rows: CurveRows) -> None:
        """Add the numbers of a slice."""
        self._steps.append(rows.steps)
        self._evaluations.append(rows.evaluations)

    def since(self, step: int) -> Curves:
        """Return the steps after `step` (-1: all of them) and all evaluations, which are few."""
        steps, evaluations = self._steps.filled(), self._evaluations.filled()
        steps = steps[:, np.searchsorted(steps[0], step, side="right") :]
        return Curves(
            step=steps[0].astype(np.int64),
            loss_nats=steps[1],
            learning_rate=steps[2],
            gradient_norm=steps[3],
            tokens_per_second=steps[4],
            evaluation_step=evaluations[0].astype(np.int64),
            train_loss_nats=evaluations[1],
            test_loss_nats=evaluations[2],
        )


class _Columns:
    """A table of float64 that grows: what is filled never changes, so readers need neither a copy nor a lock."""

    def __init__(self, columns: int) -> None:
        self._table, self._length = np.empty((columns, FIRST_CAPACITY)), 0
        self._filled = self._table[:, :0]

    def append(self, rows: Column) -> None:
        if not len(rows):
            return
        end = self._length + len(rows)
        if end > self._table.shape[1]:
            larger = np.empty((len(self._table), 2 * end))
            larger[:, : self._length] = self._filled
            self._table = larger
        self._table[:, self._length : end] = rows.T  # (rows, columns) -> (columns, rows)
        self._length = end
        filled = self._table[:, :end]
        filled.setflags(write=False)
        self._filled = filled  # one assignment: a reader sees all of a slice or nothing

    def filled(self) -> NDArray[np.float64]:
        return self._filled
