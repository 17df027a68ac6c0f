"""How alike heads look: known cases, and scipy-free mathematics of the Jensen-Shannon divergence."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.analysis.head_similarity import head_similarity
from gptviz.analysis.heads import row_shares


def test_equal_heads_are_one_and_heads_without_a_common_key_are_zero():
    previous, itself = np.eye(5, k=-1), np.eye(5)
    previous[0, 0] = 1
    weights = np.stack([previous, itself, previous, itself]).reshape(2, 2, 5, 5)[:, None]  # (L, B, H, T, T)
    same = [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]]
    np.testing.assert_allclose(head_similarity(weights), same, atol=1e-12)


def test_half_the_weight_in_common():
    weights = np.zeros((1, 1, 2, 2, 2))
    weights[0, 0, :, 0, 0] = 1
    weights[0, 0, 0, 1] = [1, 0]
    weights[0, 0, 1, 1] = [0.5, 0.5]
    # H(3/4, 1/4) - (0 + 1) / 2
    divergence = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25)) - 0.5
    assert head_similarity(weights)[0, 1] == pytest.approx(1 - divergence)


@given(seed=st.integers(0, 2**32 - 1), T=st.integers(2, 7))
def test_it_is_symmetric_within_range_and_the_divergence_as_defined(seed, T):
    weights = row_shares(np.tril(np.random.default_rng(seed).gamma(0.3, size=(2, 2, 2, T, T)) + 1e-9))
    similarity = head_similarity(weights)
    np.testing.assert_array_equal(similarity, similarity.T)
    np.testing.assert_array_equal(np.diagonal(similarity), 1)
    assert ((similarity >= 0) & (similarity <= 1)).all()
    p, q = weights[0, :, 1], weights[1, :, 0]  # (B, T, T) of heads 1 and 2 in the order of blocks
    middle = (p + q) / 2

    def divergence(a):  # Kullback-Leibler, in bits, of each row from the middle
        return np.where(a > 0, a * np.log2(np.where(a > 0, a, 1) / np.where(a > 0, middle, 1)), 0).sum(axis=-1)

    expected = 1 - ((divergence(p) + divergence(q)) / 2)[:, 1:].mean()
    assert similarity[1, 2] == pytest.approx(expected, abs=1e-9)


def test_one_character_says_nothing():
    assert np.isnan(head_similarity(np.ones((1, 1, 2, 1, 1)))).all()
