"""The model's parameters by dotted name: shapes, first values and counts, one table for every engine.

Weights are stored `(out, in)`, so `y = x @ weight.T + bias`. Queries, keys and values have a matrix each, so one
head is a slice of D rows: rows `h*D:(h+1)*D` of `blocks.<l>.attention.query.weight` make the queries of head h.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gptviz.config import ModelConfig

Parameters = dict[str, NDArray[np.floating]]

EMBEDDING_STD = 0.02  # chapter 1: Embedding `randn * 0.02`


def parameter_shapes(config: ModelConfig) -> dict[str, tuple[int, ...]]:
    """Return the shape of every parameter by name, in the order in which the chapters build the layers.

    Args:
        config: The model.

    Returns:
        Names to shapes; Linear weights are `(out, in)`, embeddings `(entries, E)`.
    """
    E, V = config.embedding_size, config.vocab_size
    shapes: dict[str, tuple[int, ...]] = {"token_embedding.weight": (V, E)}
    if config.positions:
        shapes["position_embedding.weight"] = (config.context_size, E)
    for block in range(config.blocks):
        name = f"blocks.{block}"
        if config.attention is not None:
            if config.layer_norm:
                shapes |= _norm(f"{name}.attention_norm", E)
            if config.attention.projections:
                for part in ("query", "key", "value"):
                    shapes |= _linear(f"{name}.attention.{part}", E, E)
            shapes |= _linear(f"{name}.attention.output", E, E)
        if config.layer_norm:
            shapes |= _norm(f"{name}.feed_forward_norm", E)
        shapes |= _linear(f"{name}.feed_forward.input", E, 4 * E)
        shapes |= _linear(f"{name}.feed_forward.output", 4 * E, E)
    if config.layer_norm:
        shapes |= _norm("final_norm", E)
    return shapes | _linear("output", E, V)


def initial_parameters(config: ModelConfig, seed: int) -> Parameters:
    """Draw the chapters' first values: Linear `randn(out, in) * sqrt(2 / in)`, bias 0, Embedding `randn * 0.02`.

    One generator draws all of them in the order of `parameter_shapes`, as the book's global generator does; so for one
    seed every head count starts from the very same numbers (the shapes do not depend on `heads`).

    Args:
        config: The model.
        seed: Of the generator; the chapters use 42.

    Returns:
        float32 arrays by name.
    """
    # The chapters call np.random.seed(42) and np.random.randn: the legacy generator, here without the global state.
    generator = np.random.RandomState(seed)
    parameters: Parameters = {}
    for name, shape in parameter_shapes(config).items():
        if len(shape) == 1:
            fill = np.ones if "norm" in name and name.endswith(".weight") else np.zeros
            parameters[name] = fill(shape, dtype=np.float32)
        else:
            deviation = EMBEDDING_STD if "embedding" in name else np.sqrt(2.0 / shape[1])
            parameters[name] = (generator.randn(*shape) * deviation).astype(np.float32)
    return parameters


@lru_cache(maxsize=256)
def count_parameters(config: ModelConfig) -> int:
    """Return how many numbers the model learns; `heads` does not change it."""
    return sum(int(np.prod(shape)) for shape in parameter_shapes(config).values())


def check_parameters(config: ModelConfig, parameters: Mapping[str, NDArray[np.floating]]) -> None:
    """Refuse parameters that are not those of the model.

    Raises:
        ValueError: A name is missing or too many, or a shape differs; the message names the first one.
    """
    shapes = parameter_shapes(config)
    for name in sorted(shapes.keys() ^ parameters.keys()):
        where = "missing" if name in shapes else "not part of this model"
        raise ValueError(f"parameter {name} is {where}")
    for name, shape in shapes.items():
        if parameters[name].shape != shape:
            raise ValueError(f"parameter {name} has shape {parameters[name].shape}; this model needs {shape}")


def _linear(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def _norm(name: str, size: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (size,), f"{name}.bias": (size,)}
