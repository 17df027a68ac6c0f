"""Which snapshots of a run stay when room is needed."""

from __future__ import annotations

from collections.abc import Sequence


def kept_steps(steps: Sequence[int]) -> list[int]:
    """Return every second step with both ends; of three steps both ends, of fewer all.

    Args:
        steps: Of the snapshots, rising.
    """
    if len(steps) <= 2:
        return list(steps)
    kept = sorted({*steps[::2], steps[-1]})
    return kept if len(kept) < len(steps) else [steps[0], steps[-1]]
