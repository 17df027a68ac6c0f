"""Means with their intervals, paired differences, and how many seeds would settle a question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Literal

from gptviz.experiment.student import student_quantile

CONFIDENCE = 0.95
POWER = 0.8  # how often an experiment of the planned size should show the difference
MOST_SEEDS = 1000

Verdict = Literal["lower", "higher", "none-shown", "too-few"]


@dataclass(frozen=True)
class Interval:
    """A mean and its 95 % t-interval, mean ± half_width.

    Args:
        mean: Of the values; NaN without any.
        half_width: t(0.975, n - 1) * s / sqrt(n); infinite for fewer than two values, which tell nothing of the spread.
        count: n.
    """

    mean: float
    half_width: float
    count: int

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half_width

    @property
    def verdict(self) -> Verdict:
        """What a difference with this interval shows: "none-shown" where the interval contains zero."""
        if self.count < 2:
            return "too-few"
        if self.low <= 0 <= self.high:
            return "none-shown"
        return "lower" if self.high < 0 else "higher"


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean of values and its 95 % interval (Student 1908)."""
    count = len(values)
    if count < 2:
        return Interval(values[0] if count else math.nan, math.inf, count)
    t = student_quantile((1 + CONFIDENCE) / 2, count - 1)
    return Interval(fmean(values), t * stdev(values) / math.sqrt(count), count)


def paired_differences(values: Mapping[int, float], baseline: Mapping[int, float]) -> list[float]:
    """Return value minus baseline for every seed that both have.

    Args:
        values: By seed.
        baseline: By seed.
    """
    return [value - baseline[seed] for seed, value in values.items() if seed in baseline]


def paired_changes(values: Mapping[int, float], baseline: Mapping[int, float]) -> list[float]:
    """Return value / baseline - 1 for every seed that both have; -0.1 is a tenth less."""
    return [value / baseline[seed] - 1 for seed, value in values.items() if seed in baseline]


def seeds_needed(differences: Sequence[float]) -> int | None:
    """Return how many seeds would show a difference of the observed size and spread in four experiments of five.

    The smallest n with (t(0.975, n - 1) + t(0.8, n - 1)) s / sqrt(n) <= |mean|, a usual approximation of the power of a
    paired t-test.

    Args:
        differences: One a seed.

    Returns:
        At least 2; None: more than 1000, or too few differences to tell.
    """
    if len(differences) < 2 or not fmean(differences):
        return None
    size, spread = abs(fmean(differences)), stdev(differences)
    for count in range(2, MOST_SEEDS + 1):
        t = student_quantile((1 + CONFIDENCE) / 2, count - 1) + student_quantile(POWER, count - 1)
        if t * spread / math.sqrt(count) <= size:
            return count
    return None
