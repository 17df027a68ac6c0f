"""The loss of a given text, against torch's cross-entropy of each character on its own."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gptviz.analysis.key_value_cache import next_logits
from gptviz.analysis.scoring import losses_nats, score
from gptviz.config import AttentionConfig, ModelConfig
from gptviz.parameters import parameter_shapes
from gptviz.trace import trace

SIZES = {"vocab_size": 7, "context_size": 6, "embedding_size": 8, "heads": 2, "blocks": 2}
CAUSAL = [ModelConfig(**SIZES), ModelConfig(**SIZES | {"context_size": 2}), ModelConfig(**SIZES, attention=None)]
SEEING = [
    ModelConfig(**SIZES, attention=AttentionConfig(causal=False)),
    ModelConfig(**SIZES, attention=AttentionConfig(softmax_over="queries")),
]
TEXT = np.random.default_rng(2).integers(0, 7, 40)


def parameters_of(config):
    generator = np.random.default_rng(0)
    return {name: generator.normal(0.1, 0.5, shape) for name, shape in parameter_shapes(config).items()}


def torchs_loss(logits, target):
    return torch.nn.functional.cross_entropy(torch.tensor(logits), torch.tensor(int(target))).item()


@pytest.mark.parametrize(
    ("config", "length"),
    [
        pytest.param(config, length, id=f"{config}-{length}")
        for config in CAUSAL + SEEING
        for length in (2, 3, 6, 7)
        if length - 1 <= config.context_size
    ],
)
def test_a_text_that_fits_is_foreseen_from_all_that_stands_before(config, length):
    parameters, text = parameters_of(config), TEXT[:length]
    expected = [
        torchs_loss(next_logits(parameters, config, text[:end].tolist()), text[end]) for end in range(1, length)
    ]
    got = score(parameters, config, text)
    np.testing.assert_allclose(got.losses_nats, expected, rtol=1e-9)
    assert got.mean_nats == pytest.approx(np.mean(expected))
    assert got.perplexity == pytest.approx(np.prod(np.exp(expected)) ** (1 / (length - 1)))


@pytest.mark.parametrize("config", CAUSAL, ids=str)
@given(length=st.integers(2, 40))
def test_in_a_longer_text_each_character_is_foreseen_from_at_least_half_a_context(config, length):
    parameters, text = parameters_of(config), TEXT[:length]
    T = config.context_size
    for end, loss in enumerate(score(parameters, config, text).losses_nats, start=1):
        shortest = min(end, max(1, T // 2))
        possible = [
            torchs_loss(trace(parameters, config, text[None, end - past : end]).logits[0, -1], text[end])
            for past in range(shortest, min(end, T) + 1)
        ]
        assert any(loss == pytest.approx(one, rel=1e-9) for one in possible)


@pytest.mark.parametrize("config", SEEING, ids=str)
def test_a_model_that_sees_the_future_is_asked_before_each_character_anew(config):
    """Changing the last characters changes no loss before them, though it does change the model's outputs there."""
    parameters = parameters_of(config)
    changed = TEXT.copy()
    changed[-1] = (changed[-1] + 1) % 7
    one, other = score(parameters, config, TEXT), score(parameters, config, changed)
    np.testing.assert_array_equal(one.losses_nats[:-1], other.losses_nats[:-1])
    assert one.losses_nats[-1] != other.losses_nats[-1]


@pytest.mark.parametrize("config", CAUSAL + SEEING, ids=str)
@pytest.mark.parametrize("length", [0, 1])
def test_nothing_is_foreseen_in_a_text_of_one_character(config, length):
    got = score(parameters_of(config), config, TEXT[:length])
    assert got.losses_nats.shape == (0,)
    assert np.isnan(got.mean_nats)


def test_a_model_that_knows_nothing_is_as_unsure_as_its_vocabulary_is_large():
    config = CAUSAL[0]
    zeros = {name: np.zeros(shape) for name, shape in parameter_shapes(config).items()}
    assert score(zeros, config, TEXT).perplexity == pytest.approx(7)


def test_a_diverged_model_has_no_loss():
    parameters = {name: np.full(shape, np.nan) for name, shape in parameter_shapes(CAUSAL[0]).items()}
    got = score(parameters, CAUSAL[0], TEXT)
    assert np.isnan(got.losses_nats).all()
    assert np.isnan(got.perplexity)


def test_a_loss_stays_exact_where_the_probability_is_too_small_for_a_number():
    assert losses_nats(np.array([[0.0, 2000.0]]), np.array([0]))[0] == 2000
