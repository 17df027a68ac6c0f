"""Dropout masks as a function of (seed, step, site): both engines take the same ones, and a resumed run too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def dropout_mask(shape: tuple[int, ...], share: float, *, seed: int, step: int, site: int) -> NDArray[np.float32]:
    """Return what a layer's output is multiplied with in training (chapter 9; Srivastava et al. 2014).

    Args:
        shape: Of the layer's output, (B, T, E).
        share: Probability that a value is dropped, 0 <= share < 1.
        seed: Of the run.
        step: Training step, from 0.
        site: Which dropout of the model: 0 after the embedding, 1 + 2*l after attention and 2 + 2*l after
            feed-forward of block l.

    Returns:
        float32: 0 where dropped, else 1 / (1 - share), so that the mean of the output stays.
    """
    generator = np.random.default_rng([seed, step, site])
    kept = generator.random(shape, dtype=np.float32) >= share
    return kept.astype(np.float32) / np.float32(1.0 - share)
