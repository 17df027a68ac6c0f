"""Starts runs, controls them, and stores what their slices bring."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import ParamSpec, TypeVar

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.executors import SliceExecutor
from gptviz.runs.limits import ALONE, Limits
from gptviz.runs.places import Places, Waiting
from gptviz.runs.progress import Progress
from gptviz.runs.run import PauseReason, Run, RunError, RunView, Status
from gptviz.runs.slices import run_slice
from gptviz.runs.store import Store
from gptviz.runs.turns import SliceFunction, Turns
from gptviz.training.events import Snapshot
from gptviz.training.plan import total_steps

IDLE_S = 120.0
COMPUTE_S = 60.0
MOST_TRIES = 3

P = ParamSpec("P")
T = TypeVar("T")


class RunManager:
    """Advances many runs on few workers; no method waits for training.

    Everyone may read a run (`view`, `store`); only its owner may control it.

    Args:
        executor: Works on slices.
        store: Keeps runs.
        limits: How large runs may be, and how many.
        slice_function: What a worker calls.
        idle_s: A run that nobody looked at for this long pauses.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        executor: SliceExecutor,
        store: Store,
        *,
        limits: Limits = ALONE,
        slice_function: SliceFunction = run_slice,
        idle_s: float = IDLE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._executor = executor
        self._limits, self._own_limits = limits, dict[str, Limits]()
        self._places = Places(self.limits_of, lambda run_id, owner: self._turns.want(run_id, owner))
        self._progress = Progress(
            store, self._places, lambda: executor.workers, executor.lost_worker_errors, idle_s, clock
        )
        self._turns = Turns(executor, slice_function, self._progress)

    def take_over(self) -> None:
        """Take up the runs that the store has from an earlier process.

        Those that trained then are paused now; those that waited go on waiting, the oldest first.
        """
        with self._progress.lock:
            for run in reversed(self.store.runs()):
                if run.ended:
                    continue
                if run.status == "running":
                    self.store.save(replace(run, status="paused", pause_reason="restart"))
                self._progress.begin(run.id)
                if run.status == "queued":
                    self._places.enter(run.id, run.owner)
            for run in self.store.runs(deleted=True):
                if not run.ended:
                    self._progress.begin(run.id)  # its owner may take it back, and let it go on

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Held while a record is read, changed and saved, so that no slice that comes back saves an older one."""
        return self._progress.lock

    @property
    def workers(self) -> int:
        """How many runs can train at the same time, each at full speed."""
        return self._executor.workers

    def start(self, owner: str, model: ModelConfig, train: TrainConfig, corpus: Corpus, *, name: str = "") -> str:
        """Start training and return the id of the new run; where all places are taken, it waits for one.

        Raises:
            CorpusError: "text-too-short" for these sizes.
            LimitError: It is too large for this server, or its owner has too many runs.
            RunError: "no-owner": owner is empty.
        """
        if not owner:
            raise RunError("no-owner", "a run needs an owner")
        run = Run(
            id=secrets.token_hex(8),
            owner=owner,
            name=name,
            model=model,
            train=train,
            corpus_name=corpus.name,
            corpus_source=corpus.source,
            corpus_fingerprint=corpus.fingerprint,
            total_steps=total_steps(corpus, model, train),
            created_s=time.time(),
        )
        with self._progress.lock:
            self.check(owner, model, train, corpus)
            self.store.create(run, corpus)
            self._progress.begin(run.id)
            self._places.enter(run.id, owner)
        return run.id

    def check(self, owner: str, model: ModelConfig, train: TrainConfig, corpus: Corpus, *, more: int = 0) -> None:
        """Refuse what `start` would refuse.

        Args:
            owner: Who wants to start it.
            model: The model.
            train: Its training.
            corpus: Its text.
            more: How many runs like it are to follow.

        Raises:
            LimitError: As `start`.
        """
        limits = self.limits_of(owner)
        limits.check_sizes(model, train)
        limits.check_text(corpus)
        limits.check_room(more + sum(run.owner == owner and run.deleted_s is None for run in self.store.runs()))

    def limits_of(self, owner: str) -> Limits:
        """Return what an owner may."""
        return self._own_limits.get(owner, self._limits)

    def set_limits(self, limits: Limits, owner: str | None = None) -> None:
        """Change what one owner may, or everybody without limits of their own; what trains already goes on."""
        with self._progress.lock:
            if owner is None:
                self._limits = limits
            else:
                self._own_limits = {**self._own_limits, owner: limits}
        self._places.refill()

    def hold(self, all_but: frozenset[str] | None) -> None:
        """Let no run begin or go on, but those of some owners; None: let everyone's again. What trains goes on."""
        self._places.hold(all_but)

    def waiting(self, run_id: str) -> Waiting | None:
        """Return why a queued run does not train yet; None: it has a place."""
        return self._places.waiting(run_id)

    def pause(self, owner: str, run_id: str, reason: PauseReason = "asked") -> None:
        """Pause a run; the slice that a worker is at is still kept. Pausing twice does no harm.

        Raises:
            RunError: "unknown-run", "not-owner" or "run-ended".
        """
        with self._progress.lock:
            run = self._mine_and_alive(owner, run_id)
            if run.active:
                self._progress.pause(run, reason)

    def resume(self, owner: str, run_id: str, *, first: bool = False) -> None:
        """Let a paused run go on, or wait for a place. Resuming twice does no harm.

        Args:
            owner: Of the run.
            run_id: Of the run.
            first: It waits before all others.

        Raises:
            RunError: "unknown-run", "not-owner" or "run-ended".
            LimitError: It is larger than its owner's runs may be by now.
        """
        with self._progress.lock:
            run = self._mine_and_alive(owner, run_id)
            if run.status == "paused":
                self.limits_of(owner).check_sizes(run.model, run.train)
                self._progress.begin(run_id)
                status: Status = "running" if self._places.enter(run_id, owner, first=first) and run.step else "queued"
                self.store.save(replace(run, status=status, pause_reason=None, failure=None))

    def step(self, owner: str, run_id: str) -> None:
        """Take a single step of a paused run.

        Raises:
            RunError: "unknown-run", "not-owner", "run-ended" or "not-paused".
        """
        with self._progress.lock:
            run = self._mine_and_alive(owner, run_id)
            if run.active:
                raise RunError("not-paused", "only a paused run takes single steps; pause it first")
            self._progress.owe_step(run_id)
        self._turns.want(run_id, owner)

    def stop(self, owner: str, run_id: str) -> None:
        """End a run for good; the slice that a worker is at is not kept. Nothing happens to a run that has ended.

        Raises:
            RunError: "unknown-run" or "not-owner".
        """
        with self._progress.lock:
            run = self._mine(owner, run_id)
            if not run.ended:
                self._progress.end(replace(run, status="stopped", pause_reason=None))

    def renew(self, run_id: str) -> None:
        """Note that someone is looking at a run, so that it does not pause by itself.

        Raises:
            RunError: "unknown-run".
        """
        self.store.run(run_id)
        self._progress.seen(run_id)

    def view(self, run_id: str, after_step: int = -1) -> RunView:
        """Return what pages show of a run; cheap, whatever the length of the run.

        Args:
            run_id: Of any run, whoever owns it.
            after_step: Leave out training steps up to this one.

        Raises:
            RunError: "unknown-run".
        """
        store, run, state = self.store, self.store.run(run_id), self.store.state(run_id)
        return RunView(
            run=run,
            curves=store.curves(run_id, after_step),
            samples=store.samples(run_id),
            snapshot_steps=store.snapshot_steps(run_id),
            snapshots_thinned=store.snapshots_thinned(run_id),
            latest=None if state is None else Snapshot(state.step, state.parameters),
        )

    def compute(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Have a worker call a function outside of training, and wait for it; a worker that dies costs another try.

        Args:
            function: Importable by name, without torch in its module: this process never imports that.
            *args: Its arguments.
            **kwargs: Its arguments.

        Raises:
            RunError: "no-worker": three workers died of it, or none answered within a minute.
        """
        for _ in range(MOST_TRIES):
            future: Future[T] = self._executor.submit(function, *args, **kwargs)
            try:
                return future.result(COMPUTE_S)
            except self._executor.lost_worker_errors:
                continue
            except TimeoutError:
                future.cancel()
                break
        raise RunError("no-worker", "no worker process could compute this; try again in a moment")

    def warm_up(self) -> None:
        """Start workers ahead, in the background, so that the first slice need not wait for them."""
        self._turns.warm_up()

    def shutdown(self) -> None:
        """End the workers at once; what is stored stays."""
        self._turns.close()

    def _mine(self, owner: str, run_id: str) -> Run:
        run = self.store.run(run_id)
        if owner != run.owner:
            raise RunError("not-owner", "only who started a run can control it; everyone else can look")
        return run

    def _mine_and_alive(self, owner: str, run_id: str) -> Run:
        run = self._mine(owner, run_id)
        if run.deleted_s is not None:
            raise RunError("unknown-run", f"the run {run_id!r} was deleted", run=run_id)
        if run.ended:
            raise RunError("run-ended", f"this run is {run.status}; it cannot go on", status=run.status)
        return run
