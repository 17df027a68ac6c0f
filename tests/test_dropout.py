"""Dropout masks: the right share, the right scale, and a function of (seed, step, site) alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.dropout import dropout_mask

SHAPE = (8, 32, 64)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_the_share_is_dropped_and_the_mean_stays(share):
    mask = dropout_mask(SHAPE, share, seed=42, step=0, site=0)
    assert mask.dtype == np.float32
    assert mask.shape == SHAPE
    # Five standard deviations of the mean of 16,384 draws.
    tolerance = 5 * np.sqrt(share * (1 - share) / mask.size)
    assert abs((mask == 0).mean() - share) <= tolerance
    assert abs(mask.mean(dtype=np.float64) - 1) <= tolerance / (1 - share) + 1e-6
    np.testing.assert_allclose(mask[mask != 0], 1 / (1 - share), rtol=1e-6)


@given(seed=st.integers(0, 2**32 - 1), step=st.integers(0, 2**31), site=st.integers(0, 128))
def test_the_same_place_gives_the_same_mask_whatever_was_drawn_before(seed, step, site):
    first = dropout_mask((4, 16), 0.5, seed=seed, step=step, site=site)
    dropout_mask((3,), 0.5, seed=seed, step=step + 1, site=site)
    np.random.rand()
    np.testing.assert_array_equal(first, dropout_mask((4, 16), 0.5, seed=seed, step=step, site=site))


def test_seeds_steps_and_sites_draw_independently():
    places = [(42, 0, 0), (42, 0, 1), (42, 1, 0), (42, 65536, 0), (43, 0, 0), (0, 42, 0), (0, 0, 42), (42, 1, 1)]
    kept = np.stack([dropout_mask(SHAPE, 0.5, seed=a, step=b, site=c).ravel() for a, b, c in places])
    correlation = np.corrcoef(kept) - np.eye(len(places))
    assert np.abs(correlation).max() < 5 / np.sqrt(kept.shape[1])
