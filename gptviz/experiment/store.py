"""Where experiments are kept: what every store can do, and the one in memory."""

from __future__ import annotations

import threading
from typing import Protocol

from gptviz.experiment.design import ExperimentError
from gptviz.experiment.experiment import Experiment, Listed


class ExperimentStore(Protocol):
    """Keeps the records of experiments; their runs are in the store of runs. Every method is called from any thread.

    `trouble` is None as long as experiments are kept as they should be, else a word for what hinders it.
    """

    trouble: str | None

    def save(self, experiment: Experiment) -> None:
        """Keep a new experiment, or replace its record."""

    def experiment(self, experiment_id: str) -> Experiment:
        """Return a record.

        Raises:
            ExperimentError: "unknown-experiment", or "text-lost": a text that it needs is gone.
        """

    def running(self) -> list[Experiment]:
        """Return the experiments that are at work, the newest first."""

    def listed(self) -> list[Listed]:
        """Return what a list shows of all experiments, the newest first; cheap, however many there are."""


class MemoryExperimentStore:
    """Keeps experiments as long as the process lives."""

    def __init__(self, trouble: str | None = None) -> None:
        self.trouble = trouble
        self._records: dict[str, Experiment] = {}  # in the order of creation
        self._lock = threading.Lock()

    def save(self, experiment: Experiment) -> None:
        """Keep a new experiment, or replace its record."""
        with self._lock:
            self._records[experiment.id] = experiment

    def experiment(self, experiment_id: str) -> Experiment:
        """Return a record."""
        with self._lock:
            found = self._records.get(experiment_id)
        if found is None:
            raise unknown_experiment(experiment_id)
        return found

    def running(self) -> list[Experiment]:
        """Return the experiments that are at work, the newest first."""
        with self._lock:
            return [one for one in reversed(self._records.values()) if one.status == "running"]

    def listed(self) -> list[Listed]:
        """Return what a list shows of all experiments, the newest first."""
        with self._lock:
            return [Listed.of(one) for one in reversed(self._records.values())]


def unknown_experiment(experiment_id: str) -> ExperimentError:
    """Return the error that says there is no such experiment."""
    message = f"there is no experiment {experiment_id!r}; it may be from before a restart"
    return ExperimentError("unknown-experiment", message, experiment=experiment_id)
