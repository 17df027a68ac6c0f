"""What every run does next and what came of it: the side of the RunManager that workers' results come in on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace

from gptviz.errors import LearnerError
from gptviz.runs.run import ClusterLost, Run, RunError, Status
from gptviz.runs.slices import CorpusNeeded, Outcome, SliceTask
from gptviz.runs.store import Store
from gptviz.runs.turns import SliceFuture
from gptviz.training.events import Diverged, Finished

SLICE_S = 0.3  # the longest time from Pause to pause
FIRST_SLICE_S = 0.05  # doubled until it is SLICE_S: the first point of a curve comes at once
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
        lost_worker_errors: What tells that a worker died, not that training failed.
        idle_s: A run that nobody looked at for this long pauses.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        store: Store,
        lost_worker_errors: tuple[type[BaseException], ...],
        idle_s: float,
        clock: Callable[[], float],
    ) -> None:
        self._store, self._idle_s, self._clock = store, idle_s, clock
        self._lost_worker_errors: tuple[type[BaseException], ...] = (CancelledError, *lost_worker_errors)
        self._controls: dict[str, _Control] = {}
        self.lock = threading.RLock()  # held while a record is read, changed and saved

    def begin(self, run_id: str) -> None:
        """Take up a run, or a paused one again: short slices first."""
        with self.lock:
            self._controls[run_id] = _Control(self._clock())

    def seen(self, run_id: str) -> None:
        """Note that someone looks at a run."""
        with self.lock:
            if control := self._controls.get(run_id):
                control.seen_s = self._clock()

    def owe_step(self, run_id: str) -> None:
        """Have a paused run take one step."""
        with self.lock:
            self.seen(run_id)
            self._controls[run_id].steps_owed += 1

    def end(self, run: Run) -> None:
        """Save a run that has ended; what a worker still brings of it is not kept."""
        with self.lock:
            self._store.save(run)
            self._controls.pop(run.id, None)

    def next_task(self, run_id: str) -> SliceTask | None:
        """Return the next slice of a run: None when it is paused, has ended, or nobody looks at it any more."""
        with self.lock:
            control = self._controls.get(run_id)
            if control is None:
                return None
            run = self._store.run(run_id)
            if run.active and self._clock() - control.seen_s > self._idle_s:
                self._store.save(replace(run, status="paused", pause_reason="idle"))
                return None
            if not run.active and not control.steps_owed:
                return None
            corpus = self._store.corpus(run_id) if control.send_corpus else None
            control.send_corpus, control.single_step = False, not run.active
            return SliceTask(
                run.model,
                run.train,
                self._store.state(run_id),
                run.corpus_fingerprint,
                corpus,
                steps=1 if control.single_step else None,
                budget_s=min(SLICE_S, FIRST_SLICE_S * 2**control.slices),
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
        """End a run that cannot go on, or pause it when only the cluster is gone; its last good state stays."""
        if isinstance(error, ClusterLost):
            with self.lock:
                run = self._store.run(run_id)
                self._store.save(replace(run, status="paused", pause_reason="cluster", failure=error))
            return
        if not isinstance(error, LearnerError):
            logger.error("run %s failed", run_id, exc_info=error)
            reason = f"{type(error).__name__}: {error}"
            error = RunError("slice-failed", f"training failed: {reason}", reason=reason)
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
        if run.status == "queued":
            run = replace(run, status="running")
        for event in outcome.events:
            if isinstance(event, Finished | Diverged):
                status: Status = "finished" if isinstance(event, Finished) else "diverged"
                run = replace(run, status=status, pause_reason=None, result=event)
                del self._controls[run.id]
        self._store.append(run, outcome.events, outcome.state)
        return True
