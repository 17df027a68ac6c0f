"""Engines train: NumPy arrays in, NumPy arrays out, whatever they use inside."""

from __future__ import annotations

from gptviz.config import ModelConfig, TrainConfig
from gptviz.engines.engine import Engine, Moments, StepResult
from gptviz.scratch.memory import keep_freed_memory

__all__ = ["Engine", "Moments", "StepResult", "create_engine"]


def create_engine(model: ModelConfig, train: TrainConfig, dtype: str = "float32") -> Engine:
    """Return a new engine of the kind that `train.engine` names, with nothing loaded yet.

    Args:
        model: What to compute.
        train: How to train it.
        dtype: "float32" as in the chapters, or "float64" for comparisons of engines.
    """
    keep_freed_memory()
    # Imported when asked for: torch takes seconds to import, and the web process never needs it.
    if train.engine == "torch":
        from gptviz.engines.torch_engine import TorchEngine

        return TorchEngine(model, train, dtype)
    from gptviz.engines.numpy_engine import NumpyEngine

    return NumpyEngine(model, train, dtype)
