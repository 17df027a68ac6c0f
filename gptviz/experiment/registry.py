"""The one ExperimentManager of this process, beside the one RunManager, and in the same database."""

from __future__ import annotations

import threading

from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.sql_store import SqlExperimentStore
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.runs.registry import get_database, get_manager, keep_writing

_experiments: ExperimentManager | None = None
_lock = threading.Lock()


def get_experiments() -> ExperimentManager:
    """Return the manager, made at the first call; where runs live in memory, experiments do too."""
    global _experiments
    with _lock:
        if _experiments is None:
            _experiments = _new_manager()
            _experiments.take_over()
        return _experiments


def _new_manager() -> ExperimentManager:
    runs, database = get_manager(), get_database()
    if database is None:
        return ExperimentManager(runs, MemoryExperimentStore(trouble=runs.store.trouble))
    store = SqlExperimentStore(database)
    keep_writing(store)
    return ExperimentManager(runs, store)
