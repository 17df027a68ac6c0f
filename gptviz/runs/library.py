"""What people do with runs that are there: name, note, pin, throw away, and fork: go on from a snapshot elsewhere.

Nothing is deleted at once: a run that was thrown away can be taken back for a while, then it is gone for good. No
timer does that: runs whose time is over go when the library is next used.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gptviz.config import TrainConfig
from gptviz.runs.copying import events_of
from gptviz.runs.manager import RunManager
from gptviz.runs.run import Origin, Run, RunError
from gptviz.training.plan import total_steps
from gptviz.training.state import TrainState

LONGEST_NAME = 80  # characters
LONGEST_NOTE = 2000
UNDO_S = 600.0


class Library:
    """Keeps order among runs; every method may be called from any thread.

    Only a run's owner changes it; everyone may fork it. All methods raise RunError "unknown-run" where there is no such
    run, and "not-owner" to those who may not.

    Args:
        manager: Of the runs.
        clock: Unix time in seconds.
    """

    def __init__(self, manager: RunManager, clock: Callable[[], float] = time.time) -> None:
        self._manager, self._store, self._clock = manager, manager.store, clock

    def rename(self, owner: str, run_id: str, name: str) -> None:
        """Give a run a name of one line; an empty one takes its name away.

        Raises:
            RunError: "name-too-long".
        """
        name = " ".join(name.split())
        _check_length("name-too-long", name, LONGEST_NAME)
        self._change(owner, run_id, name=name)

    def annotate(self, owner: str, run_id: str, note: str) -> None:
        """Replace the note of a run.

        Raises:
            RunError: "note-too-long".
        """
        note = note.strip()
        _check_length("note-too-long", note, LONGEST_NOTE)
        self._change(owner, run_id, note=note)

    def pin(self, owner: str, run_id: str, pinned: bool) -> None:
        """Keep all snapshots of a run for good, or let them be thinned out again when room is needed."""
        self._change(owner, run_id, pinned=pinned)

    def delete(self, owner: str, run_id: str) -> None:
        """Throw a run away: it pauses, and nobody sees it any more. For UNDO_S it can be taken back."""
        with self._manager.lock:
            run = self._mine(owner, run_id)
            if run.active:
                self._manager.pause(owner, run_id)
            self._change(owner, run_id, deleted_s=self._clock())
        self.empty_trash()

    def undelete(self, owner: str, run_id: str) -> None:
        """Take a run back that was thrown away; one that trained then is paused."""
        self._change(owner, run_id, deleted_s=None)

    def trash(self) -> list[Run]:
        """Return the runs that can still be taken back, whoever owns them, the newest first."""
        self.empty_trash()
        return self._store.runs(deleted=True)

    def empty_trash(self) -> None:
        """Forget the runs for good that were thrown away longer ago than UNDO_S."""
        with self._manager.lock:
            for run in self._store.runs(deleted=True):
                if run.deleted_s is not None and self._clock() - run.deleted_s > UNDO_S:
                    self._manager.stop(run.owner, run.id)  # what a worker may still bring of it is not kept
                    self._store.delete(run.id)

    def fork(
        self,
        owner: str,
        run_id: str,
        step: int,
        *,
        train: TrainConfig | None = None,
        dropout: float | None = None,
        name: str = "",
    ) -> str:
        """Start a run that goes on from a moment of another one, and return its id.

        The curve, the samples and the snapshots up to that moment are copied: the other run may change or go. A
        snapshot holds parameters only, so AdamW's moments are measured anew (`gptviz.training.advance`), and the
        numbers are close to the other run's, not the same. At step 0, and at its newest step, whose moments are kept,
        a fork with unchanged settings has the very same numbers.

        Args:
            owner: Of the new run.
            run_id: Of any run, whoever owns it.
            step: One of `fork_steps`.
            train: How it is trained; None: as the other run. Its schedule counts from step 0, as the other run's.
            dropout: Of the model, whose sizes stay; None: as the other run's.
            name: Of the new run.

        Raises:
            RunError: "no-owner", "name-too-long", "snapshot-gone": there is no snapshot of this step; or
                "fork-complete": the settings end at or before this step, more epochs are needed.
            ConfigError: dropout is out of its range.
            LimitError: As `RunManager.start`.
        """
        if not owner:
            raise RunError("no-owner", "a run needs an owner")
        _check_length("name-too-long", name, LONGEST_NAME)
        source, corpus = self._there(run_id), self._store.corpus(run_id)
        train = train or source.train
        model = source.model if dropout is None else replace(source.model, dropout=dropout)
        total = total_steps(corpus, model, train)
        if total <= step:
            message = f"these settings end after {total} steps, at or before step {step}; take more epochs"
            raise RunError("fork-complete", message, step=step, total=total)
        state = self._state_at(run_id, step)
        fork = Run(
            id=secrets.token_hex(8),
            owner=owner,
            name=name,
            model=model,
            train=train,
            corpus_name=source.corpus_name,
            corpus_source=source.corpus_source,
            corpus_fingerprint=source.corpus_fingerprint,
            total_steps=total,
            created_s=self._clock(),
            status="paused",
            step=step,
            training_s=source.training_s * step / max(source.step, 1),
            origin=Origin("fork", run_id, step),
        )
        with self._manager.lock:
            self._manager.check(owner, model, train, corpus)
            self._store.create(fork, corpus)
            # What there is to tell at step 0 is told again by training itself.
            self._store.append(fork, events_of(self._store, run_id, step) if step else [], state)
        self._manager.resume(owner, fork.id)
        self.empty_trash()
        return fork.id

    def fork_steps(self, run_id: str) -> list[int]:
        """Return the steps from which a run can be forked, rising: those of its snapshots, and its newest one."""
        state = self._store.state(run_id)
        return sorted({*self._store.snapshot_steps(run_id), *([state.step] if state else [])})

    def _state_at(self, run_id: str, step: int) -> TrainState:
        newest = self._store.state(run_id)
        if newest is not None and newest.step == step:
            return replace(newest, complete=False)
        if step not in self._store.snapshot_steps(run_id):
            message = f"there is no snapshot of step {step}; it may have been given up to save room"
            raise RunError("snapshot-gone", message, step=step)
        return TrainState(step, self._store.snapshot(run_id, step).parameters)

    def _there(self, run_id: str) -> Run:
        run = self._store.run(run_id)
        if run.deleted_s is not None:
            raise RunError("unknown-run", f"the run {run_id!r} was deleted", run=run_id)
        return run

    def _mine(self, owner: str, run_id: str) -> Run:
        run = self._store.run(run_id)
        if owner != run.owner:
            raise RunError("not-owner", "only who started a run can change it; everyone else can look")
        return run

    def _change(self, owner: str, run_id: str, **changes: Any) -> None:
        with self._manager.lock:
            self._store.save(replace(self._mine(owner, run_id), **changes))


def _check_length(code: str, text: str, most: int) -> None:
    if len(text) > most:
        raise RunError(code, f"{len(text)} characters; at most {most}", given=len(text), most=most)
