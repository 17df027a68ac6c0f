"""Databases of older versions: a version 1 database, made as version 1 made it, is read by this one."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from gptviz.corpus.corpus import Corpus
from gptviz.runs import schema
from gptviz.runs.codec import corpus_to_bytes, run_to_json
from gptviz.runs.database import open_database
from gptviz.runs.sql_store import SqlStore
from gptviz.training.advance import advance
from gptviz.training.events import Sample
from gptviz.training.state import initial_state
from tests.runs.test_sql_store import CORPUS, new_run

VERSION_1 = sa.MetaData()


def table_1(name, *columns):
    return sa.Table(name, VERSION_1, *columns)


def column(name, kind, key=False):
    return sa.Column(name, kind, primary_key=key, nullable=False)


NAMED = [column("name", sa.String(32), True), column("source", sa.String(32), True)]
SCHEMA_1 = table_1("gptviz_schema", column("version", sa.Integer, True))
CORPORA_1 = table_1("corpora", *NAMED, column("fingerprint", sa.String(64), True), column("data", sa.LargeBinary))
RUNS_1 = table_1(
    "runs",
    column("id", sa.String(32), True),
    sa.Column("created_s", sa.Float, nullable=False, index=True),
    column("record", sa.Text),
    column("thinned", sa.Boolean),
)
STATES_1 = table_1("states", column("run_id", sa.String(32), True), column("data", sa.LargeBinary))
SLICES_1 = table_1(
    "slices",
    column("run_id", sa.String(32), True),
    column("number", sa.Integer, True),
    column("data", sa.LargeBinary),
)
SAMPLES_1 = table_1(
    "samples",
    column("run_id", sa.String(32), True),
    column("step", sa.Integer, True),
    column("prompt", sa.Text),
    column("text", sa.Text),
)
SNAPSHOTS_1 = table_1(
    "snapshots",
    column("run_id", sa.String(32), True),
    column("step", sa.Integer, True),
    column("bytes", sa.Integer),
    column("data", sa.LargeBinary),
)


def raw(url):
    return sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))


def version_of(url):
    with raw(url).connect() as connection:
        return connection.scalar(sa.text("select version from gptviz_schema"))


@pytest.fixture
def old(url):
    engine = raw(url)
    VERSION_1.create_all(engine)
    text = {"name": CORPUS.name, "source": CORPUS.source, "fingerprint": CORPUS.fingerprint}
    with engine.begin() as connection:
        connection.execute(SCHEMA_1.insert().values(version=1))
        connection.execute(CORPORA_1.insert().values(data=corpus_to_bytes(CORPUS), **text))
        connection.execute(
            RUNS_1.insert().values(id="first", created_s=1.0, record=run_to_json(new_run()), thinned=False)
        )
        for step, written in ((0, 'plain "quoted" \\n <b>'), (7, "老鼠爱大米\n😀")):
            connection.execute(SAMPLES_1.insert().values(run_id="first", step=step, prompt="the", text=written))
    engine.dispose()
    return url


def test_a_version_1_database_keeps_its_runs_and_their_samples(old):
    for _ in range(2):  # the second time it is of this version
        store = SqlStore(open_database(old))
        assert store.run("first") == new_run()
        assert store.corpus("first").fingerprint == CORPUS.fingerprint
        assert store.samples("first") == (
            Sample(0, "the", 'plain "quoted" \\n <b>'),
            Sample(7, "the", "老鼠爱大米\n😀"),
        )
        assert version_of(old) == schema.VERSION


def test_a_version_1_database_gets_all_tables_of_a_new_one(old, tmp_path):
    fresh = sa.inspect(open_database(f"sqlite:///{tmp_path / 'fresh.sqlite'}"))
    brought_up = sa.inspect(open_database(old))
    assert sorted(brought_up.get_table_names()) == sorted(fresh.get_table_names())
    for table in fresh.get_table_names():
        names = [one["name"] for one in fresh.get_columns(table)]
        assert [one["name"] for one in brought_up.get_columns(table)] == names


def test_a_migration_that_fails_changes_nothing(old, monkeypatch):
    step = schema.MIGRATIONS[1]

    def fails(connection):
        step(connection)
        raise OSError("no room")

    monkeypatch.setattr(schema, "MIGRATIONS", {1: fails})
    with pytest.raises(OSError, match="no room"):
        open_database(old)
    monkeypatch.undo()
    assert version_of(old) == 1
    assert len(SqlStore(open_database(old)).samples("first")) == 2


def test_steps_from_version_to_version_are_taken_once_and_in_order(url, monkeypatch):
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(schema.schema.update().values(version=schema.VERSION - 2))
    done = []
    steps = {version: lambda _, version=version: done.append(version) for version in range(-5, schema.VERSION)}
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    open_database(url)
    open_database(url)
    assert done == [schema.VERSION - 2, schema.VERSION - 1]


def test_all_characters_come_back_and_big_texts_too(url):
    corpus = Corpus.from_text("own", "own", "a\x00b\ufffe😀\U0010ffff\r\n老" * 50)
    store = SqlStore(open_database(url))
    run = replace(
        new_run(note="😀\x00" * 500),
        corpus_fingerprint=corpus.fingerprint,
        name="x\x00'; DROP TABLE runs; --",
    )
    store.create(run, corpus)
    state, _ = advance(initial_state(run.model, run.train), CORPUS, run.model, run.train, steps=1)
    samples = [Sample(0, "a\x00b", "\x00😀\U0010ffff" * 10), Sample(1, "", "长" * 3_000_000)]
    store.append(run, samples, state)
    assert store.trouble is None
    again = SqlStore(open_database(url))
    assert again.run("first") == run
    assert again.samples("first") == tuple(samples)
    assert again.corpus("first").vocabulary == corpus.vocabulary
