"""The store in memory: runs live as long as the process."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from gptviz.corpus.corpus import Corpus
from gptviz.runs.curves import CurveRecorder, CurveRows, Curves
from gptviz.runs.run import Run, RunError
from gptviz.runs.thinning import Room, thinned_steps
from gptviz.training.events import Event, Sample, Snapshot
from gptviz.training.state import TrainState

SNAPSHOT_BYTES = 512 * 2**20


@dataclass
class _Record:
    run: Run
    corpus: Corpus
    state: TrainState | None = None
    curves: CurveRecorder = field(default_factory=CurveRecorder)
    samples: list[Sample] = field(default_factory=list)
    snapshots: dict[int, Snapshot] = field(default_factory=dict)
    thinned: bool = False


class MemoryStore:
    """Keeps runs in memory; every method may be called from any thread.

    When the snapshots of all runs together pass the limit, the oldest run that has more than two loses every second
    one (never its first and last), again and again; when no run has more than two, the oldest one loses those. Pinned
    runs keep theirs.

    Args:
        snapshot_bytes: The limit, in bytes.
        trouble: Why runs are kept in memory only, where they should not be.
    """

    def __init__(self, snapshot_bytes: int = SNAPSHOT_BYTES, trouble: str | None = None) -> None:
        self.trouble = trouble
        self.full_of_pins = False
        self._room = Room(snapshot_bytes)
        self._records: dict[str, _Record] = {}  # in the order of creation: the oldest run first
        self._corpora: dict[tuple[str, str, str], Corpus] = {}  # many runs train on one text
        self._lock = threading.Lock()

    def create(self, run: Run, corpus: Corpus) -> None:
        """Keep a new run and its text."""
        with self._lock:
            kept = self._corpora.setdefault((corpus.name, corpus.source, corpus.fingerprint), corpus)
            self._records[run.id] = _Record(run, kept)

    def save(self, run: Run) -> None:
        """Replace the record of a run."""
        record = self._record(run.id)
        with self._lock:
            record.run = run
            self._thin()  # it may have been a pin that went

    def append(self, run: Run, events: Sequence[Event], state: TrainState) -> None:
        """Keep all that one slice of training brought."""
        record = self._record(run.id)
        with self._lock:
            record.curves.append(CurveRows.of(events))
            record.samples += [event for event in events if isinstance(event, Sample)]
            record.snapshots |= {event.step: event for event in events if isinstance(event, Snapshot)}
            self._room.set(run.id, len(record.snapshots), _size_bytes(record.snapshots))
            record.state, record.run = state, run
            self._thin()

    def delete(self, run_id: str) -> None:
        """Forget a run for good, with all that it brought, and its text where no other run has it."""
        self._record(run_id)
        with self._lock:
            self._room.forget(run_id)
            corpus = self._records.pop(run_id).corpus
            if all(record.corpus is not corpus for record in self._records.values()):
                self._corpora = {key: kept for key, kept in self._corpora.items() if kept is not corpus}
            self._thin()

    def run(self, run_id: str) -> Run:
        """Return the record of a run, also of one that its owner threw away."""
        return self._record(run_id).run

    def runs(self, *, deleted: bool = False) -> list[Run]:
        """Return all runs that are there, or those that were thrown away, the newest first."""
        with self._lock:
            runs = [record.run for record in reversed(self._records.values())]
        return [run for run in runs if (run.deleted_s is not None) == deleted]

    def corpus(self, run_id: str) -> Corpus:
        """Return the text of a run."""
        return self._record(run_id).corpus

    def state(self, run_id: str) -> TrainState | None:
        """Return where training stands; None before the first slice."""
        return self._record(run_id).state

    def curves(self, run_id: str, after_step: int = -1) -> Curves:
        """Return the steps after `after_step` and all evaluations."""
        return self._record(run_id).curves.since(after_step)

    def samples(self, run_id: str) -> tuple[Sample, ...]:
        """Return all samples, in order."""
        record = self._record(run_id)
        with self._lock:
            return tuple(record.samples)

    def snapshot_steps(self, run_id: str) -> tuple[int, ...]:
        """Return the steps of the snapshots that are kept, rising."""
        record = self._record(run_id)
        with self._lock:
            return tuple(record.snapshots)

    def snapshots_thinned(self, run_id: str) -> bool:
        """Return whether snapshots of the run were given up to save room."""
        return self._record(run_id).thinned

    def snapshot_bytes(self, run_id: str) -> int:
        """Return how much room the snapshots of a run take."""
        self._record(run_id)
        return self._room.bytes_of(run_id)

    def snapshot(self, run_id: str, step: int) -> Snapshot:
        """Return the kept snapshot nearest to a step."""
        record = self._record(run_id)
        with self._lock:
            if not record.snapshots:
                raise RunError("no-snapshots", "nothing is kept yet of how this run's attention looked")
            return record.snapshots[min(record.snapshots, key=lambda kept: abs(kept - step))]

    def _record(self, run_id: str) -> _Record:
        with self._lock:
            record = self._records.get(run_id)
        if record is None:
            raise RunError("unknown-run", f"there is no run {run_id!r}; it may be from before a restart", run=run_id)
        return record

    def _thin(self) -> None:
        while self._room.passed:
            run_id = self._room.next_to_thin(record.run for record in self._records.values())
            if run_id is None:
                self.full_of_pins = True
                return
            record = self._records[run_id]
            record.snapshots = {step: record.snapshots[step] for step in thinned_steps(list(record.snapshots))}
            record.thinned = True
            self._room.set(run_id, len(record.snapshots), _size_bytes(record.snapshots))
        self.full_of_pins = False


def _size_bytes(snapshots: dict[int, Snapshot]) -> int:
    return sum(array.nbytes for snapshot in snapshots.values() for array in snapshot.parameters.values())
