"""Choosing a character: against torch's softmax, and what temperature and top-k promise."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gptviz.sampling import Sampling, SamplingError, draw, softmax

LOGITS = arrays(np.float32, 7, elements=st.floats(-50, 50, width=32))


@given(arrays(np.float32, 5, elements=st.floats(-(2.0**99), 2.0**99, width=32)))
def test_softmax_sums_to_one_and_keeps_the_order(logits):
    probabilities = softmax(logits)
    assert probabilities.sum() == pytest.approx(1)
    assert (np.diff(probabilities[np.argsort(logits)]) >= 0).all()


@given(LOGITS, st.floats(0.05, 10))
def test_temperature_is_torchs_softmax_of_divided_logits(logits, temperature):
    expected = torch.softmax(torch.tensor(logits, dtype=torch.float64) / temperature, dim=0)
    np.testing.assert_allclose(Sampling(temperature).probabilities(logits), expected, atol=1e-12)


@given(arrays(np.float32, 7, elements=st.floats(-50, 50, width=32), unique=True), st.integers(1, 7))
def test_top_k_is_torchs_softmax_of_the_k_highest(logits, top_k):
    exact = torch.tensor(logits, dtype=torch.float64)
    kept = torch.full_like(exact, -torch.inf)
    places = exact.topk(top_k).indices
    kept[places] = exact[places]
    expected = torch.softmax(kept / 0.8, dim=0)
    np.testing.assert_allclose(Sampling(0.8, top_k).probabilities(logits), expected, atol=1e-12)


@given(LOGITS, st.integers(1, 10))
def test_equal_logits_do_not_let_more_than_k_through(logits, top_k):
    assert np.count_nonzero(Sampling(10.0, top_k).probabilities(np.round(logits))) <= top_k


@given(LOGITS, st.integers(7, 10**9))
def test_a_top_k_above_the_vocabulary_keeps_all(logits, top_k):
    np.testing.assert_array_equal(Sampling(1.0, top_k).probabilities(logits), Sampling(1.0).probabilities(logits))


@given(LOGITS, st.one_of(st.none(), st.integers(1, 10)))
def test_temperature_zero_always_takes_the_most_likely(logits, top_k):
    probabilities = Sampling(0.0, top_k).probabilities(logits)
    assert probabilities[logits.argmax()] == 1
    assert probabilities.sum() == 1


@given(LOGITS)
def test_a_temperature_near_zero_does_not_overflow(logits):
    probabilities = Sampling(1e-300).probabilities(logits)
    assert np.isfinite(probabilities).all()
    np.testing.assert_allclose(probabilities[logits == logits.max()], 1 / (logits == logits.max()).sum())


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_logits_that_are_not_finite_have_no_probabilities(temperature, bad):
    assert np.isnan(Sampling(temperature).probabilities(np.array([0.0, bad, 1.0]))).all()


@pytest.mark.parametrize(
    "settings",
    [{"temperature": -0.1}, {"temperature": np.nan}, {"temperature": 11}, {"top_k": 0}, {"seed": -1}, {"seed": 2**32}],
)
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(SamplingError, match="valid:"):
        Sampling(**settings)


def test_numbers_depend_on_seed_and_place_and_are_uniform():
    assert Sampling(seed=1).number(5) == Sampling(0.3, 4, seed=1).number(5)
    numbers = np.array([Sampling(seed=seed).number(place) for seed in range(50) for place in range(40)])
    assert len(np.unique(numbers)) == len(numbers)
    # Five standard deviations of the mean, and of the share below a quarter, of 2,000 uniform numbers.
    assert numbers.mean() == pytest.approx(0.5, abs=0.033)
    assert (numbers < 0.25).mean() == pytest.approx(0.25, abs=0.049)


def test_draws_follow_the_probabilities():
    probabilities = np.array([0.1, 0.0, 0.6, 0.3])
    generator = np.random.default_rng(0)
    counts = np.bincount([draw(probabilities, generator.random()) for _ in range(20_000)], minlength=4)
    assert counts[1] == 0
    # Four standard deviations of a share of 20,000 draws are below 0.014.
    np.testing.assert_allclose(counts / 20_000, probabilities, atol=0.014)


@pytest.mark.parametrize("number", [0.0, 0.5, np.nextafter(1.0, 0.0)])
@pytest.mark.parametrize("probabilities", [np.full(7, 1 / 7), [1.0], [0, 0.4, 0.6], [0.3, 0.7, 0.0, 0.0]])
def test_every_number_gives_a_token_that_has_a_probability(number, probabilities):
    probabilities = np.array(probabilities)
    assert probabilities[draw(probabilities, number)] > 0
