"""What an experiment is to everyone who looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gptviz.experiment.design import Design, Trial
from gptviz.experiment.results import Result
from gptviz.runs.run import Run

ExperimentStatus = Literal["running", "paused", "finished", "stopped"]
PauseReason = Literal["asked", "idle", "restart", "cluster", "fault"]


@dataclass(frozen=True)
class Experiment:
    """One experiment, as it stands.

    Args:
        id: Random and safe in a URL.
        owner: Who may control it, and its runs.
        design: What it trains.
        created_s: Unix time at which it was started.
        status: "paused" and "stopped" can be resumed, "finished" too if a run failed; nothing finished is repeated.
        pause_reason: "asked" by its owner; "idle": nobody looked at it; "restart": of the server; "cluster": the
            cluster's scheduler is gone; "fault": of the program, in its log.
        runs: Ids of the runs begun so far.
        known: Results that it began with: of an earlier experiment, or from a file.
    """

    id: str
    owner: str
    design: Design
    created_s: float
    status: ExperimentStatus = "running"
    pause_reason: PauseReason | None = None
    runs: Mapping[Trial, str] = field(default_factory=dict)
    known: Mapping[Trial, Result] = field(default_factory=dict)


@dataclass(frozen=True)
class Listed:
    """What a list shows of an experiment.

    Args:
        id: Of the experiment.
        owner: Who may control it.
        heads: The head counts that it compares.
        seeds: How often each of them is trained.
    """

    id: str
    owner: str
    heads: tuple[int, ...]
    seeds: int

    @classmethod
    def of(cls, experiment: Experiment) -> Listed:
        """Return the entry of an experiment."""
        return cls(experiment.id, experiment.owner, experiment.design.heads, len(experiment.design.seeds))


@dataclass(frozen=True)
class ExperimentView:
    """What a page shows of an experiment, read at one time.

    Args:
        experiment: The record.
        runs: The runs begun so far.
        results: Of trials that have ended, and those known before.
        workers: How many runs train at the same time.
    """

    experiment: Experiment
    runs: Mapping[Trial, Run]
    results: Mapping[Trial, Result]
    workers: int

    @property
    def share(self) -> float:
        """How much of all training is done, 0 to 1."""
        begun = sum(run.step / run.total_steps for trial, run in self.runs.items() if trial not in self.results)
        return (len(self.results) + begun) / max(1, len(self.experiment.design.trials))

    @property
    def remaining_s(self) -> float | None:
        """Seconds until the end, at the speed so far and with all workers; None before there is a speed."""
        stepped = [run for run in self.runs.values() if run.step]
        if not stepped:
            return None
        whole_s = sum(run.training_s for run in stepped) / sum(run.step / run.total_steps for run in stepped)
        left = (1 - self.share) * len(self.experiment.design.trials)
        # The last runs cannot be shared out among all workers.
        return whole_s * max(left / self.workers, min(1.0, left))
