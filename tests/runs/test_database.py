"""Which server has the database, and what happens when it goes away and comes back: SQLite and PostgreSQL."""

import subprocess
import sys
import time
from contextlib import contextmanager

import numpy as np
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from benchmarks.postgres_server import PostgresServer, find_postgres
from gptviz.runs import registry
from gptviz.runs.database import DatabaseInUse, DriverMissing, open_database, take_database
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import RunError
from gptviz.runs.sql_store import SqlStore
from gptviz.training.advance import advance
from tests.runs.test_sql_store import CORPUS, MODEL, TRAIN, assert_same, new_run, train_into

TAKES = "from gptviz.runs.database import take_database; e = take_database(); print('taken', flush=True); input()"


@pytest.fixture
def own_postgres(postgres):
    """A server that a test may stop; the common one only says whether there can be one."""
    server = PostgresServer(find_postgres())
    yield server
    server.remove()


def train_on(stores, state, steps=3, run_id="first", **changes):
    state, events = advance(state, CORPUS, MODEL, TRAIN, steps=steps)
    for store in stores:
        store.append(new_run(run_id, **changes), events, state)
    return state


def wait_until(condition):
    end_s = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end_s, "waited in vain"
        time.sleep(0.02)


@pytest.mark.parametrize("kind", ["folder", "postgresql"])
def test_two_servers_do_not_share_a_database(kind, request, tmp_path, monkeypatch):
    monkeypatch.setenv("GPTVIZ_HOME", str(tmp_path))
    monkeypatch.delenv("GPTVIZ_DATABASE_URL", raising=False)
    if kind == "postgresql":
        monkeypatch.setenv("GPTVIZ_DATABASE_URL", request.getfixturevalue("postgres").new_database())
    first = subprocess.Popen([sys.executable, "-c", TAKES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdout.readline() == "taken\n"
    with pytest.raises(DatabaseInUse, match="GPTVIZ_HOME" if kind == "folder" else "GPTVIZ_DATABASE_URL"):
        take_database()
    # The second server says so and keeps its runs in memory.
    store = registry._new_store()
    assert (type(store), store.trouble) == (MemoryStore, "DatabaseInUse")
    first.kill()
    first.wait()
    engine = take_database()
    with engine.connect() as connection:
        assert connection.scalar(sa.text("select count(*) from runs")) == 0
    engine.dispose()


def test_a_connection_that_is_cut_and_made_anew_takes_the_lock_again(own_postgres):
    url = own_postgres.new_database()
    store, memory = SqlStore(open_database(url, alone=True)), MemoryStore()
    state = train_into([store, memory], new_run())
    own_postgres.kill()
    own_postgres.start()
    train_on([store, memory], state)
    assert store.trouble is None
    with pytest.raises(DatabaseInUse):
        open_database(url, alone=True)
    assert_same(SqlStore(open_database(url)), memory, "first")


def test_a_server_that_lost_the_lock_to_another_one_does_not_write(own_postgres):
    url = own_postgres.new_database()
    first = SqlStore(open_database(url, alone=True))
    state = train_into([first], new_run())
    own_postgres.stop()
    own_postgres.start()
    other = open_database(url, alone=True)
    train_on([first], state)
    assert first.trouble == "DatabaseInUse"
    assert SqlStore(open_database(url)).state("first").step == state.step
    other.dispose()
    # PostgreSQL takes a moment to end a session and give its lock free; the app tries again every two seconds.
    for _ in range(50):
        first.write_missing()
        if first.trouble is None:
            break
        time.sleep(0.2)
    assert first.trouble is None
    assert SqlStore(open_database(url)).state("first").step == state.step + 3


@pytest.mark.parametrize("stop", ["stop", "kill"])
def test_training_goes_on_in_memory_while_postgresql_is_away_and_all_is_written_when_it_is_back(own_postgres, stop):
    url = own_postgres.new_database()
    store, memory = SqlStore(open_database(url, alone=True)), MemoryStore()
    both = [store, memory]
    state = train_into(both, new_run())
    getattr(own_postgres, stop)()
    state = train_on(both, state)
    assert store.trouble == "OperationalError"
    train_into(both, new_run("second", created_s=2.0), slices=2)
    for one in both:  # the first run ends while the database is away: no slice of it will ever come again
        one.save(new_run(status="stopped", step=state.step))
        one.save(new_run("second", created_s=2.0, status="stopped"))
        assert store.run("first") == one.run("first")
    np.testing.assert_array_equal(store.curves("first").loss_nats, memory.curves("first").loss_nats)
    own_postgres.start()
    store.write_missing()
    assert store.trouble is None
    again = SqlStore(open_database(url))
    for run_id in ("first", "second"):
        assert_same(again, memory, run_id)


def test_a_run_resumed_while_the_database_is_away_pauses_and_can_be_resumed_later(own_postgres):
    url = own_postgres.new_database()
    train_into([SqlStore(open_database(url))], new_run(status="paused", step=42))
    engine = open_database(url)
    manager = RunManager(LocalExecutor(workers=1), SqlStore(engine))
    manager.take_over()
    own_postgres.stop()
    with pytest.raises(RunError) as caught:
        manager.view("first")
    assert caught.value.code == "database-away"
    manager.resume("me", "first")
    wait_until(lambda: manager.store.run("first").status == "paused")
    assert manager.store.run("first").failure.code == "database-away"
    own_postgres.start()
    manager.resume("me", "first")
    wait_until(lambda: manager.store.run("first").step > 42)
    assert manager.store.run("first").failure is None
    manager.shutdown()


def test_what_was_missed_is_written_though_nothing_new_comes(url, monkeypatch):
    store = SqlStore(open_database(url))
    begin, broken = store._engine.begin, [True]

    def full(*args, **kwargs):
        if broken:
            raise OperationalError("insert", {}, OSError("database or disk is full"))
        return begin()

    monkeypatch.setattr(store._engine, "begin", full, raising=False)
    monkeypatch.setattr(registry, "RETRY_S", 0.02)
    train_into([store], new_run())
    registry.keep_writing(store)
    assert store.trouble == "OperationalError"
    broken.clear()
    wait_until(lambda: store.trouble is None)
    assert SqlStore(open_database(url)).state("first").step == 42


def test_a_commit_whose_answer_was_lost_is_repeated_without_harm(url, monkeypatch):
    store, memory = SqlStore(open_database(url)), MemoryStore()
    begin, lost = store._engine.begin, [True]

    @contextmanager
    def answer_lost():
        with begin() as connection:
            yield connection
        if lost:
            raise OperationalError("commit", {}, OSError("server closed the connection"))

    monkeypatch.setattr(store._engine, "begin", answer_lost, raising=False)
    state = train_into([store, memory], new_run())
    assert store.trouble
    lost.clear()
    train_on([store, memory], state)
    assert store.trouble is None
    assert_same(SqlStore(open_database(url)), memory, "first")


def test_one_run_that_cannot_be_written_does_not_hold_up_the_others(url, monkeypatch):
    store, memory = SqlStore(open_database(url)), MemoryStore()
    whole = store._write_whole

    def refuses_one(run_id):
        if run_id == "bad":
            raise IntegrityError("insert", {}, ValueError("bad row"))
        whole(run_id)

    monkeypatch.setattr(store, "_write_whole", refuses_one)
    train_into([store], new_run("bad"), slices=1)
    train_into([store, memory], new_run(), slices=1)
    assert store.trouble == "IntegrityError"
    again = SqlStore(open_database(url))
    assert [run.id for run in again.runs()] == ["first"]
    assert_same(again, memory, "first")


def test_the_usual_ways_to_write_the_address_are_understood(postgres):
    url = postgres.new_database()
    for scheme in ("postgres:", "postgresql:", "postgresql+psycopg:"):
        engine = open_database(url.replace("postgresql:", scheme))
        assert engine.driver == "psycopg"
        engine.dispose()


def test_without_psycopg_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DriverMissing, match=r"gptviz\[postgres\]"):
        open_database("postgresql://nowhere/nothing")


def test_a_server_that_is_away_at_the_start_leaves_runs_in_memory(monkeypatch, tmp_path):
    monkeypatch.setenv("GPTVIZ_DATABASE_URL", f"postgresql://gptviz@/none?host={tmp_path}")
    assert registry._new_store().trouble == "OperationalError"
    assert registry._database is None
