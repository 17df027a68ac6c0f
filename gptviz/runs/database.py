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


class DatabaseInUse(DatabaseRefused):
    """Another server keeps its runs in this folder; two of them would train the same runs."""


def database_url() -> str:
    """Return the address of the database, with its folder made and taken for this process.

    Raises:
        DatabaseInUse: Another process has taken the folder.
        OSError: The folder cannot be made or written.
    """
    if url := os.environ.get(URL):
        return url
    folder = Path(os.environ.get(HOME) or platformdirs.user_data_dir("gptviz", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        _folder_locks.append(FileLock(folder / "runs.lock"))
        _folder_locks[-1].acquire(timeout=0)
    except Timeout as error:
        raise DatabaseInUse(f"another gptviz server uses {folder}; set {HOME} to give this one a folder") from error
    return f"sqlite:///{folder / 'runs.sqlite'}"


def open_database(url: str) -> sa.Engine:
    """Open a database and bring its tables to this version.

    Args:
        url: As SQLAlchemy writes addresses: "sqlite:///...", "postgresql+psycopg://...".

    Raises:
        NewerDatabase: It was written by a newer gptviz.
        sqlalchemy.exc.SQLAlchemyError: It cannot be reached or written.
    """
    lite = url.startswith("sqlite")
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_S} if lite else {}, pool_pre_ping=not lite)
    if lite:
        sa.event.listen(engine, "connect", _speed_up)
    prepare(engine)
    return engine


def _speed_up(connection: Any, _: Any) -> None:
    # Write-ahead log: readers do not wait for the writer, and a slice is one short write. After a power cut the last
    # slices may be missing; the database is whole.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL"):
        connection.execute(f"PRAGMA {pragma}")
