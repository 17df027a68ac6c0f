"""At which steps training takes a snapshot, is evaluated, and writes a sample.

Both are functions of the total number of steps alone, so that a run cut into slices stops at the same steps.
"""

from __future__ import annotations

from functools import cache

import numpy as np

MOST_SNAPSHOTS = 64
# Few enough to take less than a tenth of the time of a run of twenty seconds.
EVALUATIONS = 25
SAMPLES = 13  # one at every second evaluation


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
    """Return at most 25 steps from 0 to the last, closer together in the beginning, where the loss falls fast.

    Args:
        total_steps: Of the run, at least 1.
    """
    return _closer_in_the_beginning(EVALUATIONS, total_steps)


@cache
def sample_steps(total_steps: int) -> frozenset[int]:
    """Return every second of the evaluation steps, the last included: at most 13.

    Args:
        total_steps: Of the run, at least 1.
    """
    return _closer_in_the_beginning(SAMPLES, total_steps)


def _closer_in_the_beginning(most: int, total_steps: int) -> frozenset[int]:
    shares = np.arange(most) / (most - 1)
    return frozenset(int(step) for step in (shares**2 * total_steps).round())
