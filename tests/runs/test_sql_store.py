"""The store in a database says what the store in memory says, and says it again after a restart."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from sqlalchemy.exc import OperationalError

from gptviz.config import AttentionConfig, ConfigError, ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.corpus.corpus import Corpus
from gptviz.runs import schema
from gptviz.runs.codec import run_from_json, run_to_json, state_from_bytes, state_to_bytes
from gptviz.runs.database import open_database
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Origin, Run, RunError
from gptviz.runs.sql_store import SqlStore
from gptviz.training.advance import advance
from gptviz.training.events import Diverged, Finished
from gptviz.training.state import initial_state

CORPUS = Corpus.from_text("own", "own", "老鼠爱大米。the cat\u0301 sat on the mat.\n\t" * 60)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
TRAIN = TrainConfig(epochs=1.0, batch_size=4)


def new_run(run_id="first", created_s=1.0, **changes):
    names = {"corpus_name": CORPUS.name, "corpus_source": CORPUS.source, "corpus_fingerprint": CORPUS.fingerprint}
    values = {"owner": "me", "name": "", "model": MODEL, "train": TRAIN, "total_steps": 50, "created_s": created_s}
    return Run(id=run_id, **names, **values, **changes)


def train_into(stores, run, slices=6):
    """Train for some slices and give each of them to all stores."""
    state = initial_state(run.model, run.train)
    for store in stores:
        store.create(run, CORPUS)
    for _ in range(slices):
        state, events = advance(state, CORPUS, run.model, run.train, steps=7)
        for store in stores:
            store.append(run, events, state)
    return state


def assert_same(store, other, run_id):
    assert store.run(run_id) == other.run(run_id)
    assert store.corpus(run_id).fingerprint == other.corpus(run_id).fingerprint
    assert store.corpus(run_id).vocabulary == other.corpus(run_id).vocabulary
    for after in (-1, 0, 10, 10**6):
        ours, theirs = store.curves(run_id, after), other.curves(run_id, after)
        for column in vars(theirs):
            np.testing.assert_array_equal(getattr(ours, column), getattr(theirs, column))
    assert store.samples(run_id) == other.samples(run_id)
    assert store.snapshot_steps(run_id) == other.snapshot_steps(run_id)
    for step in (0, 3, 10**6):
        assert_same_arrays(store.snapshot(run_id, step).parameters, other.snapshot(run_id, step).parameters)
    assert_same_state(store.state(run_id), other.state(run_id))


def assert_same_state(state, other):
    assert (state.step, state.complete) == (other.step, other.complete)
    assert_same_arrays(state.parameters, other.parameters)
    assert_same_arrays(state.moments.first, other.moments.first)
    assert_same_arrays(state.moments.second, other.moments.second)


def assert_same_arrays(arrays, others):
    assert arrays.keys() == others.keys()
    for name, array in arrays.items():
        assert array.dtype == others[name].dtype
        np.testing.assert_array_equal(array, others[name])


def test_it_says_what_the_store_in_memory_says_and_again_when_opened_anew(url):
    memory, database = MemoryStore(), SqlStore(open_database(url))
    train_into([memory, database], new_run())
    train_into([memory, database], new_run("second", created_s=2.0), slices=1)
    for store in (database, SqlStore(open_database(url))):
        assert [run.id for run in store.runs()] == ["second", "first"]
        for run_id in ("first", "second"):
            assert_same(store, memory, run_id)


def test_training_goes_on_from_what_was_stored_as_if_nothing_had_happened(url):
    state = train_into([SqlStore(open_database(url))], new_run())
    again = SqlStore(open_database(url)).state("first")
    on, _ = advance(state, CORPUS, MODEL, TRAIN, steps=8)
    on_again, _ = advance(again, CORPUS, MODEL, TRAIN, steps=8)
    assert_same_state(on_again, on)


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "finished", "result": Finished(50, 1.8, 100)},
        {"status": "diverged", "result": Diverged(3, float("inf"), 1.0)},
        {"status": "failed", "failure": RunError("worker-lost", "three died", times=3)},
        {"status": "paused", "pause_reason": "idle", "step": 3, "training_s": 0.25},
    ],
)
def test_a_record_survives_the_way_to_json_and_back(changes):
    run = new_run(**changes)
    back = run_from_json(run_to_json(run))
    if run.failure is None:
        assert back == run
    else:
        assert (back.failure.code, back.failure.values) == ("worker-lost", {"times": 3})


@pytest.mark.parametrize("attention", [None, AttentionConfig(False, False, "none", "queries")])
def test_every_kind_of_model_survives(attention):
    model = ModelConfig(7, attention=attention, residual=True, dropout=0.1)
    run = Run("x", "me", "<b>$x$</b>", model, TRAIN, "own", "own", "f", 5, 1.0)
    assert run_from_json(run_to_json(run)) == run


def test_a_record_keeps_what_the_learner_wrote_and_where_the_run_comes_from():
    run = new_run(note="warm-up longer? <b>老鼠</b>", pinned=True, origin=Origin("fork", "other", 12), deleted_s=3.5)
    assert run_from_json(run_to_json(run)) == run


def test_a_record_of_an_older_gptviz_is_read():
    later = ("note", "pinned", "origin", "deleted_s")
    older = {name: value for name, value in json.loads(run_to_json(new_run())).items() if name not in later}
    assert run_from_json(json.dumps(older)) == new_run()


def test_a_record_with_a_bad_setting_is_refused():
    text = run_to_json(new_run()).replace('"heads": 2', '"heads": 3')
    with pytest.raises(ConfigError):
        run_from_json(text)


def test_a_state_before_its_first_step_survives():
    state = state_from_bytes(state_to_bytes(initial_state(MODEL, TRAIN)))
    assert state.moments is None
    assert (state.step, state.complete) == (0, False)


def test_unknown_runs_are_named(url):
    store = SqlStore(open_database(url))
    for ask in (store.run, store.state, store.curves, store.samples, store.corpus, store.snapshot_steps):
        with pytest.raises(RunError, match="no-such-run"):
            ask("no-such-run")


def test_when_the_database_cannot_be_written_training_goes_on_and_is_written_later(url, monkeypatch):
    store = SqlStore(open_database(url))
    memory = MemoryStore()
    broken = True

    def full(*args, **kwargs):
        if broken:
            raise OperationalError("insert", {}, OSError("database or disk is full"))
        return begin()

    begin = store._engine.begin
    monkeypatch.setattr(store._engine, "begin", full, raising=False)
    state = train_into([memory, store], new_run())
    assert store.trouble
    assert_same(store, memory, "first")
    assert SqlStore(open_database(url)).runs() == []

    broken = False
    state, events = advance(state, CORPUS, MODEL, TRAIN, steps=1)
    for one in (memory, store):
        one.append(new_run(), events, state)
    assert store.trouble is None
    assert_same(SqlStore(open_database(url)), memory, "first")


def test_snapshots_are_thinned_from_the_oldest_run_on_when_room_is_needed(url):
    one_snapshot = sum(array.nbytes for array in initial_state(MODEL, TRAIN).parameters.values())
    store = SqlStore(open_database(url), snapshot_bytes=30 * one_snapshot)
    train_into([store], new_run())
    before = store.snapshot_steps("first")
    train_into([store], new_run("second", created_s=2.0), slices=6)
    after = store.snapshot_steps("first")
    assert store.snapshots_thinned("first")
    assert len(after) < len(before)
    assert (after[0], after[-1]) == (before[0], before[-1])
    assert SqlStore(open_database(url)).snapshot_steps("first") == after


def test_a_database_of_a_newer_version_is_left_alone(url):
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(schema.schema.update().values(version=schema.VERSION + 1))
    with pytest.raises(schema.NewerDatabase, match=str(schema.VERSION + 1)):
        open_database(url)


def test_a_new_server_pauses_what_the_last_one_trained_and_its_owner_can_resume_it(url):
    train_into([SqlStore(open_database(url))], new_run(status="running", step=42))
    train_into([SqlStore(open_database(url))], new_run("done", created_s=2.0, status="finished"))
    manager = RunManager(LocalExecutor(workers=1), SqlStore(open_database(url)))
    manager.take_over()
    run = manager.store.run("first")
    assert (run.status, run.pause_reason) == ("paused", "restart")
    assert manager.store.run("done").status == "finished"
    manager.step("me", "first")
    end_s = time.monotonic() + 60
    while manager.store.run("first").step == 42 and time.monotonic() < end_s:
        time.sleep(0.05)
    assert manager.store.run("first").step == 43
    manager.shutdown()


SERVER = """
import sys, time
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.runs.database import open_database
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.sql_store import SqlStore
corpus = load_corpus("repeat")
manager = RunManager(LocalExecutor(workers=1), SqlStore(open_database(sys.argv[1])))
model = ModelConfig(len(corpus.vocabulary), context_size=16, embedding_size=16, heads=2, blocks=1)
train = TrainConfig(engine="numpy", batch_size=16, epochs=1.0, shuffle=True)
print(manager.start("me", model, train, corpus), flush=True)
time.sleep(600)
"""


@pytest.mark.slow
def test_a_server_killed_in_mid_run_loses_one_slice_and_the_run_ends_bit_identical(url):
    server = subprocess.Popen([sys.executable, "-c", SERVER, url], stdout=subprocess.PIPE, text=True)
    run_id = server.stdout.readline().strip()
    end_s = time.monotonic() + 90
    while time.monotonic() < end_s:
        store = SqlStore(open_database(url))
        if (state := store.state(run_id)) is not None and state.step >= 20:
            break
        time.sleep(0.2)
    os.kill(server.pid, signal.SIGKILL)
    server.wait()

    store = SqlStore(open_database(url))
    run, state = store.run(run_id), store.state(run_id)
    assert 20 <= state.step < run.total_steps
    assert store.curves(run_id).step.tolist() == list(range(1, state.step + 1))
    corpus = load_corpus("repeat")
    resumed, _ = advance(state, corpus, run.model, run.train, steps=30)
    whole, _ = advance(initial_state(run.model, run.train), corpus, run.model, run.train, steps=state.step + 30)
    assert_same_state(resumed, whole)
