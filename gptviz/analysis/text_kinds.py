"""Which kind of text surprises a model least: real text, what it writes itself, or letters in a heap?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gptviz.analysis.generation import Draft
from gptviz.analysis.probes import held_out_windows
from gptviz.analysis.scoring import score
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.sampling import Sampling

KINDS = ("real", "own", "greedy", "shuffled")
TEXTS = 4  # of each kind
SHORTEST, LONGEST = 40, 100  # characters of each text


def compare_kinds(parameters: Parameters, config: ModelConfig, test: NDArray[np.integer], seed: int) -> pd.DataFrame:
    """Score some texts of each kind; those of the model begin with the same characters as the real ones.

    "real" is from the test part; "own" is what the model writes at temperature 1, "greedy" at temperature 0; "shuffled"
    has the characters of the real texts in random order.

    Args:
        parameters: Of the model.
        config: The model.
        test: (N,) tokens that the model was not trained on.
        seed: Of writing and shuffling.

    Returns:
        One row a kind, in the order of KINDS: `kind`, `mean_nats` and `perplexity` over all texts, `example` (tokens of
        the first text). The loss is NaN where the model's numbers overflow.
    """
    # As long as the text fits the context, each character costs little (key_value_cache).
    length = min(LONGEST, max(SHORTEST, config.context_size))
    real, _ = held_out_windows(test, min(length, len(test) - 1), TEXTS)  # (B, length)
    generator = np.random.default_rng(seed)
    kinds: dict[str, Sequence[Sequence[int] | NDArray[np.integer]]] = {
        "real": list(real),
        "own": _written(parameters, config, real, Sampling(1.0, seed=seed)),
        "greedy": _written(parameters, config, real, Sampling(0.0)),
        "shuffled": [generator.permutation(text) for text in real],
    }
    rows = []
    for kind in KINDS:
        losses = np.concatenate([score(parameters, config, np.asarray(text)).losses_nats for text in kinds[kind]])
        mean_nats = float(losses.mean()) if len(losses) else np.nan
        rows.append((kind, mean_nats, float(np.exp(mean_nats)), np.asarray(kinds[kind][0])))
    return pd.DataFrame(rows, columns=["kind", "mean_nats", "perplexity", "example"])


def _written(
    parameters: Parameters, config: ModelConfig, real: NDArray[np.integer], sampling: Sampling
) -> list[list[int]]:
    """Let the model write as much after the first character of each real text."""
    texts = []
    for number, text in enumerate(real):
        own = Sampling(sampling.temperature, seed=(sampling.seed + number) % 2**32)
        draft = Draft(parameters, config, text[:1].tolist(), own)
        draft.write(len(text) - 1)
        texts.append([*draft.prompt, *draft.written])
    return texts
