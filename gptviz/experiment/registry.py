"""The one ExperimentManager of this process, beside the one RunManager."""

from __future__ import annotations

import threading

from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.runs.registry import get_manager

_experiments: ExperimentManager | None = None
_lock = threading.Lock()


def get_experiments() -> ExperimentManager:
    """Return the manager, made at the first call."""
    global _experiments
    with _lock:
        if _experiments is None:
            _experiments = ExperimentManager(get_manager(), MemoryExperimentStore())
        return _experiments
