"""The one RunManager of this process.

It lives in a module: what Streamlit keeps in `st.cache_resource`, any visitor can clear.
"""

from __future__ import annotations

import threading

from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore

_manager: RunManager | None = None
_lock = threading.Lock()


def get_manager() -> RunManager:
    """Return the manager, made at the first call, with its first workers starting in the background."""
    global _manager
    with _lock:
        if _manager is None:
            _manager = RunManager(LocalExecutor(), MemoryStore())
            _manager.warm_up()
            threading.Thread(target=_shutdown_at_exit, args=(_manager,), name="runs-end", daemon=True).start()
        return _manager


def _shutdown_at_exit(manager: RunManager) -> None:
    # `atexit` comes too late: loky's own exit hook runs before it, and waits for the slices that are being worked on.
    threading.main_thread().join()
    manager.shutdown()
