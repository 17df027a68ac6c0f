"""The tables in which runs are kept, their version, and the way from an older version to this one."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

VERSION = 1

metadata = sa.MetaData()

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
    sa.Column("prompt", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("run_id", sa.String(32), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

# What leads from a version to the next one: {1: function that makes a version 1 database one of version 2, ...}.
MIGRATIONS: dict[int, Callable[[sa.Connection], None]] = {}


class DatabaseRefused(RuntimeError):
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
