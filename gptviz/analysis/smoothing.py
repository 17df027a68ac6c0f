"""Long, noisy curves made short and readable."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def thinned(steps: NDArray, values: NDArray, points: int) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Return a curve of at most `points` points, each the mean of neighbouring ones, so no value goes unseen.

    Args:
        steps: (N,) rising.
        values: (N,).
        points: At least 1.

    Returns:
        Mean steps and mean values, (min(N, points),) each.

    Raises:
        ValueError: steps and values differ in length, or points is less than 1.
    """
    if len(steps) != len(values) or points < 1:
        raise ValueError(
            f"{len(steps)} steps, {len(values)} values, points={points}; valid: as many steps, points >= 1"
        )
    if len(steps) <= points:
        return np.asarray(steps, dtype=float), np.asarray(values, dtype=float)
    starts = np.arange(points) * len(steps) // points
    sizes = np.diff(starts, append=len(steps))
    return np.add.reduceat(steps, starts, dtype=float) / sizes, np.add.reduceat(values, starts, dtype=float) / sizes


def smoothed(values: NDArray, half_width: int) -> NDArray[np.floating]:
    """Return the moving average of a curve; values that are not finite are left out of it.

    It looks as far ahead as back: an average of the past only lags behind, and would draw a falling training loss above
    a test loss that it is really below. At the start it narrows, so the first point is the first value; only at the end
    it looks back alone.

    Args:
        values: (N,), at equal distances.
        half_width: How many values the average takes in on either side, 0 or more.

    Returns:
        (N,); NaN where no value in reach is finite.

    Raises:
        ValueError: half_width is negative.
    """
    if half_width < 0:
        raise ValueError(f"half_width={half_width}; valid: 0 or more")
    values = np.asarray(values, dtype=float)
    at = np.arange(len(values))
    back = np.minimum(at, half_width)
    ahead = np.minimum(back, len(values) - 1 - at)
    finite = np.isfinite(values)
    sums = np.concatenate([[0.0], np.cumsum(np.where(finite, values, 0.0))])
    counts = np.concatenate([[0], np.cumsum(finite)])
    low, high = at - back, at + ahead + 1
    within = counts[high] - counts[low]
    return np.divide(sums[high] - sums[low], within, out=np.full(len(values), np.nan), where=within > 0)
