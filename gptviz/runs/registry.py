"""The one RunManager of this process.

It lives in a module: what Streamlit keeps in `st.cache_resource`, any visitor can clear.
"""

from __future__ import annotations

import logging
import os
import threading

from sqlalchemy.exc import SQLAlchemyError

from gptviz.runs.database import database_url, open_database
from gptviz.runs.executors import LocalExecutor, SliceExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.schema import DatabaseRefused
from gptviz.runs.sql_store import SqlStore
from gptviz.runs.store import Store

SCHEDULER = "GPTVIZ_SCHEDULER"  # the address of a Dask scheduler; not set: the processes of this machine

logger = logging.getLogger(__name__)

_manager: RunManager | None = None
_lock = threading.Lock()


def get_manager() -> RunManager:
    """Return the manager, made at the first call, with its first workers starting in the background."""
    global _manager
    with _lock:
        if _manager is None:
            executor = new_executor()
            executor.warm_up()
            _manager = RunManager(executor, _new_store())
            _manager.take_over()
            # Python's exit first runs these hooks, then waits for threads (one may wait for a slice), then runs
            # those of `atexit`: that would be too late, and there is no public way.
            threading._register_atexit(_manager.shutdown)  # type: ignore[attr-defined]
        return _manager


def _new_store() -> Store:
    """Open the database; where that fails runs live in memory, and pages say why (`trouble`)."""
    try:
        return SqlStore(open_database(database_url()))
    except (SQLAlchemyError, OSError, DatabaseRefused) as error:
        logger.error("runs are kept in memory only", exc_info=error)
        return MemoryStore(trouble=type(error).__name__)


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
