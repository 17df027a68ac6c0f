"""Student's t distribution, for intervals of means of few values."""

from __future__ import annotations

import math
from functools import cache


def student_within(t: float, degrees: int) -> float:
    """Return the probability that a value of Student's t lies between -t and t.

    For whole degrees of freedom the integral is a finite sum (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).

    Args:
        t: 0 or more.
        degrees: Of freedom, at least 1.
    """
    angle = math.atan(t / math.sqrt(degrees))
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = degrees % 2
    term = cosine if odd else 1.0
    total = 0.0
    for power in range(1 + odd, degrees, 2):
        total += term
        term *= power / (power + 1) * cosine**2
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


@cache
def student_quantile(probability: float, degrees: int) -> float:
    """Return the t that a value of Student's t stays below with this probability.

    Args:
        probability: 0.5 <= probability < 1.
        degrees: Of freedom, at least 1.
    """
    within = 2 * probability - 1
    low, high = 0.0, 1.0
    while student_within(high, degrees) < within:
        high *= 2
    for _ in range(60):  # halved until nothing is left of it
        middle = (low + high) / 2
        low, high = (middle, high) if student_within(middle, degrees) < within else (low, middle)
    return (low + high) / 2
