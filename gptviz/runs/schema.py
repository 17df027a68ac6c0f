"""The tables in which runs are kept, their version, and the way from an older version to this one."""

from __future__ import annotations

import json
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.types import TypeDecorator

VERSION = 2

metadata = sa.MetaData()


class AnyText(TypeDecorator[str]):
    """Text of any characters, kept as a JSON string: PostgreSQL's own text has no room for U+0000."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str:
        """Return what is written."""
        return json.dumps(value)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> str:
        """Return what was written, as text again."""
        return "" if value is None else json.loads(value)


schema = sa.Table("gptviz_schema", metadata, sa.Column("version", sa.Integer, primary_key=True))

corpora = sa.Table(
    "corpora",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("source", sa.String(32), primary_key=True),
    sa.Column("fingerprint", sa.String(64), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

runs = sa.Table(
    "runs",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_s", sa.Float, nullable=False, index=True),
    sa.Column("record", sa.Text, nullable=False),  # JSON, see codec.py
    sa.Column("thinned", sa.Boolean, nullable=False, default=False),
)

states = sa.Table(
    "states",
    metadata,
    sa.Column("run_id", sa.String(32), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

# One row a slice: the numbers of its steps and evaluations, as safetensors.
slices = sa.Table(
    "slices",
    metadata,
    sa.Column("run_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

samples = sa.Table(
    "samples",
    metadata,
    sa.Column("run_id", sa.String(32), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("prompt", AnyText, nullable=False),
    sa.Column("text", AnyText, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("run_id", sa.String(32), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

experiments = sa.Table(
    "experiments",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_s", sa.Float, nullable=False, index=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    # JSON, see experiment/codec.py. The design never changes, and is all that a list of experiments needs.
    sa.Column("design", sa.Text, nullable=False),
    sa.Column("progress", sa.Text, nullable=False),
)

# The texts that experiments need: they stay in `corpora` when the last run that was trained on them has gone.
experiment_texts = sa.Table(
    "experiment_texts",
    metadata,
    sa.Column("experiment_id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("source", sa.String(32), primary_key=True),
    sa.Column("fingerprint", sa.String(64), primary_key=True),
)


def _keep_experiments(connection: sa.Connection) -> None:
    """Version 2 has tables for experiments, and samples as JSON strings."""
    metadata.create_all(connection, tables=[experiments, experiment_texts])
    plain = sa.table("samples", *(sa.column(name) for name in ("run_id", "step", "prompt", "text")))
    for row in connection.execute(sa.select(plain)).all():
        this = sa.and_(samples.c.run_id == row.run_id, samples.c.step == row.step)
        connection.execute(samples.update().where(this).values(prompt=row.prompt, text=row.text))


# What leads from a version to the next one: {1: function that makes a version 1 database one of version 2, ...}.
MIGRATIONS: dict[int, Callable[[sa.Connection], None]] = {1: _keep_experiments}


class DatabaseRefused(SQLAlchemyError):
    """The database is there, but this process must not use it."""


class NewerDatabase(DatabaseRefused):
    """The database was written by a newer gptviz; this one would damage it."""


def prepare(engine: sa.Engine) -> None:
    """Make the tables of a new database, or bring an older one to this version.

    Raises:
        NewerDatabase: The database is of a later version.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be reached or written.
    """
    with engine.begin() as connection:
        if not sa.inspect(connection).has_table(schema.name):
            metadata.create_all(connection)
            connection.execute(schema.insert().values(version=VERSION))
            return
        version = connection.execute(sa.select(schema.c.version)).scalar_one()
        if version > VERSION:
            raise NewerDatabase(f"the database has version {version}; this gptviz knows up to version {VERSION}")
        for older in range(version, VERSION):
            MIGRATIONS[older](connection)
        connection.execute(schema.update().values(version=VERSION))
