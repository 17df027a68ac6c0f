"""Four kinds of text, scored by a model made by hand, for which every loss is known."""

import numpy as np
import pytest

from gptviz.analysis.text_kinds import KINDS, compare_kinds
from gptviz.config import ModelConfig
from gptviz.parameters import parameter_shapes

CONFIG = ModelConfig(3, context_size=4, embedding_size=4, heads=2, blocks=1, attention=None)
TEST = np.tile([0, 1, 2], 100)


def parameters(bias):
    zeros = {name: np.zeros(shape) for name, shape in parameter_shapes(CONFIG).items()}
    return zeros | {"output.bias": np.array(bias, dtype=float)}


def test_a_model_with_fixed_probabilities_has_the_losses_that_follow_from_them():
    probabilities = np.array([0.7, 0.2, 0.1])
    kinds = compare_kinds(parameters(np.log(probabilities)), CONFIG, TEST, seed=1).set_index("kind")
    assert tuple(kinds.index) == KINDS
    # 40 characters from a multiple of four: each text is foreseen but for its first character.
    assert kinds.loc["greedy", "mean_nats"] == pytest.approx(-np.log(0.7))
    assert set(kinds.loc["greedy", "example"][1:]) == {0}
    own = kinds.loc["own"]
    assert set(own["example"].tolist()) <= {0, 1, 2}
    entropy = -(probabilities * np.log(probabilities)).sum()
    # Five standard deviations of the mean of 156 draws.
    assert own["mean_nats"] == pytest.approx(entropy, abs=5 * 0.65 / np.sqrt(156))
    real = np.concatenate([TEST[start * 40 : start * 40 + 40][1:] for start in (0, 2, 4, 6)])
    assert kinds.loc["real", "mean_nats"] == pytest.approx(-np.log(probabilities[real]).mean())
    assert sorted(kinds.loc["shuffled", "example"]) == sorted(kinds.loc["real", "example"])
    np.testing.assert_allclose(kinds["perplexity"], np.exp(kinds["mean_nats"]))


def test_a_diverged_model_has_no_losses():
    kinds = compare_kinds(parameters([np.nan, 0, 0]), CONFIG, TEST, seed=1)
    assert kinds["mean_nats"].isna().all()
