"""The one RunManager of this process.

It lives in a module: what Streamlit keeps in `st.cache_resource`, any visitor can clear.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from gptviz.runs.database import take_database
from gptviz.runs.executors import LocalExecutor, SliceExecutor
from gptviz.runs.library import Library
from gptviz.runs.limits import limits_in_force
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.sql_store import SqlStore
from gptviz.runs.store import Store

RETRY_S = 2.0  # between two tries to write what the database did not take
SCHEDULER = "GPTVIZ_SCHEDULER"  # the address of a Dask scheduler; not set: the processes of this machine

logger = logging.getLogger(__name__)

_manager: RunManager | None = None
_database: sa.Engine | None = None
_lock = threading.Lock()


class WritesLater(Protocol):
    """A store that goes on in memory when its database cannot be written."""

    trouble: str | None

    def write_missing(self) -> None:
        """Write what the database has not taken so far, if it can be written now."""


def get_manager() -> RunManager:
    """Return the manager, made at the first call, with its first workers starting in the background."""
    global _manager
    with _lock:
        if _manager is None:
            executor = new_executor()
            executor.warm_up()
            _manager = RunManager(executor, _new_store(), limits=limits_in_force())
            _manager.take_over()
            Library(_manager).empty_trash()
            # Python's exit first runs these hooks, then waits for threads (one may wait for a slice), then runs
            # those of `atexit`: that would be too late, and there is no public way.
            threading._register_atexit(_manager.shutdown)  # type: ignore[attr-defined]
        return _manager


def get_database() -> sa.Engine | None:
    """Return the database that the manager's runs are in; None: they are in memory only."""
    get_manager()
    return _database


def keep_writing(store: WritesLater) -> None:
    """Have what a database did not take written as soon as it can be, though nothing new comes that would bring it."""

    def look() -> None:
        while True:
            time.sleep(RETRY_S)
            if store.trouble is not None:
                store.write_missing()

    threading.Thread(target=look, name="writes-later", daemon=True).start()


def _new_store() -> Store:
    """Open the database; where that fails runs live in memory, and pages say why (`trouble`)."""
    global _database
    try:
        database = take_database()
        store = SqlStore(database, snapshot_bytes=limits_in_force().snapshots_mb * 2**20)
    except (SQLAlchemyError, OSError) as error:
        logger.error("runs are kept in memory only", exc_info=error)
        return MemoryStore(trouble=type(error).__name__)
    _database = database
    keep_writing(store)
    return store


def new_executor() -> SliceExecutor:
    """Return the workers of this machine, or those of the cluster that GPTVIZ_SCHEDULER names."""
    address = os.environ.get(SCHEDULER)
    if not address:
        return LocalExecutor()
    try:
        from gptviz.runs.dask_executor import DaskExecutor
    except ModuleNotFoundError as error:
        raise RuntimeError(f'{SCHEDULER} is set, but Dask is not installed: pip install "gptviz[cluster]"') from error
    return DaskExecutor(address)
