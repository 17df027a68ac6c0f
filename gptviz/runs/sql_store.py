"""The store in a database: what a run has brought is there again after the server was killed.

Runs that somebody looks at are held in memory too, so a page rarely waits for the database. When it cannot be
written (a full disk, a read-only folder, a server that is away), training goes on in memory, `trouble` says so, and
what is missing is written as soon as it can be.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from gptviz.corpus.corpus import Corpus
from gptviz.runs import rows
from gptviz.runs.curves import Curves
from gptviz.runs.held import Held
from gptviz.runs.run import DatabaseAway, Run, RunError
from gptviz.runs.schema import DatabaseRefused
from gptviz.runs.thinning import Room, thinned_steps
from gptviz.training.events import Event, Sample, Snapshot
from gptviz.training.state import TrainState

MOST_HELD = 64  # runs in memory
MOST_SNAPSHOTS_HELD = 256
SNAPSHOT_BYTES = 4 * 2**30

logger = logging.getLogger(__name__)


class SqlStore:
    """Keeps runs in a database; every method may be called from any thread.

    When the snapshots of all runs together pass the limit, the oldest run that has more than two loses every second
    one, as in the store in memory, and `snapshots_thinned` says so. Pinned runs keep theirs.

    Args:
        engine: Of a database that `schema.prepare` has prepared.
        snapshot_bytes: The limit, in bytes.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: The database cannot be read.
    """

    def __init__(self, engine: sa.Engine, snapshot_bytes: int = SNAPSHOT_BYTES) -> None:
        self._engine, self._room = engine, Room(snapshot_bytes)
        self._lock = threading.RLock()
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._snapshots: OrderedDict[tuple[str, int], Snapshot] = OrderedDict()
        self._corpora: dict[tuple[str, str, str], Corpus] = {}
        self._behind: dict[str, None] = {}  # runs of which something is not written yet, the longest waiting first
        self.trouble: str | None = None
        self.full_of_pins = False
        with engine.connect() as connection:
            self._runs = {run.id: run for run in rows.read_runs(connection)}  # in the order of creation
            for run_id, count, size_bytes in rows.read_snapshot_totals(connection):
                self._room.set(run_id, count, size_bytes)

    def create(self, run: Run, corpus: Corpus) -> None:
        """Keep a new run and its text."""
        with self._lock:
            self._runs[run.id] = run
            self._corpora.setdefault(rows.corpus_key(run), corpus)
            self._hold(run.id, Held(created=False))
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
            self._of(run.id).take(events, state)
            self._runs[run.id] = run
            self._write(run.id)

    def delete(self, run_id: str) -> None:
        """Forget a run for good; where the database cannot be written now it stays, and can be deleted later."""
        with self._lock:
            key = rows.corpus_key(self._known(run_id))
            alone = all(rows.corpus_key(run) != key for run in self._runs.values() if run.id != run_id)
            try:
                with self._engine.begin() as connection:
                    rows.delete_run(connection, run_id, key if alone else None)
            except SQLAlchemyError as error:
                self._note(error)
                return
            del self._runs[run_id]
            self._room.forget(run_id)
            self._held.pop(run_id, None)
            self._behind.pop(run_id, None)
            for step in [step for one, step in self._snapshots if one == run_id]:
                del self._snapshots[run_id, step]
            if alone:
                self._corpora.pop(key, None)

    def run(self, run_id: str) -> Run:
        """Return the record of a run, also of one that its owner threw away."""
        return self._known(run_id)

    def runs(self, *, deleted: bool = False) -> list[Run]:
        """Return all runs that are there, or those that were thrown away, the newest first."""
        with self._lock:
            return [run for run in reversed(self._runs.values()) if (run.deleted_s is not None) == deleted]

    def corpus(self, run_id: str) -> Corpus:
        """Return the text of a run."""
        key = rows.corpus_key(self._known(run_id))
        with self._lock:
            if key not in self._corpora:
                with self._reading() as connection:
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

    def snapshot_bytes(self, run_id: str) -> int:
        """Return how much room the snapshots of a run take."""
        self._known(run_id)
        return self._room.bytes_of(run_id)

    def snapshot(self, run_id: str, step: int) -> Snapshot:
        """Return the kept snapshot nearest to a step."""
        held = self._of(run_id)
        with self._lock:
            if not held.snapshot_steps:
                raise RunError("no-snapshots", "nothing is kept yet of how this run's attention looked")
            nearest = min(held.snapshot_steps, key=lambda kept: abs(kept - step))
            return held.unsaved_snapshot(nearest) or self._read_snapshot(run_id, nearest)

    # ---- memory

    def _known(self, run_id: str) -> Run:
        with self._lock:
            run = self._runs.get(run_id)
        if run is None:
            raise RunError("unknown-run", f"there is no run {run_id!r}; it may have been deleted", run=run_id)
        return run

    def _of(self, run_id: str) -> Held:
        self._known(run_id)
        with self._lock:
            if run_id not in self._held:
                self._hold(run_id, self._read(run_id))
            self._held.move_to_end(run_id)
            return self._held[run_id]

    def _hold(self, run_id: str, held: Held) -> None:
        self._held[run_id] = held
        spare = [one for one, kept in self._held.items() if self._runs[one].ended and kept.created and not kept.unsaved]
        for one in spare[: max(0, len(self._held) - MOST_HELD)]:
            if one != run_id:
                del self._held[one]

    # ---- the database

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except (DBAPIError, DatabaseRefused) as error:
            raise DatabaseAway("database-away", f"the database cannot be read: {type(error).__name__}") from error

    def _read(self, run_id: str) -> Held:
        with self._reading() as connection:
            return Held.read(connection, run_id)

    def _read_snapshot(self, run_id: str, step: int) -> Snapshot:
        if (run_id, step) not in self._snapshots:
            with self._reading() as connection:
                self._snapshots[run_id, step] = rows.read_snapshot(connection, run_id, step)
            if len(self._snapshots) > MOST_SNAPSHOTS_HELD:
                self._snapshots.popitem(last=False)
        self._snapshots.move_to_end((run_id, step))
        return self._snapshots[run_id, step]

    def _write(self, run_id: str) -> None:
        """Write what is missing of a run, and of those that could not be written before."""
        self._behind[run_id] = None
        self.write_missing()

    def write_missing(self) -> None:
        """Write what the database has not taken so far, if it can be written now."""
        with self._lock:
            trouble: SQLAlchemyError | None = None
            for run_id in list(self._behind):
                try:
                    self._write_whole(run_id)
                    del self._behind[run_id]
                except SQLAlchemyError as error:
                    trouble = error
                    if isinstance(error, OperationalError):  # the next one would meet the same
                        break
            try:
                if trouble is None:
                    self._thin()
            except SQLAlchemyError as error:
                trouble = error
            self._note(trouble)

    def _note(self, trouble: SQLAlchemyError | None) -> None:
        if trouble is not None and self.trouble is None:
            logger.error("runs cannot be written to the database; training goes on in memory", exc_info=trouble)
        self.trouble = None if trouble is None else type(trouble).__name__

    def _write_whole(self, run_id: str) -> None:
        """Write all that is missing of a run in one transaction: it is kept whole, or not at all."""
        run, held = self._runs[run_id], self._held.get(run_id)
        unsaved = held.unsaved if held is not None else []
        added_bytes = 0
        added = sum(isinstance(event, Snapshot) for events in unsaved for event in events)
        with self._engine.begin() as connection:
            if held is None or held.created:
                rows.update_run(connection, run)
            else:
                rows.insert_run(connection, run, self._corpora[rows.corpus_key(run)])
            for number, events in enumerate(unsaved, start=held.slices if held is not None else 0):
                added_bytes += rows.insert_slice(connection, run_id, number, events)
            if unsaved and held is not None and held.state is not None:
                rows.replace_state(connection, run_id, held.state)
        if held is not None:
            held.created, held.slices, held.unsaved = True, held.slices + len(held.unsaved), []
        self._room.add(run_id, added, added_bytes)

    def _thin(self) -> None:
        while self._room.passed:
            run_id = self._room.next_to_thin(self._runs.values())
            if run_id is None:
                self.full_of_pins = True
                return
            held = self._of(run_id)
            kept = thinned_steps(held.snapshot_steps)
            with self._engine.begin() as connection:
                self._room.set(run_id, len(kept), rows.thin_snapshots(connection, run_id, kept))
            held.snapshot_steps, held.thinned = kept, True
        self.full_of_pins = False
