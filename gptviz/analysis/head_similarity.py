"""How alike two heads look at the same text: redundant heads stand out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]


def head_similarity(weights: Array) -> Array:
    """Return 1 - the Jensen-Shannon divergence, in bits, of the rows of every two heads, as a mean over queries i >= 1.

    JS(p, q) = H((p + q) / 2) - (H(p) + H(q)) / 2 (Lin 1991, eq. 4.1), from 0 (equal) to 1 bit (no key in common); Clark
    et al. 2019 (section 6) compare heads with it. Heads that look alike may still pass on different values.

    Args:
        weights: (L, B, H, T, T), rows that sum to 1.

    Returns:
        (L*H, L*H), symmetric, heads in the order of blocks: 1 looks at the very same keys, 0 at none of the same. NaN
        for T = 1.
    """
    L, B, H, T, _ = weights.shape
    if T < 2:
        return np.full((L * H, L * H), np.nan)
    # (L, B, H, T, T) -> (L, H, B, T, T) -> (L*H, B*(T-1), T): a head's rows one below the other
    rows = weights.transpose(0, 2, 1, 3, 4)[:, :, :, 1:].reshape(L * H, B * (T - 1), T)
    similarity = np.ones((L * H, L * H))
    own = _entropies_bits(rows)  # (L*H, B*(T-1))
    for head in range(1, L * H):
        mixed = _entropies_bits((rows[head] + rows[:head]) / 2)  # with all heads before it
        divergence = (mixed - (own[head] + own[:head]) / 2).mean(axis=-1)
        similarity[head, :head] = similarity[:head, head] = 1 - divergence
    return np.clip(similarity, 0, 1)


def _entropies_bits(rows: Array) -> Array:
    """(..., T) -> (...)."""
    logs = np.log2(rows, out=np.zeros_like(rows), where=rows > 0)  # 0 log 0 is 0
    return -(rows * logs).sum(axis=-1)
