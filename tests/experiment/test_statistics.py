"""Student's t against published tables, intervals and differences against numbers worked out by hand."""

import math
import random
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.experiment.statistics import (
    Interval,
    mean_interval,
    paired_changes,
    paired_differences,
    seeds_needed,
)
from gptviz.experiment.student import student_quantile, student_within

# Any printed table of Student's t, for example NIST/SEMATECH e-Handbook, 1.3.6.7.2.
TABLE = [
    (0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 3, 3.182), (0.975, 4, 2.776), (0.975, 5, 2.571), (0.975, 9, 2.262),
    (0.975, 30, 2.042), (0.975, 100, 1.984), (0.95, 4, 2.132), (0.95, 7, 1.895), (0.99, 10, 2.764), (0.9, 1, 3.078),
    (0.995, 2, 9.925), (0.999, 20, 3.552),
]  # fmt: skip


@pytest.mark.parametrize(("probability", "degrees", "expected"), TABLE)
def test_quantiles_are_those_of_the_tables(probability, degrees, expected):
    assert student_quantile(probability, degrees) == pytest.approx(expected, abs=6e-4)


@given(st.integers(1, 60), st.floats(0.0, 20.0))
def test_the_finite_sum_is_the_integral_of_the_density(degrees, t):
    constant = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)
    panels = 2000
    values = [constant * (1 + (t * i / panels) ** 2 / degrees) ** (-(degrees + 1) / 2) for i in range(panels + 1)]
    simpson = (values[0] + values[-1] + 4 * sum(values[1:-1:2]) + 2 * sum(values[2:-1:2])) * t / panels / 3
    assert student_within(t, degrees) == pytest.approx(2 * simpson, abs=1e-6)


@given(st.floats(0.5, 0.999), st.integers(1, 200))
def test_the_quantile_is_the_inverse(probability, degrees):
    assert student_within(student_quantile(probability, degrees), degrees) == pytest.approx(2 * probability - 1)


def test_an_interval_worked_out_by_hand():
    interval = mean_interval([1.0, 2.0, 3.0])
    assert interval.mean == 2.0
    assert interval.half_width == pytest.approx(4.3027 / math.sqrt(3), abs=1e-3)  # s = 1
    assert (interval.low, interval.high) == (2 - interval.half_width, 2 + interval.half_width)


def test_one_value_tells_nothing_of_the_spread():
    assert mean_interval([1.5]) == Interval(1.5, math.inf, 1)
    assert mean_interval([1.5]).verdict == "too-few"
    assert math.isnan(mean_interval([]).mean)


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        (Interval(-0.1, 0.05, 5), "lower"),
        (Interval(0.1, 0.05, 5), "higher"),
        (Interval(0.05, 0.06, 5), "none-shown"),
        (Interval(0.05, 0.05, 5), "none-shown"),
        (Interval(0.0, 0.0, 5), "none-shown"),
    ],
)
def test_an_interval_that_contains_zero_shows_no_difference(interval, verdict):
    assert interval.verdict == verdict


def test_differences_are_taken_seed_by_seed():
    assert paired_differences({1: 3.0, 2: 4.0, 9: 7.0}, {2: 1.0, 1: 1.0}) == [2.0, 3.0]
    assert paired_changes({1: 3.0, 2: 4.0}, {1: 2.0, 2: 5.0}) == pytest.approx([0.5, -0.2])


def test_pairs_show_what_the_means_hide():
    base = {seed: float(seed) for seed in range(5)}  # the spread of seeds is large against the difference
    other = {seed: value - 0.1 + 0.01 * (-1) ** seed for seed, value in base.items()}
    assert mean_interval(paired_differences(other, base)).verdict == "lower"
    assert mean_interval(list(other.values())).high > mean_interval(list(base.values())).low


def test_intervals_hold_the_true_mean_as_often_as_they_say():
    generator = random.Random(5)
    samples = [[generator.gauss(3, 2) for _ in range(5)] for _ in range(2000)]
    held = sum(interval.low <= 3 <= interval.high for interval in map(mean_interval, samples))
    assert held / len(samples) == pytest.approx(0.95, abs=0.015)


def test_planned_seeds_show_the_difference_in_four_experiments_of_five():
    pilot = [0.02, -0.01, 0.03, 0.0, 0.01]
    needed = seeds_needed(pilot)
    mean, spread = sum(pilot) / 5, stdev(pilot)
    generator = random.Random(7)
    samples = [[generator.gauss(mean, spread) for _ in range(needed)] for _ in range(1000)]
    shown = sum(mean_interval(sample).verdict == "higher" for sample in samples)
    assert shown / len(samples) == pytest.approx(0.8, abs=0.06)


def test_no_number_of_seeds_is_named_where_none_can_be():
    assert seeds_needed([0.1]) is None
    assert seeds_needed([0.1, -0.1]) is None
    assert seeds_needed([1.0, -0.999]) is None  # more than a thousand
    assert seeds_needed([1.0, 1.0]) == 2
