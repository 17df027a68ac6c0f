"""Starts experiments, controls them, and gives their runs to the RunManager: never more at once than there are workers.

So each run has a worker for itself and trains at full speed from its first step to its last, and all of them under the
same load: as many neighbours as there are other workers. That is what makes their speeds comparable.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from gptviz.experiment.design import Design, ExperimentError, Trial, with_more_seeds
from gptviz.experiment.experiment import Experiment, ExperimentView, PauseReason
from gptviz.experiment.results import KEPT, Result, result_of
from gptviz.experiment.store import ExperimentStore
from gptviz.runs.manager import IDLE_S, RunManager
from gptviz.runs.run import Run, RunError

POLL_S = 0.1  # the longest time that a worker waits for the next run

logger = logging.getLogger(__name__)


class ExperimentManager:
    """Works off experiments in the background; no method waits for training.

    Everyone may look at an experiment; only its owner may control it. Somebody must look (`renew`): an experiment that
    nobody has looked at for two minutes pauses with all its runs, and says so.

    Args:
        runs: Trains.
        store: Keeps experiments.
        idle_s: After so long without a look an experiment pauses.
        poll_s: Seconds between two looks at the runs.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        runs: RunManager,
        store: ExperimentStore,
        *,
        idle_s: float = IDLE_S,
        poll_s: float = POLL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._runs, self._idle_s, self._poll_s, self._clock = runs, idle_s, poll_s, clock
        self._seen_s: dict[str, float] = {}
        self._results: dict[str, Result] = {}  # of runs that have ended, by their ids
        self._lock = threading.RLock()  # held while a record is read, changed and saved
        self._wake = threading.Event()
        threading.Thread(target=self._loop, name="experiments", daemon=True).start()

    def take_over(self) -> None:
        """Take up the experiments that the store has from an earlier process: what was at work is paused now."""
        with self._lock:
            for experiment in self.store.running():
                if any(self._left(experiment, self._runs_of(experiment))):
                    self._pause(experiment, "restart")
                else:
                    self.store.save(replace(experiment, status="finished"))

    def start(self, owner: str, design: Design, known: Mapping[Trial, Result] | None = None) -> str:
        """Start an experiment and return its id.

        Args:
            owner: Of the experiment and all its runs.
            design: What to train.
            known: Results that need not be repeated, of this very design's trials.

        Raises:
            ExperimentError: "experiment-empty": no combination of the design can be trained.
            RunError: "no-owner".
            LimitError: A combination, or the number of runs, is more than this server allows.
        """
        if not owner:
            raise RunError("no-owner", "an experiment needs an owner")
        if not design.trials:
            raise ExperimentError("experiment-empty", "no combination can be trained", what="valid combinations")
        experiment = Experiment(secrets.token_hex(8), owner, design, time.time(), known=dict(known or {}))
        self._check_limits(experiment)
        with self._lock:
            self.store.save(experiment)
            self._go(experiment.id)
        return experiment.id

    def add_seeds(self, owner: str, experiment_id: str, more: int) -> str:
        """Start the same experiment with further seeds, which keeps the results so far, and return the new one's id.

        Raises:
            ExperimentError: "unknown-experiment", "experiment-too-large".
        """
        view = self.view(experiment_id)
        kept = {trial: result for trial, result in view.results.items() if result.status in KEPT}
        return self.start(owner, with_more_seeds(view.experiment.design, more), kept)

    def pause(self, owner: str, experiment_id: str) -> None:
        """Pause an experiment and its runs; pausing twice does no harm.

        Raises:
            ExperimentError: "unknown-experiment", "not-owner".
        """
        with self._lock:
            experiment = self._mine(owner, experiment_id)
            if experiment.status == "running":
                self._pause(experiment, "asked")

    def stop(self, owner: str, experiment_id: str) -> None:
        """End what is at work and begin nothing more; what has finished stays.

        Raises:
            ExperimentError: "unknown-experiment", "not-owner".
        """
        with self._lock:
            experiment = self._mine(owner, experiment_id)
            if experiment.status in ("running", "paused"):
                for run in self._runs_of(experiment).values():
                    self._runs.stop(owner, run.id)
                self.store.save(replace(experiment, status="stopped", pause_reason=None))

    def resume(self, owner: str, experiment_id: str) -> None:
        """Go on: paused runs where they stood, stopped and failed ones from their start; nothing finished is repeated.

        Raises:
            ExperimentError: "unknown-experiment", "not-owner", or "experiment-complete": nothing is left to do.
        """
        with self._lock:
            experiment = self._mine(owner, experiment_id)
            runs = self._runs_of(experiment)
            kept = {trial: run.id for trial, run in runs.items() if not run.ended or run.status in KEPT}
            if len({**kept, **experiment.known}) == len(experiment.design.trials) and all(
                runs[one].ended for one in kept
            ):
                raise ExperimentError("experiment-complete", "every run of this experiment has finished")
            for trial in kept:
                if runs[trial].status == "paused":
                    self._runs.resume(owner, runs[trial].id)
            self.store.save(replace(experiment, status="running", pause_reason=None, runs=kept))
            self._go(experiment_id)

    def renew(self, experiment_id: str) -> None:
        """Note that someone is looking at an experiment: that counts for all its runs.

        Raises:
            ExperimentError: "unknown-experiment".
        """
        experiment = self.store.experiment(experiment_id)
        with self._lock:
            self._seen_s[experiment_id] = self._clock()
        for run in self._runs_of(experiment).values():
            if run.active:
                self._runs.renew(run.id)

    def view(self, experiment_id: str) -> ExperimentView:
        """Return what pages show of an experiment.

        Raises:
            ExperimentError: "unknown-experiment".
        """
        experiment = self.store.experiment(experiment_id)
        runs = self._runs_of(experiment)
        ended = {trial: self._result(run) for trial, run in runs.items() if run.ended}
        return ExperimentView(experiment, runs, {**experiment.known, **ended}, self._runs.workers)

    def _mine(self, owner: str, experiment_id: str) -> Experiment:
        experiment = self.store.experiment(experiment_id)
        if owner != experiment.owner:
            raise ExperimentError("not-owner", "only who started an experiment can control it; everyone else can look")
        return experiment

    def _check_limits(self, experiment: Experiment) -> None:
        """Refuse at once what would be refused at one of its later runs."""
        design = experiment.design
        new = [trial for trial in design.trials if trial not in experiment.known]
        for trial in new:
            corpus = design.corpus(trial.cell.corpus)
            self._runs.check(experiment.owner, *design.configure(trial), corpus, more=len(new) - 1)

    def _runs_of(self, experiment: Experiment) -> dict[Trial, Run]:
        """Return the runs begun so far; one that was thrown away counts as not begun."""
        runs = {}
        for trial, run_id in experiment.runs.items():
            with suppress(RunError):
                run = self._runs.store.run(run_id)
                if run.deleted_s is None:
                    runs[trial] = run
        return runs

    def _result(self, run: Run) -> Result:
        if run.id not in self._results:
            self._results[run.id] = result_of(run, self._runs.store)
        return self._results[run.id]

    def _go(self, experiment_id: str) -> None:
        self._seen_s[experiment_id] = self._clock()
        self._wake.set()

    def _loop(self) -> None:
        while self._wake.wait():
            with self._lock:
                running = self.store.running()
                if not running:
                    self._wake.clear()
                self._advance_all(running)
            time.sleep(self._poll_s)

    def _advance_all(self, running: list[Experiment]) -> None:
        """Fill free workers, first for the experiment that has the fewest."""
        at_work = {one.id: sum(not run.ended for run in self._runs_of(one).values()) for one in running}
        free = self._runs.workers - sum(at_work.values())
        for experiment in sorted(running, key=lambda one: at_work[one.id]):
            try:
                free -= self._advance(experiment, free)
            except Exception:
                logger.exception("experiment %s cannot go on", experiment.id)
                self._pause(experiment, "fault")

    def _advance(self, experiment: Experiment, free: int) -> int:
        """Begin as many runs as there are free workers, and return how many; or note that it has come to a rest."""
        if self._clock() - self._seen_s[experiment.id] > self._idle_s:
            self._pause(experiment, "idle")
            return 0
        going, waiting = self._left(experiment, self._runs_of(experiment))
        if not waiting and not going:
            self.store.save(replace(experiment, status="finished"))
            return 0
        # A run that was paused by itself keeps its place; when nothing else is left, all of the experiment rests.
        if going and all(run.status == "paused" for run in going) and not (waiting and free > 0):
            reason: PauseReason = "cluster" if any(run.pause_reason == "cluster" for run in going) else "asked"
            self.store.save(replace(experiment, status="paused", pause_reason=reason))
            return 0
        begun = waiting[: max(0, free)]
        ids = {trial: self._begin(experiment, trial) for trial in begun}
        if ids:
            self.store.save(replace(experiment, runs={**experiment.runs, **ids}))
        return len(ids)

    def _left(self, experiment: Experiment, runs: Mapping[Trial, Run]) -> tuple[list[Run], list[Trial]]:
        """Return what is left to do: runs that have not ended, and trials that have not begun."""
        going = [run for run in runs.values() if not run.ended]
        known = {**runs, **experiment.known}
        return going, [trial for trial in experiment.design.trials if trial not in known]

    def _begin(self, experiment: Experiment, trial: Trial) -> str:
        model, train = experiment.design.configure(trial)
        corpus = experiment.design.corpus(trial.cell.corpus)
        # The book's constants, which need no translation.
        name = f"HEADS {model.heads} · EMBEDDING_SIZE {model.embedding_size} · SEED {train.seed}"
        return self._runs.start(experiment.owner, model, train, corpus, name=name)

    def _pause(self, experiment: Experiment, reason: PauseReason) -> None:
        self.store.save(replace(experiment, status="paused", pause_reason=reason))
        for run in self._runs_of(experiment).values():
            if run.active:
                with suppress(RunError):  # it has ended in this very moment
                    self._runs.pause(experiment.owner, run.id)
