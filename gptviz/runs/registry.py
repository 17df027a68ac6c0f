"""The one RunManager of this process.

It lives in a module: what Streamlit keeps in `st.cache_resource`, any visitor can clear.
"""

from __future__ import annotations

import os
import threading

from gptviz.runs.executors import LocalExecutor, SliceExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore

SCHEDULER = "GPTVIZ_SCHEDULER"  # the address of a Dask scheduler; not set: the processes of this machine

_manager: RunManager | None = None
_lock = threading.Lock()


def get_manager() -> RunManager:
    """Return the manager, made at the first call, with its first workers starting in the background."""
    global _manager
    with _lock:
        if _manager is None:
            executor = _new_executor()
            executor.warm_up()
            _manager = RunManager(executor, MemoryStore())
            # loky's own exit hook waits for the slices at work. A hook registered later runs earlier, and loky's is
            # registered when the first worker starts. `atexit` comes after both, and there is no public way.
            threading._register_atexit(_manager.shutdown)  # type: ignore[attr-defined]
        return _manager


def _new_executor() -> SliceExecutor:
    address = os.environ.get(SCHEDULER)
    if not address:
        return LocalExecutor()
    try:
        from gptviz.runs.dask_executor import DaskExecutor
    except ModuleNotFoundError as error:
        raise RuntimeError(f'{SCHEDULER} is set, but Dask is not installed: pip install "gptviz[cluster]"') from error
    return DaskExecutor(address)
