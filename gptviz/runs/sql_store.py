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
from gptviz.runs import schema
from gptviz.runs.codec import (
    arrays_from_bytes,
    arrays_to_bytes,
    corpus_from_bytes,
    corpus_to_bytes,
    run_from_json,
    run_to_json,
    state_from_bytes,
    state_to_bytes,
)
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
            query = sa.select(schema.runs.c.record).order_by(schema.runs.c.created_s)
            listed = [run_from_json(record) for record in connection.scalars(query)]
            total = connection.scalar(sa.select(sa.func.sum(schema.snapshots.c.bytes)))
        self._runs = {run.id: run for run in listed}  # in the order of creation
        self._bytes = int(total or 0)

    def create(self, run: Run, corpus: Corpus) -> None:
        """Keep a new run and its text."""
        with self._lock:
            self._runs[run.id] = run
            self._corpora.setdefault(_corpus_key(run), corpus)
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
        key = _corpus_key(self._known(run_id))
        with self._lock:
            if key not in self._corpora:
                table = schema.corpora.c
                query = sa.select(table.data).where(sa.tuple_(table.name, table.source, table.fingerprint) == key)
                with self._engine.connect() as connection:
                    data = connection.scalar(query)
                if data is None:
                    raise RunError("text-lost", "the text of this run is not in the database any more")
                self._corpora[key] = corpus_from_bytes(key[0], key[1], data)
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
            held.thinned = bool(connection.scalar(sa.select(schema.runs.c.thinned).where(schema.runs.c.id == run_id)))
            data = connection.scalar(sa.select(schema.states.c.data).where(schema.states.c.run_id == run_id))
            held.state = state_from_bytes(data) if data is not None else None
            table = schema.slices.c
            query = sa.select(table.data).where(table.run_id == run_id).order_by(table.number)
            for slice_data in connection.scalars(query):
                held.curves.append(CurveRows(**arrays_from_bytes(slice_data)))
                held.slices += 1
            for row in connection.execute(_ordered(schema.samples, run_id)):
                held.samples.append(Sample(row.step, row.prompt, row.text))
            steps = sa.select(schema.snapshots.c.step).where(schema.snapshots.c.run_id == run_id)
            held.snapshot_steps = sorted(connection.scalars(steps))
        return held

    def _read_snapshot(self, run_id: str, step: int) -> Snapshot:
        if (run_id, step) not in self._snapshots:
            table = schema.snapshots.c
            query = sa.select(table.data).where(table.run_id == run_id, table.step == step)
            with self._engine.connect() as connection:
                data = connection.execute(query).scalar_one()
            self._snapshots[run_id, step] = Snapshot(step, arrays_from_bytes(data))
            if len(self._snapshots) > MOST_SNAPSHOTS_HELD:
                self._snapshots.popitem(last=False)
        self._snapshots.move_to_end((run_id, step))
        return self._snapshots[run_id, step]

    def _write(self, run_id: str) -> None:
        """Write all that is missing of a run in one transaction: it is kept whole, or not at all."""
        run, held = self._runs[run_id], self._held.get(run_id)
        try:
            with self._engine.begin() as connection:
                if held is None or held.created:
                    query = schema.runs.update().where(schema.runs.c.id == run_id)
                    connection.execute(query.values(record=run_to_json(run)))
                else:
                    self._insert_run(connection, run)
                added_bytes = self._insert_unsaved(connection, run_id, held) if held is not None else 0
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

    def _insert_run(self, connection: sa.Connection, run: Run) -> None:
        name, source, fingerprint = key = _corpus_key(run)
        table = schema.corpora.c
        known = sa.select(table.name).where(sa.tuple_(table.name, table.source, table.fingerprint) == key)
        if connection.execute(known).first() is None:
            data = corpus_to_bytes(self._corpora[key])
            values = {"name": name, "source": source, "fingerprint": fingerprint, "data": data}
            connection.execute(schema.corpora.insert().values(**values))
        record = {"id": run.id, "created_s": run.created_s, "record": run_to_json(run), "thinned": False}
        connection.execute(schema.runs.insert().values(**record))

    def _insert_unsaved(self, connection: sa.Connection, run_id: str, held: _Held) -> int:
        """Write the slices that are missing, and the state after the last of them; return the bytes of snapshots."""
        added_bytes = 0
        for number, events in enumerate(held.unsaved, start=held.slices):
            rows = CurveRows.of(events)
            data = arrays_to_bytes({"steps": rows.steps, "evaluations": rows.evaluations})
            connection.execute(schema.slices.insert().values(run_id=run_id, number=number, data=data))
            for event in events:
                if isinstance(event, Sample):
                    values = {"run_id": run_id, "step": event.step, "prompt": event.prompt, "text": event.text}
                    connection.execute(schema.samples.insert().values(**values))
                if isinstance(event, Snapshot):
                    data = arrays_to_bytes(event.parameters)
                    added_bytes += len(data)
                    values = {"run_id": run_id, "step": event.step, "bytes": len(data), "data": data}
                    connection.execute(schema.snapshots.insert().values(**values))
        if held.unsaved and held.state is not None:
            connection.execute(schema.states.delete().where(schema.states.c.run_id == run_id))
            connection.execute(schema.states.insert().values(run_id=run_id, data=state_to_bytes(held.state)))
        return added_bytes

    def _thin(self) -> None:
        for run_id in list(self._runs):
            held = self._of(run_id)
            kept = kept_steps(held.snapshot_steps)
            if len(kept) == len(held.snapshot_steps):
                continue
            table = schema.snapshots.c
            lost = sa.and_(table.run_id == run_id, table.step.not_in(kept))
            with self._engine.begin() as connection:
                freed = connection.scalar(sa.select(sa.func.sum(table.bytes)).where(lost))
                connection.execute(schema.snapshots.delete().where(lost))
                connection.execute(schema.runs.update().where(schema.runs.c.id == run_id).values(thinned=True))
            self._bytes -= int(freed or 0)
            held.snapshot_steps, held.thinned = kept, True
            if self._bytes <= self._limit_bytes:
                return


def _ordered(table: sa.Table, run_id: str) -> sa.Select:
    return sa.select(table).where(table.c.run_id == run_id).order_by(table.c.step)


def _corpus_key(run: Run) -> tuple[str, str, str]:
    return run.corpus_name, run.corpus_source, run.corpus_fingerprint
