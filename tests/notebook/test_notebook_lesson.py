"""What a worker sends back to the page: each number against another way to get it."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
import torch

from gptviz.corpus.bpe import GPT2_VOCABULARY
from gptviz.notebook.lesson import PLACES, VOCABULARY, WAYS, Speeds, compare_ways, measure_speeds
from tests.conftest import ROOT

SIZES = pytest.mark.parametrize(("B", "T", "H", "E"), [(8, 4, 2, 256), (3, 9, 8, 64), (1, 2, 32, 64)])


def batch(B, T):
    return np.random.default_rng(5).integers(0, VOCABULARY, (B, T))


def softmax(scores, axis):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def test_the_notebook_s_sizes():
    got = compare_ways(batch(8, 4), 2, 256)
    assert got.tokens.shape == got.sums.shape == got.output.shape == (8, 4, 256)
    assert got.positions.shape == (4, 256)
    assert got.parameters_a == got.parameters_b == 3 * 256 * 256 + 256 * 256 + 256 == 262_400
    assert got.over_keys.weights.shape == got.over_queries.weights.shape == (2, 8, 4, 4)
    assert VOCABULARY == GPT2_VOCABULARY
    assert PLACES == 1024


@SIZES
def test_sums_weights_and_difference(B, T, H, E):
    got = compare_ways(batch(B, T), H, E)
    np.testing.assert_array_equal(got.sums, got.tokens + got.positions)
    for weights, own_axis, other_axis in ((got.over_keys.weights, -1, -2), (got.over_queries.weights, -2, -1)):
        np.testing.assert_allclose(weights.sum(axis=own_axis), 1, atol=1e-5)
        assert np.abs(weights.sum(axis=other_axis) - 1).max() > 0.05
        assert (np.triu(weights, 1) == 0).all()
    assert got.over_keys.difference < 1e-5
    assert got.over_queries.difference > 0.01


@SIZES
def test_the_leak_is_exactly_zero_over_keys_and_not_over_queries(B, T, H, E):
    got = compare_ways(batch(B, T), H, E)
    assert (got.over_keys.leak[:-1] == 0).all()
    assert (got.over_queries.leak[:-1] > 0).all()
    assert got.over_keys.leak[-1] > 0


def test_the_leak_and_the_difference_computed_again_from_the_weights_alone():
    """Rebuilds the same modules from the seed; all that follows is NumPy in float64."""
    from gptviz.notebook.attention import WayA
    from gptviz.notebook.compare import SEED
    from gptviz.notebook.embeddings import TokenPlusPosition

    inputs, H, E = batch(4, 5), 4, 64
    torch.manual_seed(SEED)
    embeddings = TokenPlusPosition(VOCABULARY, PLACES, E)
    a = WayA(E, H, 5)
    table = embeddings.token.weight.detach().numpy().astype(np.float64)
    places = embeddings.position.weight.detach().numpy()[:5].astype(np.float64)
    small = [[getattr(head, name).weight.detach().numpy().T for name in ("query", "key", "value")] for head in a.heads]
    output, bias = a.output.weight.detach().numpy().T, a.output.bias.detach().numpy()

    def attend(tokens, axis):
        x = table[tokens] + places
        heads = []
        for query, key, value in small:
            scores = x @ query @ np.swapaxes(x @ key, 1, 2) / np.sqrt(E // H)
            scores[:, ~np.tri(5, dtype=bool)] = -np.inf
            heads.append(softmax(scores, axis) @ x @ value)
        return np.concatenate(heads, axis=-1) @ output + bias

    changed = inputs.copy()
    changed[:, -1] = (changed[:, -1] + 1) % VOCABULARY
    got = compare_ways(inputs, H, E)
    right, wrong = attend(inputs, 2), attend(inputs, 1)
    np.testing.assert_allclose(got.output, right, atol=1e-5)
    np.testing.assert_allclose(got.over_queries.difference, np.abs(wrong - right).max(), rtol=1e-4)
    leak = np.abs(attend(changed, 1) - wrong).max(axis=(0, 2))
    np.testing.assert_allclose(got.over_queries.leak, leak, rtol=1e-3, atol=1e-5)


def test_it_depends_on_its_arguments_only_and_leaves_the_generator_of_torch_alone():
    torch.manual_seed(9)
    expected = torch.rand(3)
    torch.manual_seed(9)
    first = compare_ways(batch(2, 3), 2, 64)
    assert torch.equal(torch.rand(3), expected)
    second = compare_ways(batch(2, 3), 2, 64)
    np.testing.assert_array_equal(first.output, second.output)
    np.testing.assert_array_equal(first.over_queries.leak, second.over_queries.leak)


def test_the_last_token_of_the_vocabulary_can_be_changed_too():
    inputs = np.full((1, 3), VOCABULARY - 1)
    assert compare_ways(inputs, 1, 64).over_keys.leak[-1] > 0


def test_what_comes_back_is_numpy_and_can_cross_processes():
    got = compare_ways(batch(2, 3), 2, 64)
    back = pickle.loads(pickle.dumps(got))
    assert type(back.output) is type(back.over_keys.weights) is np.ndarray
    assert type(back.over_keys.difference) is float


def test_speeds_are_measured_for_every_way_and_head_count():
    speeds = measure_speeds(2, 4, 64, (1, 4), budget_s=0.0)
    assert speeds.heads == (1, 4)
    assert speeds.rounds == 5
    assert set(speeds.seconds) == set(WAYS)
    assert all(len(seconds) == 2 and min(seconds) > 0 for seconds in speeds.seconds.values())


def test_ratios_are_multiples_of_way_b_with_the_first_head_count():
    speeds = Speeds((1, 2), {"a": (3.0, 6.0), "b": (2.0, 1.0), "fused": (1.0, 0.5)}, rounds=5)
    assert speeds.ratios("a") == [1.5, 3.0]
    assert speeds.ratios("b") == [1.0, 0.5]
    assert speeds.ratios("fused") == [0.5, 0.25]


def test_the_page_s_side_of_the_lesson_imports_no_torch():
    code = "import sys, gptviz.notebook.lesson, gptviz.notebook.windows; print('torch' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert ran.stdout == "False\n"
