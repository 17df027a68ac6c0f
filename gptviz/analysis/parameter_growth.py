"""What a model's size depends on: the parameter count while one constant moves and all others stay."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.parameter_table import MODULES, counts_by_module
from gptviz.config import ModelConfig, divisors

CONSTANTS = ("vocab_size", "context_size", "embedding_size", "blocks", "heads")
CHANGES = ("same", "little", "double", "more")
REACH = 4  # curves run from a quarter of the present value to four times it
POINTS = 33

_LOWEST = {"vocab_size": 2, "context_size": 2, "embedding_size": 1, "blocks": 1, "heads": 1}
_HIGHEST = {"vocab_size": 100_000, "context_size": 4096, "embedding_size": 4096, "blocks": 64, "heads": 4096}


@dataclass(frozen=True)
class Growth:
    """The parameter count for several values of one constant.

    Args:
        constant: Its name, one of `CONSTANTS`.
        now: Its value in the model.
        values: (N,) rising, valid values around `now`, which is one of them.
        by_module: For each of `MODULES` (N,): its parameters in the model with each of the values.
    """

    constant: str
    now: int
    values: NDArray[np.int64]
    by_module: dict[str, NDArray[np.int64]]

    @property
    def counts(self) -> NDArray[np.int64]:
        """(N,), the parameters of the whole model."""
        return np.sum([*self.by_module.values()], axis=0)


def growth(config: ModelConfig, constant: str) -> Growth:
    """Return how the parameter count follows one constant, from a quarter of its value to four times it.

    Args:
        config: The model; all its other settings stay.
        constant: One of `CONSTANTS`.
    """
    now = getattr(config, constant)
    values = [value for value in _valid_values(config, constant) if now <= value * REACH and value <= now * REACH]
    spaced = np.linspace(0, len(values) - 1, num=min(POINTS, len(values))).round().astype(int)
    kept = sorted({now, *(values[at] for at in spaced)})
    counts = [counts_by_module(_moved(config, constant, value)) for value in kept]
    by_module = {module: np.array([count[module] for count in counts]) for module in MODULES}
    return Growth(constant, now, np.array(kept), by_module)


def doubled(config: ModelConfig, constant: str) -> ModelConfig | None:
    """Return the model with one constant doubled, or the nearest to it that is valid and another value.

    Args:
        config: The model.
        constant: One of `CONSTANTS`.

    Returns:
        The model; None where no other value is valid.
    """
    now = getattr(config, constant)
    others = [value for value in _valid_values(config, constant) if value != now]
    nearest = min(others, key=lambda value: abs(value - 2 * now), default=None)
    return None if nearest is None else _moved(config, constant, nearest)


def change(before: int, after: int) -> str:
    """Return one of `CHANGES`: how far a count moved, up or down; the bounds are a factor of 1.5 and of 2.5."""
    ratio = max(before, after) / min(before, after)
    return "same" if ratio == 1 else "little" if ratio < 1.5 else "double" if ratio < 2.5 else "more"


def _moved(config: ModelConfig, constant: str, value: int) -> ModelConfig:
    changes: dict[str, Any] = {constant: value}
    return replace(config, **changes)


def _valid_values(config: ModelConfig, constant: str) -> list[int]:
    """All values that the configuration allows, rising: HEADS divides EMBEDDING_SIZE."""
    if constant == "heads":
        return divisors(config.embedding_size)
    step = config.heads if constant == "embedding_size" else 1
    return list(range(max(step, _LOWEST[constant]), _HIGHEST[constant] + 1, step))
