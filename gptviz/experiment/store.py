"""Where experiments are kept: what every store can do, and the one in memory."""

from __future__ import annotations

import threading
from typing import Protocol

from gptviz.experiment.design import ExperimentError
from gptviz.experiment.experiment import Experiment


class ExperimentStore(Protocol):
    """Keeps the records of experiments; their runs are in the store of runs. Every method is called from any thread."""

    def save(self, experiment: Experiment) -> None:
        """Keep a new experiment, or replace its record."""

    def experiment(self, experiment_id: str) -> Experiment:
        """Return a record.

        Raises:
            ExperimentError: "unknown-experiment".
        """

    def experiments(self) -> list[Experiment]:
        """Return all experiments, the newest first."""


class MemoryExperimentStore:
    """Keeps experiments as long as the process lives."""

    def __init__(self) -> None:
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
            message = f"there is no experiment {experiment_id!r}; it may be from before a restart"
            raise ExperimentError("unknown-experiment", message, experiment=experiment_id)
        return found

    def experiments(self) -> list[Experiment]:
        """Return all experiments, the newest first."""
        with self._lock:
            return list(reversed(self._records.values()))
