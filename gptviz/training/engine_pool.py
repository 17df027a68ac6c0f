"""Engines kept between slices of training: building one costs more than a short slice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gptviz.config import ModelConfig, TrainConfig
from gptviz.engines import create_engine
from gptviz.engines.engine import Engine

MOST_IDLE = 4

_idle: dict[tuple[ModelConfig, TrainConfig], Engine] = {}


@contextmanager
def borrowed_engine(model: ModelConfig, train: TrainConfig) -> Iterator[Engine]:
    """Lend an engine for a slice of training; what is in it is left over from another slice, so load it first.

    A lent engine is not in the pool, so two threads never share one.
    """
    engine = _idle.pop((model, train), None) or create_engine(model, train)
    try:
        yield engine
    finally:
        _idle[model, train] = engine
        for oldest in list(_idle)[:-MOST_IDLE]:
            _idle.pop(oldest, None)
