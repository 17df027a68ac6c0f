import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.analysis.smoothing import smoothed, thinned

VALUES = st.lists(st.floats(-1e3, 1e3), max_size=60)


@given(VALUES, st.integers(1, 20))
def test_thinning_keeps_the_mean_and_the_order(values, points):
    steps = np.arange(1, len(values) + 1)
    x, y = thinned(steps, np.array(values), points)
    assert len(x) == len(y) == min(len(values), points)
    assert (np.diff(x) > 0).all()
    if len(values) % points == 0 and values:  # equal shares
        np.testing.assert_allclose(y.mean(), np.mean(values), atol=1e-9)


def test_thinning_by_hand():
    x, y = thinned(np.arange(1, 7), np.array([1.0, 3.0, 5.0, 7.0, 9.0, 11.0]), 3)
    assert x.tolist() == [1.5, 3.5, 5.5]
    assert y.tolist() == [2.0, 6.0, 10.0]


def test_no_value_goes_unseen():
    values = np.zeros(1000)
    values[777] = 100.0
    assert thinned(np.arange(1000), values, 10)[1].max() == 1.0


def test_thinning_refuses_curves_that_do_not_fit():
    with pytest.raises(ValueError, match="3 steps, 2 values"):
        thinned(np.arange(3), np.zeros(2), 5)
    with pytest.raises(ValueError, match="points=0"):
        thinned(np.arange(3), np.zeros(3), 0)


def test_smoothing_by_hand():
    values = np.array([4.0, 1.0, 7.0, 3.0, 5.0])
    # Start: alone. Then one on either side. End: back alone.
    np.testing.assert_allclose(smoothed(values, 1), [4, 4, 11 / 3, 5, 4])
    np.testing.assert_allclose(smoothed(values, 0), values)


def test_a_straight_line_is_not_moved_but_at_its_end():
    """An average of the past only would lie half a window late."""
    line = np.linspace(4, 2, 50)
    np.testing.assert_allclose(smoothed(line, 5)[:-5], line[:-5])


@given(VALUES, st.integers(0, 8))
def test_smoothing_stays_within_the_values(values, half_width):
    smooth = smoothed(np.array(values), half_width)
    assert len(smooth) == len(values)
    if values:
        assert min(values) - 1e-9 <= smooth.min()
        assert smooth.max() <= max(values) + 1e-9


def test_infinite_losses_are_left_out():
    smooth = smoothed(np.array([2.0, 2.0, np.inf, 4.0, np.nan, np.nan, np.nan]), 1)
    np.testing.assert_allclose(smooth, [2, 2, 3, 4, 4, np.nan, np.nan])


def test_a_negative_width_is_refused():
    with pytest.raises(ValueError, match="half_width=-1"):
        smoothed(np.zeros(3), -1)
