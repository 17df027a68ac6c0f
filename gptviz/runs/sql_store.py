"""The store in a database: what a run has brought is there again after the server was killed.

Runs that somebody looks at are held in memory too, so a page rarely waits for the database. When it cannot be
written (a full disk, a read-only folder, a server that is away), training goes on in memory, `trouble` says so, and
what is missing is written with the next slice that can be.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from gptviz.corpus.corpus import Corpus
from gptviz.runs import rows
from gptviz.runs.curves import CurveRecorder, CurveRows, Curves
from gptviz.runs.run import Run, RunError
from gptviz.runs.thinning import kept_steps
from gptviz.training.events import Event, Sample, Snapshot
from gptviz.training.state import TrainState

MOST_HELD = 64  # runs in memory
MOST_SNAPSHOTS_HELD = 256
SNAPSHOT_BYTES = 4 * 2**30

logger = logging.getLogger(__name__)


@dataclass
class _Held:
    """What memory holds of one run; `unsaved` are the events of slices that the database has not taken yet."""

    state: TrainState | None = None
    curves: CurveRecorder = field(default_factory=CurveRecorder)
    samples: list[Sample] = field(default_factory=list)
    snapshot_steps: list[int] = field(default_factory=list)
    thinned: bool = False
    slices: int = 0
    unsaved: list[list[Event]] = field(default_factory=list)
    created: bool = True  # in the database


class SqlStore:
    """Keeps runs in a database; every method may be called from any thread.

    When the snapshots of all runs together pass the limit, the oldest run that has more than two loses every second
    one, as in the store in memory, and `snapshots_thinned` says so.

    Args:
        engine: Of a database that `schema.prepare` has prepared.
        snapshot_bytes: The limit, in bytes.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: The database cannot be read.
    """

    def __init__(self, engine: sa.Engine, snapshot_bytes: int = SNAPSHOT_BYTES) -> None:
        self._engine, self._limit_bytes = engine, snapshot_bytes
        self._lock = threading.RLock()
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._snapshots: OrderedDict[tuple[str, int], Snapshot] = OrderedDict()
        self._corpora: dict[tuple[str, str, str], Corpus] = {}
        self.trouble: str | None = None
        with engine.connect() as connection:
            listed, self._bytes = rows.read_runs(connection), rows.read_snapshot_bytes(connection)
        self._runs = {run.id: run for run in listed}  # in the order of creation

    def create(self, run: Run, corpus: Corpus) -> None:
        """Keep a new run and its text."""
        with self._lock:
            self._runs[run.id] = run
            self._corpora.setdefault(rows.corpus_key(run), corpus)
            self._hold(run.id, _Held(created=False))
            self._write(run.id)

    def save(self, run: Run) -> None:
        """Replace the record of a run."""
        with self._lock:
            self._known(run.id)
            self._runs[run.id] = run
            self._write(run.id)

    def append(self, run: Run, events: Sequence[Event], state: TrainState) -> None:
        """Keep all that one slice of training brought."""
        with self._lock:
            held = self._of(run.id)
            held.curves.append(CurveRows.of(events))
            held.samples += [event for event in events if isinstance(event, Sample)]
            held.snapshot_steps += [event.step for event in events if isinstance(event, Snapshot)]
            held.state, self._runs[run.id] = state, run
            held.unsaved.append(list(events))
            self._write(run.id)

    def run(self, run_id: str) -> Run:
        """Return the record of a run."""
        return self._known(run_id)

    def runs(self) -> list[Run]:
        """Return all runs, the newest first."""
        with self._lock:
            return list(reversed(self._runs.values()))

    def corpus(self, run_id: str) -> Corpus:
        """Return the text of a run."""
        key = rows.corpus_key(self._known(run_id))
        with self._lock:
            if key not in self._corpora:
                with self._engine.connect() as connection:
                    corpus = rows.read_corpus(connection, key)
                if corpus is None:
                    raise RunError("text-lost", "the text of this run is not in the database any more")
                self._corpora[key] = corpus
            return self._corpora[key]

    def state(self, run_id: str) -> TrainState | None:
        """Return where training stands; None before the first slice."""
        return self._of(run_id).state

    def curves(self, run_id: str, after_step: int = -1) -> Curves:
        """Return the steps after `after_step` and all evaluations."""
        return self._of(run_id).curves.since(after_step)

    def samples(self, run_id: str) -> tuple[Sample, ...]:
        """Return all samples, in order."""
        held = self._of(run_id)
        with self._lock:
            return tuple(held.samples)

    def snapshot_steps(self, run_id: str) -> tuple[int, ...]:
        """Return the steps of the snapshots that are kept, rising."""
        held = self._of(run_id)
        with self._lock:
            return tuple(held.snapshot_steps)

    def snapshots_thinned(self, run_id: str) -> bool:
        """Return whether snapshots of the run were given up to save room."""
        return self._of(run_id).thinned

    def snapshot(self, run_id: str, step: int) -> Snapshot:
        """Return the kept snapshot nearest to a step."""
        held = self._of(run_id)
        with self._lock:
            if not held.snapshot_steps:
                raise RunError("no-snapshots", "nothing is kept yet of how this run's attention looked")
            nearest = min(held.snapshot_steps, key=lambda kept: abs(kept - step))
            for events in held.unsaved:
                for event in events:
                    if isinstance(event, Snapshot) and event.step == nearest:
                        return event
            return self._read_snapshot(run_id, nearest)

    # ---- memory

    def _known(self, run_id: str) -> Run:
        with self._lock:
            run = self._runs.get(run_id)
        if run is None:
            raise RunError("unknown-run", f"there is no run {run_id!r}; it may have been deleted", run=run_id)
        return run

    def _of(self, run_id: str) -> _Held:
        self._known(run_id)
        with self._lock:
            if run_id not in self._held:
                self._hold(run_id, self._read(run_id))
            self._held.move_to_end(run_id)
            return self._held[run_id]

    def _hold(self, run_id: str, held: _Held) -> None:
        self._held[run_id] = held
        spare = [one for one, kept in self._held.items() if self._runs[one].ended and kept.created and not kept.unsaved]
        for one in spare[: max(0, len(self._held) - MOST_HELD)]:
            if one != run_id:
                del self._held[one]

    # ---- the database

    def _read(self, run_id: str) -> _Held:
        held = _Held()
        with self._engine.connect() as connection:
            held.thinned = rows.read_thinned(connection, run_id)
            held.state = rows.read_state(connection, run_id)
            for slice_rows in rows.read_slices(connection, run_id):
                held.curves.append(slice_rows)
                held.slices += 1
            held.samples = rows.read_samples(connection, run_id)
            held.snapshot_steps = rows.read_snapshot_steps(connection, run_id)
        return held

    def _read_snapshot(self, run_id: str, step: int) -> Snapshot:
        if (run_id, step) not in self._snapshots:
            with self._engine.connect() as connection:
                self._snapshots[run_id, step] = rows.read_snapshot(connection, run_id, step)
            if len(self._snapshots) > MOST_SNAPSHOTS_HELD:
                self._snapshots.popitem(last=False)
        self._snapshots.move_to_end((run_id, step))
        return self._snapshots[run_id, step]

    def _write(self, run_id: str) -> None:
        """Write all that is missing of a run in one transaction: it is kept whole, or not at all."""
        run, held = self._runs[run_id], self._held.get(run_id)
        unsaved = held.unsaved if held is not None else []
        added_bytes = 0
        try:
            with self._engine.begin() as connection:
                if held is None or held.created:
                    rows.update_run(connection, run)
                else:
                    rows.insert_run(connection, run, self._corpora[rows.corpus_key(run)])
                for number, events in enumerate(unsaved, start=held.slices if held is not None else 0):
                    added_bytes += rows.insert_slice(connection, run_id, number, events)
                if unsaved and held is not None and held.state is not None:
                    rows.replace_state(connection, run_id, held.state)
        except SQLAlchemyError as error:
            if self.trouble is None:
                logger.error("runs cannot be written to the database; training goes on in memory", exc_info=error)
            self.trouble = type(error).__name__
            return
        self.trouble = None
        if held is not None:
            held.created, held.slices, held.unsaved = True, held.slices + len(held.unsaved), []
        self._bytes += added_bytes
        if self._bytes > self._limit_bytes:
            self._thin()

    def _thin(self) -> None:
        for run_id in list(self._runs):
            held = self._of(run_id)
            kept = kept_steps(held.snapshot_steps)
            if len(kept) == len(held.snapshot_steps):
                continue
            with self._engine.begin() as connection:
                self._bytes -= rows.thin_snapshots(connection, run_id, kept)
            held.snapshot_steps, held.thinned = kept, True
            if self._bytes <= self._limit_bytes:
                return
