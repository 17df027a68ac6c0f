"""Removing heads, on models in which it is known what they are worth."""

import numpy as np
import pytest
import torch

from gptviz.analysis.ablation import Ablation, largest_changes, window_losses
from gptviz.config import ModelConfig
from gptviz.parameters import parameter_shapes
from gptviz.trace import trace

MODEL = ModelConfig(vocab_size=5, context_size=6, embedding_size=8, heads=2, blocks=2, residual=True, layer_norm=True)
GENERATOR = np.random.default_rng(0)
INPUTS, TARGETS = GENERATOR.integers(0, 5, (4, 6)), GENERATOR.integers(0, 5, (4, 6))


def random_parameters(config=MODEL):
    generator = np.random.default_rng(3)
    return {name: generator.normal(0.1, 0.5, shape) for name, shape in parameter_shapes(config).items()}


def ablation(parameters=None, config=MODEL):
    return Ablation(parameters or random_parameters(config), config, INPUTS, TARGETS)


def test_losses_are_torchs_cross_entropy():
    logits = np.random.default_rng(1).normal(0, 9, (4, 6, 5))
    expected = torch.nn.functional.cross_entropy(
        torch.tensor(logits).transpose(1, 2), torch.tensor(TARGETS), reduction="none"
    )
    np.testing.assert_allclose(window_losses(logits, TARGETS), expected.numpy().mean(axis=1), rtol=1e-12)


@pytest.mark.parametrize("kind", ["zero", "mean"])
def test_without_removed_heads_nothing_rises(kind):
    rise = ablation().rise([], kind)
    assert rise.rise_nats == 0
    assert rise.rise_error_nats == 0
    expected = window_losses(trace(random_parameters(), MODEL, INPUTS).logits, TARGETS).mean()
    assert rise.loss_nats == pytest.approx(expected)


def test_a_head_that_passes_on_nothing_is_worth_nothing():
    parameters = random_parameters()
    parameters["blocks.1.attention.output.weight"][:, 4:] = 0  # head 1 of block 1
    importance = ablation(parameters).importance()
    assert list(importance.index) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for kind in ("zero", "mean"):
        assert importance.loc[(1, 1), f"{kind}_rise_nats"] == pytest.approx(0, abs=1e-12)
        assert abs(importance.loc[(1, 0), f"{kind}_rise_nats"]) > 1e-3


def test_a_head_that_always_says_the_same_is_missed_at_zero_and_not_at_its_mean():
    parameters = random_parameters()
    parameters["blocks.0.attention.value.weight"][:4] = 0  # head 0 of block 0 passes on its bias, whatever it reads
    importance = ablation(parameters).importance().loc[(0, 0)]
    assert importance["mean_rise_nats"] == pytest.approx(0, abs=1e-12)
    assert importance["mean_error_nats"] == pytest.approx(0, abs=1e-12)
    assert abs(importance["zero_rise_nats"]) > 1e-3


def test_the_mean_is_over_texts_and_positions():
    outputs = trace(random_parameters(), MODEL, INPUTS).blocks[1].attention.head_outputs  # (B, H, T, D)
    replaced = ablation().outputs([(1, 0)], "mean")
    np.testing.assert_allclose(replaced[1, 0], outputs[:, 0].reshape(-1, 4).mean(axis=0))


def test_the_rise_and_its_error_are_those_of_the_windows():
    parameters = random_parameters()
    before = window_losses(trace(parameters, MODEL, INPUTS).logits, TARGETS)
    after = window_losses(trace(parameters, MODEL, INPUTS, {(0, 1): 0, (1, 0): 0}).logits, TARGETS)
    rise = ablation().rise([(0, 1), (1, 0)], "zero")
    assert rise.rise_nats == pytest.approx((after - before).mean())
    assert rise.rise_error_nats == pytest.approx(np.std(after - before, ddof=1) / 2)


def copy_head_model():
    """One block, no positions: the output of head 0 is the previous text's mean token, and the logits are that alone.

    Query and key are zero, so weights are uniform; head 0's values are the token itself, one number a character.
    """
    config = ModelConfig(vocab_size=4, context_size=6, embedding_size=8, heads=2, blocks=1, positions=False)
    config_residual = ModelConfig(**{**config.__dict__, "residual": True})
    parameters = {name: np.zeros(shape) for name, shape in parameter_shapes(config_residual).items()}
    parameters["token_embedding.weight"][:, :4] = np.eye(4)
    parameters["blocks.0.attention.value.weight"][:4, :4] = np.eye(4)
    parameters["blocks.0.attention.output.weight"][4:, :4] = np.eye(4)  # written where no token's own vector is
    parameters["output.weight"][:, 4:] = 8 * np.eye(4)
    return parameters, config_residual


def test_next_characters_without_the_only_head_that_speaks_are_all_alike():
    parameters, config = copy_head_model()
    text = np.array([2, 2, 2, 2])
    model = Ablation(parameters, config, np.array([[0, 1, 2, 3]]), np.array([[1, 2, 3, 0]]))
    whole = model.next_characters(text, [], "zero")
    assert whole[2] == pytest.approx(np.exp(8) / (np.exp(8) + 3))
    np.testing.assert_allclose(model.next_characters(text, [(0, 0)], "zero"), 1 / 4)
    np.testing.assert_allclose(model.next_characters(text, [(0, 1)], "zero"), whole)
    # With its mean over the held-out text instead, it says of every text what that one was like on average.
    seen = np.tril(np.ones((4, 4))) / np.arange(1, 5)[:, None]
    expected = np.exp(8 * seen.mean(axis=0))
    np.testing.assert_allclose(model.next_characters(text, [(0, 0)], "mean"), expected / expected.sum())
    assert np.isnan(model.rise([(0, 0)], "zero").rise_error_nats)  # one window


def test_the_largest_changes_come_first_up_or_down():
    before, after = np.array([0.5, 0.3, 0.2, 0.0]), np.array([0.1, 0.32, 0.2, 0.38])
    assert largest_changes(before, after, 3).tolist() == [0, 3, 1]


def test_a_head_that_is_not_there_is_refused():
    with pytest.raises(IndexError, match="no head 2 in block 0"):
        ablation().rise([(0, 2)], "zero")
