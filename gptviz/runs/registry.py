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
            executor = LocalExecutor()
            executor.warm_up()
            _manager = RunManager(executor, MemoryStore())
            # loky's own exit hook waits for the slices at work. A hook registered later runs earlier, and loky's is
            # registered when the first worker starts. `atexit` comes after both, and there is no public way.
            threading._register_atexit(_manager.shutdown)  # type: ignore[attr-defined]
        return _manager
