"""What is written to and read from the tables of `schema.py`: one function a kind of row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

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
from gptviz.runs.curves import CurveRows
from gptviz.runs.run import Run
from gptviz.training.events import Event, Sample, Snapshot
from gptviz.training.state import TrainState

CorpusKey = tuple[str, str, str]  # name, source and fingerprint
TEXT_KEY = ("name", "source", "fingerprint")


def corpus_key(run: Run) -> CorpusKey:
    """Return what names the text of a run."""
    return run.corpus_name, run.corpus_source, run.corpus_fingerprint


# ---- writing


def _put(connection: sa.Connection, table: sa.Table, **values: Any) -> None:
    """Write a row, in place of the one with the same key.

    There is one when the connection broke after a commit and before its answer: then the same is written again.
    """
    same = [column == values[column.name] for column in table.primary_key.columns]
    connection.execute(table.delete().where(*same))
    connection.execute(table.insert().values(**values))


def insert_run(connection: sa.Connection, run: Run, corpus: Corpus) -> None:
    """Write a new run, and its text unless another run has brought it."""
    name, source, fingerprint = corpus_key(run)
    if read_corpus(connection, corpus_key(run)) is None:
        text = {"name": name, "source": source, "fingerprint": fingerprint, "data": corpus_to_bytes(corpus)}
        _put(connection, schema.corpora, **text)
    record = {"id": run.id, "created_s": run.created_s, "record": run_to_json(run), "thinned": False}
    _put(connection, schema.runs, **record)


def update_run(connection: sa.Connection, run: Run) -> None:
    """Replace the record of a run."""
    connection.execute(schema.runs.update().where(schema.runs.c.id == run.id).values(record=run_to_json(run)))


def insert_slice(connection: sa.Connection, run_id: str, number: int, events: Sequence[Event]) -> int:
    """Write what one slice of training brought; return the bytes of its snapshots.

    Args:
        connection: In a transaction.
        run_id: Of the run.
        number: Of the slice, from 0.
        events: In their order.
    """
    rows, snapshot_bytes = CurveRows.of(events), 0
    data = arrays_to_bytes({"steps": rows.steps, "evaluations": rows.evaluations})
    _put(connection, schema.slices, run_id=run_id, number=number, data=data)
    for event in events:
        if isinstance(event, Sample):
            sample = {"run_id": run_id, "step": event.step, "prompt": event.prompt, "text": event.text}
            _put(connection, schema.samples, **sample)
        if isinstance(event, Snapshot):
            data = arrays_to_bytes(event.parameters)
            snapshot_bytes += len(data)
            snapshot = {"run_id": run_id, "step": event.step, "bytes": len(data), "data": data}
            _put(connection, schema.snapshots, **snapshot)
    return snapshot_bytes


def replace_state(connection: sa.Connection, run_id: str, state: TrainState) -> None:
    """Write where training of a run stands."""
    _put(connection, schema.states, run_id=run_id, data=state_to_bytes(state))


def thin_snapshots(connection: sa.Connection, run_id: str, kept: Sequence[int]) -> int:
    """Delete all snapshots of a run but some, and return the bytes of those that stay."""
    table = schema.snapshots.c
    connection.execute(schema.snapshots.delete().where(table.run_id == run_id, table.step.not_in(kept)))
    connection.execute(schema.runs.update().where(schema.runs.c.id == run_id).values(thinned=True))
    return connection.scalar(sa.select(sa.func.sum(table.bytes)).where(table.run_id == run_id)) or 0


def delete_run(connection: sa.Connection, run_id: str, text: CorpusKey | None) -> None:
    """Delete all that there is of a run.

    Args:
        connection: In a transaction.
        run_id: Of the run.
        text: Of the run, if no other run has it; it stays where an experiment needs it.
    """
    for table in (schema.slices, schema.samples, schema.snapshots, schema.states):
        connection.execute(table.delete().where(table.c.run_id == run_id))
    connection.execute(schema.runs.delete().where(schema.runs.c.id == run_id))
    if text is not None:
        # An experiment may need it for runs that it has not begun.
        needed = sa.exists().where(*(schema.experiment_texts.c[name] == schema.corpora.c[name] for name in TEXT_KEY))
        connection.execute(schema.corpora.delete().where(_is_text(text), ~needed))


# ---- reading


def read_runs(connection: sa.Connection) -> list[Run]:
    """Return all runs in the order of their creation."""
    query = sa.select(schema.runs.c.record).order_by(schema.runs.c.created_s)
    return [run_from_json(record) for record in connection.scalars(query)]


def read_snapshot_totals(connection: sa.Connection) -> list[tuple[str, int, int]]:
    """Return the runs that have snapshots: their ids, how many, and how many bytes."""
    table = schema.snapshots.c
    query = sa.select(table.run_id, sa.func.count(), sa.func.sum(table.bytes)).group_by(table.run_id)
    return [(run_id, int(count), int(size_bytes)) for run_id, count, size_bytes in connection.execute(query)]


def read_corpus(connection: sa.Connection, key: CorpusKey) -> Corpus | None:
    """Return a text; None if it is not there."""
    data = connection.scalar(sa.select(schema.corpora.c.data).where(_is_text(key)))
    return None if data is None else corpus_from_bytes(key[0], key[1], data)


def read_thinned(connection: sa.Connection, run_id: str) -> bool:
    """Return whether snapshots of a run were given up."""
    return bool(connection.scalar(sa.select(schema.runs.c.thinned).where(schema.runs.c.id == run_id)))


def read_state(connection: sa.Connection, run_id: str) -> TrainState | None:
    """Return where training of a run stands; None before the first slice."""
    data = connection.scalar(sa.select(schema.states.c.data).where(schema.states.c.run_id == run_id))
    return None if data is None else state_from_bytes(data)


def read_slices(connection: sa.Connection, run_id: str) -> list[CurveRows]:
    """Return the numbers of a run, slice by slice."""
    table = schema.slices.c
    query = sa.select(table.data).where(table.run_id == run_id).order_by(table.number)
    return [CurveRows(**arrays_from_bytes(data)) for data in connection.scalars(query)]


def read_samples(connection: sa.Connection, run_id: str) -> list[Sample]:
    """Return the texts that a run's model wrote, in order."""
    table = schema.samples
    query = sa.select(table).where(table.c.run_id == run_id).order_by(table.c.step)
    return [Sample(row.step, row.prompt, row.text) for row in connection.execute(query)]


def read_snapshot_steps(connection: sa.Connection, run_id: str) -> list[int]:
    """Return the steps of the kept snapshots of a run, rising."""
    table = schema.snapshots.c
    return list(connection.scalars(sa.select(table.step).where(table.run_id == run_id).order_by(table.step)))


def read_snapshot(connection: sa.Connection, run_id: str, step: int) -> Snapshot:
    """Return a kept snapshot."""
    table = schema.snapshots.c
    query = sa.select(table.data).where(table.run_id == run_id, table.step == step)
    return Snapshot(step, arrays_from_bytes(connection.execute(query).scalar_one()))


def _is_text(key: CorpusKey) -> sa.ColumnElement[bool]:
    return sa.and_(*(schema.corpora.c[name] == value for name, value in zip(TEXT_KEY, key, strict=True)))
