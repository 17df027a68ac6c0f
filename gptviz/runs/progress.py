"""What every run does next and what came of it: the side of the RunManager that workers' results come in on."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from functools import cache

from gptviz.errors import LearnerError
from gptviz.runs.places import Places
from gptviz.runs.run import ClusterLost, DatabaseAway, PauseReason, Run, RunError, Status
from gptviz.runs.slices import CorpusNeeded, Outcome, SliceTask
from gptviz.runs.store import Store
from gptviz.runs.turns import SliceFuture
from gptviz.training.events import Diverged, Event, Finished, Snapshot
from gptviz.training.milestones import snapshot_steps

SLICE_S = 0.3  # the longest time from Pause to pause
FIRST_SLICE_S = 0.05  # doubled until it is SLICE_S: the first point of a curve comes at once
# Where many runs share few workers, each has its turn once in so long, so that every page moves.
ROUND_S = 2.0
SHORTEST_SLICE_S = 0.1  # below this, sending slices would cost too much of the training
MOST_LOSSES = 3  # workers that may die one after another on the same slice

logger = logging.getLogger(__name__)


@dataclass
class _Control:
    """What is remembered of a run that has not ended.

    Args:
        seen_s: When someone last looked at it.
        slices: Brought back since it was started or resumed.
        steps_owed: Single steps that were asked for and are not done yet.
        single_step: The slice at work is one.
        losses: Workers that died one after another on it.
        send_corpus: The next slice carries the text.
    """

    seen_s: float
    slices: int = 0
    steps_owed: int = 0
    single_step: bool = False
    losses: int = 0
    send_corpus: bool = False


class Progress:
    """Cuts runs into slices and stores what they bring.

    Args:
        store: Keeps runs.
        places: Says who may train now.
        workers: How many slices can be worked on at the same time.
        lost_worker_errors: What tells that a worker died, not that training failed.
        idle_s: A run that nobody looked at for this long pauses.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        store: Store,
        places: Places,
        workers: Callable[[], int],
        lost_worker_errors: tuple[type[BaseException], ...],
        idle_s: float,
        clock: Callable[[], float],
    ) -> None:
        self._store, self._places, self._workers = store, places, workers
        self._idle_s, self._clock = idle_s, clock
        self._lost_worker_errors: tuple[type[BaseException], ...] = (CancelledError, *lost_worker_errors)
        self._controls: dict[str, _Control] = {}
        self.lock = threading.RLock()  # held while a record is read, changed and saved

    def begin(self, run_id: str) -> None:
        """Take up a run, or a paused one again: short slices first."""
        with self.lock:
            self._controls[run_id] = _Control(self._clock())

    def pause(self, run: Run, reason: PauseReason, failure: LearnerError | None = None) -> None:
        """Save a run as paused; its place goes to the next one."""
        with self.lock:
            self._store.save(replace(run, status="paused", pause_reason=reason, failure=failure or run.failure))
            self._places.leave(run.id)

    def seen(self, run_id: str) -> None:
        """Note that someone looks at a run."""
        with self.lock:
            if control := self._controls.get(run_id):
                control.seen_s = self._clock()

    def owe_step(self, run_id: str) -> None:
        """Have a paused run take one step."""
        with self.lock:
            self.seen(run_id)
            # An imported run is paused before this process has trained it.
            self._controls.setdefault(run_id, _Control(self._clock())).steps_owed += 1

    def end(self, run: Run) -> None:
        """Save a run that has ended; what a worker still brings of it is not kept."""
        with self.lock:
            self._store.save(run)
            self._forget(run.id)

    def _forget(self, run_id: str) -> None:
        self._controls.pop(run_id, None)
        self._places.leave(run_id)

    def next_task(self, run_id: str) -> SliceTask | None:
        """Return the next slice of a run: None when it is paused, has ended, or nobody looks at it any more."""
        with self.lock:
            control = self._controls.get(run_id)
            if control is None:
                return None
            run = self._store.run(run_id)
            if run.active and self._clock() - control.seen_s > self._idle_s:
                self.pause(run, "idle")
                return None
            trains = run.active and self._places.holds(run_id)
            if not trains and not control.steps_owed:
                return None
            corpus = self._store.corpus(run_id) if control.send_corpus else None
            control.send_corpus, control.single_step = False, not trains
            return SliceTask(
                run.model,
                run.train,
                self._store.state(run_id),
                run.corpus_fingerprint,
                corpus,
                steps=1 if control.single_step else None,
                budget_s=min(self._slice_s(), FIRST_SLICE_S * 2**control.slices),
            )

    def take(self, run_id: str, future: SliceFuture) -> bool:
        """Store what a slice brought; return False if it has to be sent again (its worker died, or lacked the text)."""
        error = CancelledError() if future.cancelled() else future.exception()
        with self.lock:
            control = self._controls.get(run_id)
            if control is None:
                return True
            if error is None:
                return self._keep(control, self._store.run(run_id), future.result())
            if isinstance(error, self._lost_worker_errors):
                control.losses += 1
                if control.losses <= MOST_LOSSES:
                    return False
                message = f"{control.losses} worker processes died one after another on this run"
                error = RunError("worker-lost", message, times=control.losses)
            self.fail(run_id, error)
            return True

    def fail(self, run_id: str, error: BaseException) -> None:
        """End a run that cannot go on, or pause it when only cluster or database is away; its last state stays."""
        if isinstance(error, ClusterLost | DatabaseAway):
            with self.lock:
                self.pause(self._store.run(run_id), "cluster", error)
            return
        if not isinstance(error, LearnerError):
            fault = secrets.token_hex(4)  # by which visitors and the log can speak of it
            logger.error("run %s failed (fault %s)", run_id, fault, exc_info=error)
            reason = f"{type(error).__name__}: {error}"
            error = RunError("slice-failed", f"training failed: {reason}", reason=reason, fault=fault)
        with self.lock:
            run = self._store.run(run_id)
            self.end(replace(run, status="failed", pause_reason=None, failure=error))

    def _keep(self, control: _Control, run: Run, outcome: Outcome | CorpusNeeded) -> bool:
        if isinstance(outcome, CorpusNeeded):
            control.send_corpus = True
            return False
        control.slices, control.losses = control.slices + 1, 0
        if control.single_step:
            control.steps_owed = max(0, control.steps_owed - 1)
        run = replace(run, step=outcome.state.step, training_s=run.training_s + outcome.seconds)
        if run.status == "queued" and self._places.holds(run.id):
            run = replace(run, status="running")
        for event in outcome.events:
            if isinstance(event, Finished | Diverged):
                status: Status = "finished" if isinstance(event, Finished) else "diverged"
                run = replace(run, status=status, pause_reason=None, result=event)
                self._forget(run.id)
        self._store.append(run, list(self._without_most_snapshots(run, outcome.events)), outcome.state)
        return True

    def _slice_s(self) -> float:
        """Return how long a slice may take, so that each run at work has a turn within ROUND_S."""
        share_s = ROUND_S * self._workers() / max(1, self._places.at_work)
        return min(SLICE_S, max(SHORTEST_SLICE_S, share_s))

    def _without_most_snapshots(self, run: Run, events: Iterable[Event]) -> Iterable[Event]:
        kept = _kept_snapshots(run.total_steps, self._places.limits_of(run.owner).snapshots_per_run)
        return (event for event in events if not isinstance(event, Snapshot) or event.step in kept)


@cache
def _kept_snapshots(total_steps: int, most: int) -> frozenset[int]:
    """The steps of all snapshots that a run takes, or so many of them, evenly chosen with both ends."""
    steps = sorted(snapshot_steps(total_steps))
    if len(steps) <= most:
        return frozenset(steps)
    return frozenset(steps[round(at * (len(steps) - 1) / (most - 1))] for at in range(most))
