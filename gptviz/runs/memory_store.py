"""The store in memory: runs live as long as the process."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from gptviz.corpus.corpus import Corpus
from gptviz.runs.curves import CurveRecorder, CurveRows, Curves
from gptviz.runs.run import Run, RunError
from gptviz.runs.thinning import kept_steps
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
    snapshot_bytes: int = 0
    thinned: bool = False


class MemoryStore:
    """Keeps runs in memory; every method may be called from any thread.

    When the snapshots of all runs together pass the limit, the oldest run that has more than two loses every second
    one (never its first and last), again and again; when no run has more than two, the oldest one loses those.

    Args:
        snapshot_bytes: The limit, in bytes.
        trouble: Why runs are kept in memory only, where they should not be.
    """

    def __init__(self, snapshot_bytes: int = SNAPSHOT_BYTES, trouble: str | None = None) -> None:
        self.trouble = trouble
        self._limit_bytes = snapshot_bytes
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
        self._record(run.id).run = run

    def append(self, run: Run, events: Sequence[Event], state: TrainState) -> None:
        """Keep all that one slice of training brought."""
        record = self._record(run.id)
        with self._lock:
            record.curves.append(CurveRows.of(events))
            record.samples += [event for event in events if isinstance(event, Sample)]
            record.snapshots |= {event.step: event for event in events if isinstance(event, Snapshot)}
            record.snapshot_bytes = _size_bytes(record.snapshots)
            record.state, record.run = state, run
            self._thin()

    def run(self, run_id: str) -> Run:
        """Return the record of a run."""
        return self._record(run_id).run

    def runs(self) -> list[Run]:
        """Return all runs, the newest first."""
        with self._lock:
            return [record.run for record in reversed(self._records.values())]

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
        while sum(record.snapshot_bytes for record in self._records.values()) > self._limit_bytes:
            holding = [record for record in self._records.values() if record.snapshots]
            record = next((record for record in holding if len(record.snapshots) > 2), holding[0])
            kept = kept_steps(list(record.snapshots)) if len(record.snapshots) > 2 else []
            record.snapshots = {step: record.snapshots[step] for step in kept}
            record.snapshot_bytes, record.thinned = _size_bytes(record.snapshots), True


def _size_bytes(snapshots: dict[int, Snapshot]) -> int:
    return sum(array.nbytes for snapshot in snapshots.values() for array in snapshot.parameters.values())
