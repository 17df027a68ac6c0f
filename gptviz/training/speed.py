"""How fast each engine trains a model: a few steps of both, in turns."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

import numpy as np

from gptviz.config import ENGINES, ModelConfig, TrainConfig
from gptviz.engines import create_engine
from gptviz.parameters import initial_parameters

BUDGET_S = 1.2


def engine_speeds(model: ModelConfig, train: TrainConfig, budget_s: float = BUDGET_S) -> dict[str, float]:
    """Measure both engines on random text; call it in a worker, as it imports torch.

    Args:
        model: The model.
        train: Its training; its engine does not matter.
        budget_s: How long to measure, in seconds; each engine takes at least two steps.

    Returns:
        Steps a second by engine: of the median step, so that one interruption does not count.
    """
    shape = (train.batch_size, model.context_size)
    tokens = np.random.default_rng(0).integers(0, model.vocab_size, shape)  # (B, T)
    engines = {name: create_engine(model, replace(train, engine=name)) for name in ENGINES}
    seconds: dict[str, list[float]] = {name: [] for name in ENGINES}
    for engine in engines.values():
        engine.load(initial_parameters(model, train.seed))
        engine.train_step(tokens, tokens, train.learning_rate)  # the first step warms up
    end_s = time.monotonic() + budget_s
    while time.monotonic() < end_s or not seconds[ENGINES[-1]]:
        for name, engine in engines.items():
            started_s = time.perf_counter()
            engine.train_step(tokens, tokens, train.learning_rate)
            seconds[name].append(time.perf_counter() - started_s)
    return {name: 1.0 / statistics.median(times) for name, times in seconds.items()}
