"""Both stores: deleting runs frees all that they took, and pinned runs keep their snapshots."""

import numpy as np
import pytest
import sqlalchemy as sa

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs import schema
from gptviz.runs.database import open_database
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Run, RunError
from gptviz.runs.sql_store import SqlStore
from gptviz.training.events import Evaluation, Sample, Snapshot, Step
from gptviz.training.state import TrainState

CORPUS = Corpus.from_text("own", "own", "abcd" * 50)
OTHER = Corpus.from_text("own", "own", "dcba" * 50)
PARAMETERS = {"weight": np.zeros(250, dtype=np.float32)}  # 1000 bytes; a little more as safetensors
LIMIT = 10_900  # bytes: ten of these


class MemoryKind:
    """The store in memory, which nothing survives."""

    def open(self, limit=LIMIT):
        return MemoryStore(limit)


class SqlKind:
    """The store in a database, looked at from outside as well."""

    def __init__(self, url):
        self.engine = open_database(url)

    def open(self, limit=LIMIT):
        return SqlStore(self.engine, limit)

    def rows(self):
        with self.engine.connect() as connection:
            tables = (schema.runs, schema.slices, schema.samples, schema.snapshots, schema.states, schema.corpora)
            return {table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in tables}


@pytest.fixture
def store(url_or_memory):
    return (MemoryKind() if url_or_memory is None else SqlKind(url_or_memory)).open()


def new_run(store, run_id, corpus=CORPUS, **changes):
    order = float(len(store.runs()))
    text = corpus.name, corpus.source, corpus.fingerprint
    run = Run(run_id, "me", "", ModelConfig(4), TrainConfig(), *text, 10, order, **changes)
    store.create(run, corpus)
    return run


def add_snapshots(store, run, steps):
    for step in steps:
        store.append(run, [Snapshot(step, PARAMETERS)], TrainState(step, PARAMETERS))


def steps_of(store):
    return {run.id: len(store.snapshot_steps(run.id)) for run in store.runs()}


def test_a_pinned_run_keeps_its_snapshots_and_the_oldest_other_one_is_thinned(store):
    add_snapshots(store, new_run(store, "pinned", pinned=True), range(4))
    add_snapshots(store, new_run(store, "old"), range(3))
    new = new_run(store, "new")
    add_snapshots(store, new, range(4))
    assert steps_of(store) == {"pinned": 4, "old": 2, "new": 4}
    assert [store.snapshots_thinned(one) for one in ("pinned", "old", "new")] == [False, True, False]
    add_snapshots(store, new, [4, 5])
    assert steps_of(store)["pinned"] == 4
    assert not store.full_of_pins


def test_when_only_pins_are_left_nothing_is_lost_and_the_store_says_so(store):
    first, second = new_run(store, "first", pinned=True), new_run(store, "second")
    add_snapshots(store, first, range(12))
    assert store.full_of_pins
    add_snapshots(store, second, [0])
    assert steps_of(store) == {"first": 12, "second": 0}
    assert store.snapshots_thinned("second")
    store.save(Run(**{**vars(first), "pinned": False}))
    assert not store.full_of_pins
    assert steps_of(store)["first"] <= 10


def test_the_room_of_a_run_is_known(store):
    run = new_run(store, "a")
    assert store.snapshot_bytes("a") == 0
    add_snapshots(store, run, range(3))
    assert 3000 <= store.snapshot_bytes("a") < 3300


def test_a_deleted_run_is_gone_and_makes_room(store):
    add_snapshots(store, new_run(store, "a", pinned=True), range(12))
    new_run(store, "b")
    store.delete("a")
    assert [run.id for run in store.runs()] == ["b"]
    for method in ("run", "corpus", "state", "curves", "samples", "snapshot_steps", "snapshot_bytes", "delete"):
        with pytest.raises(RunError, match="'a'"):
            getattr(store, method)("a")
    add_snapshots(store, store.run("b"), range(10))
    assert steps_of(store) == {"b": 10}


def test_runs_thrown_away_are_listed_apart(store):
    new_run(store, "there")
    new_run(store, "thrown", deleted_s=1.0)
    assert [run.id for run in store.runs()] == ["there"]
    assert [run.id for run in store.runs(deleted=True)] == ["thrown"]
    assert store.run("thrown").deleted_s == 1.0


def test_nothing_of_a_deleted_run_stays_in_the_database(url):
    kind = SqlKind(url)
    store = kind.open()
    news = [Snapshot(0, PARAMETERS), Evaluation(0, 2.0, 2.1, 3), Sample(0, "a", "b"), Step(1, 1.5, 1e-3, 1.0, 10.0)]
    for run_id, corpus in (("a", CORPUS), ("b", CORPUS), ("c", OTHER)):
        store.append(new_run(store, run_id, corpus), news, TrainState(1, PARAMETERS))
    assert set(kind.rows().values()) == {3, 2}
    store.delete("a")
    assert kind.rows() == dict.fromkeys(kind.rows(), 2)  # b still needs the text
    store.delete("b")
    assert kind.rows() == dict.fromkeys(kind.rows(), 1)
    again = kind.open()
    assert [run.id for run in again.runs()] == ["c"]
    assert again.snapshot_bytes("c") == store.snapshot_bytes("c") > 0
    assert again.corpus("c").fingerprint == OTHER.fingerprint


def test_a_run_stays_when_the_database_does_not_take_its_deletion(url, monkeypatch):
    store = SqlKind(url).open()
    new_run(store, "a")
    with monkeypatch.context() as broken:
        broken.setattr(store._engine, "begin", lambda: (_ for _ in ()).throw(sa.exc.OperationalError("", {}, None)))
        store.delete("a")
        assert store.trouble == "OperationalError"
    assert [run.id for run in store.runs()] == ["a"]
    store.delete("a")
    assert store.runs() == []
