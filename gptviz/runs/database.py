"""Which database keeps the runs: SQLite in the user's data folder, or the one that GPTVIZ_DATABASE_URL names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from filelock import FileLock, Timeout

from gptviz.runs.schema import DatabaseRefused, prepare

HOME = "GPTVIZ_HOME"
URL = "GPTVIZ_DATABASE_URL"
_folder_locks: list[FileLock] = []  # a lock ends with its object, or with the process, however that ends
BUSY_S = 5.0  # how long SQLite waits for another process that writes


# Of PostgreSQL: the lock that says which server trains the runs of a database ("gptviz" as a number).
ADVISORY_LOCK = int.from_bytes(b"gptviz", "big")
# A server that is away must not hold up training for long. The last three are told to the other side: it drops a
# connection that was cut, and with it the lock, within half a minute.
POSTGRES_ARGUMENTS = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,  # milliseconds
    "options": "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
}


class DriverMissing(DatabaseRefused):
    """The library that speaks with this kind of database is not installed."""


class DatabaseInUse(DatabaseRefused):
    """Another server keeps its runs in this database; two of them would train the same runs."""


def take_database() -> sa.Engine:
    """Open the database of this server, and keep all other servers out of it for as long as this process lives.

    Raises:
        DatabaseInUse: Another process has taken it.
        NewerDatabase: It was written by a newer gptviz.
        sqlalchemy.exc.SQLAlchemyError: It cannot be reached or written, or its address is none.
        OSError: The folder cannot be made or written.
    """
    return open_database(os.environ.get(URL) or f"sqlite:///{_take_folder() / 'runs.sqlite'}", alone=True)


def open_database(url: str, *, alone: bool = False) -> sa.Engine:
    """Open a database and bring its tables to this version.

    Args:
        url: As SQLAlchemy writes addresses: "sqlite:///...", "postgresql+psycopg://...".
        alone: In PostgreSQL, keep all others that ask for this out of the database. (For SQLite that is done by a lock
            on its folder.)

    Raises:
        DatabaseInUse: Another process has asked for it to be alone.
        DriverMissing: psycopg is not installed.
        NewerDatabase: It was written by a newer gptviz.
        sqlalchemy.exc.SQLAlchemyError: It cannot be reached or written.
    """
    address = sa.make_url(url)
    if address.get_backend_name() == "sqlite":
        engine = sa.create_engine(address, connect_args={"timeout": BUSY_S})
        sa.event.listen(engine, "connect", _speed_up)
    else:
        engine = _open_postgres(address)
        if alone:
            sa.event.listen(engine, "connect", _take_lock)
    prepare(engine)
    return engine


def _open_postgres(address: sa.URL) -> sa.Engine:
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    try:
        # A single connection, and it has the lock: so whatever is written, is written by the server that has the lock,
        # also after PostgreSQL was started anew. Slices are short writes, one after the other: one is enough.
        return sa.create_engine(
            address, pool_size=1, max_overflow=0, pool_pre_ping=True, connect_args=POSTGRES_ARGUMENTS
        )
    except ModuleNotFoundError as error:
        raise DriverMissing(f'{error.name} is not installed: pip install "gptviz[postgres]"') from error


def _take_folder() -> Path:
    folder = Path(os.environ.get(HOME) or platformdirs.user_data_dir("gptviz", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        _folder_locks.append(FileLock(folder / "runs.lock"))
        _folder_locks[-1].acquire(timeout=0)
    except Timeout as error:
        raise DatabaseInUse(f"another gptviz server uses {folder}; set {HOME} to give this one a folder") from error
    return folder


def _take_lock(connection: Any, _: Any) -> None:
    """Take the lock of a PostgreSQL database; it ends with the connection, however that ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", (ADVISORY_LOCK,))
        (taken,) = cursor.fetchone()
    connection.commit()
    if not taken:
        connection.close()
        raise DatabaseInUse(f"another gptviz server uses this database; give this one another in {URL}")


def _speed_up(connection: Any, _: Any) -> None:
    # Write-ahead log: readers do not wait for the writer, and a slice is one short write. After a power cut the last
    # slices may be missing; the database is whole.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL"):
        connection.execute(f"PRAGMA {pragma}")
