"""At which steps training takes a snapshot, and at which it is evaluated and writes a sample.

Both are functions of the total number of steps alone, so that a run cut into slices stops at the same steps.
"""

from __future__ import annotations

from functools import cache

import numpy as np

MOST_SNAPSHOTS = 64
EVALUATIONS = 28


@cache
def snapshot_steps(total_steps: int) -> frozenset[int]:
    """Return 0 and at most 63 log-spaced steps up to the last: most of what heads learn, they learn early.

    Args:
        total_steps: Of the run, at least 1.
    """
    spaced = np.geomspace(1, total_steps, num=MOST_SNAPSHOTS - 1)
    return frozenset([0, *(int(step) for step in spaced.round())])


@cache
def evaluation_steps(total_steps: int) -> frozenset[int]:
    """Return at most 28 steps from 0 to the last, closer together in the beginning, where the loss falls fast.

    Args:
        total_steps: Of the run, at least 1.
    """
    shares = np.linspace(0, 1, num=EVALUATIONS) ** 2
    return frozenset(int(step) for step in (shares * total_steps).round())
