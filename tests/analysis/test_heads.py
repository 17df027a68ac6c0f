"""The metrics of heads on weights made by hand, where the right value is known."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.analysis.heads import (
    METRICS,
    SHARES,
    entropy_bits,
    first_pairs,
    head_metrics,
    itself_pairs,
    mean_distance,
    previous_pairs,
    row_shares,
    same_character_pairs,
    uniform_metrics,
    weight_on,
)
from gptviz.analysis.probes import bracket_pairs, head_texts
from gptviz.config import AttentionConfig, ModelConfig
from gptviz.corpus import Corpus
from gptviz.parameters import initial_parameters, parameter_shapes

T = 6
TOKENS = np.array([[0, 1, 0, 2, 1, 0]])


def looking_at(keys):
    """Weights (1, 1, 1, T, T) of a head whose query i looks at keys[i] only."""
    return np.eye(len(keys))[np.array(keys)][None, None, None]


PREVIOUS = looking_at([0, 0, 1, 2, 3, 4])
FIRST = looking_at([0] * T)
ITSELF = looking_at(range(T))
UNIFORM = row_shares(np.tri(T))[None, None, None]
SAME = looking_at([0, 1, 0, 3, 1, 2])  # the last place of the same character; itself where there is none


def score(weights, pairs):
    return float(weight_on(weights, pairs)[0, 0])


@pytest.mark.parametrize(
    ("weights", "previous", "first", "itself", "same"),
    [
        (PREVIOUS, 1, 1 / 5, 0, 0),  # query 1's previous character is the first one
        (FIRST, 1 / 5, 1, 0, 2 / 3),  # queries 2, 4 and 5 have an earlier self; for 2 and 5 it is the first
        (ITSELF, 0, 0, 1, 0),
        (SAME, 0, 1 / 5, 2 / 5, 1),
        (UNIFORM, *[np.mean([1 / (i + 1) for i in range(1, T)])] * 3, (1 / 3 + 1 / 5 + 2 / 6) / 3),
    ],
)
def test_a_head_scores_by_where_it_looks(weights, previous, first, itself, same):
    assert score(weights, previous_pairs(TOKENS)) == pytest.approx(previous)
    assert score(weights, first_pairs(TOKENS)) == pytest.approx(first)
    assert score(weights, itself_pairs(TOKENS)) == pytest.approx(itself)
    assert score(weights, same_character_pairs(TOKENS)) == pytest.approx(same)


def test_entropy_counts_the_characters_looked_at():
    assert entropy_bits(PREVIOUS) == pytest.approx(0)
    halves = np.zeros((1, 1, 1, 3, 3))
    halves[..., 0, 0] = 1
    halves[..., 1, :2] = 0.5
    halves[..., 2, :] = [0.25, 0.25, 0.5]
    assert entropy_bits(halves) == pytest.approx((1 + 1.5) / 2)
    assert entropy_bits(UNIFORM) == pytest.approx(np.mean([math.log2(i + 1) for i in range(1, T)]))


def test_distance_is_in_characters_and_has_no_sign():
    assert mean_distance(PREVIOUS) == pytest.approx(1)
    assert mean_distance(ITSELF) == pytest.approx(0)
    assert mean_distance(FIRST) == pytest.approx(np.mean([1, 2, 3, 4, 5]))
    assert mean_distance(looking_at([1, 2, 3, 4, 5, 5])) == pytest.approx(4 / 5)


@given(seed=st.integers(0, 2**32 - 1), T=st.integers(2, 9))
def test_any_causal_head_stays_in_range_and_below_the_uniform_one(seed, T):
    generator = np.random.default_rng(seed)
    weights = row_shares(np.tril(generator.gamma(0.3, size=(2, 3, 2, T, T)) + 1e-9))
    tokens = generator.integers(0, 3, (3, T))
    uniform = entropy_bits(row_shares(np.tri(T))[None, None, None])[0, 0]
    assert (entropy_bits(weights) <= uniform + 1e-9).all()
    assert (mean_distance(weights) <= T - 1).all()
    for pairs in (previous_pairs(tokens), first_pairs(tokens), itself_pairs(tokens), same_character_pairs(tokens)):
        shares = weight_on(weights, pairs)
        assert shares.shape == (2, 2)
        if pairs.any():
            assert ((shares >= 0) & (shares <= 1 + 1e-9)).all()


def test_without_a_marked_key_there_is_no_score():
    assert np.isnan(weight_on(PREVIOUS, same_character_pairs(np.array([[0, 1, 2, 3, 4, 5]])))).all()
    assert np.isnan(weight_on(np.ones((1, 1, 1, 1, 1)), first_pairs(np.array([[0]])))).all()
    assert np.isnan(entropy_bits(np.ones((1, 1, 1, 1, 1)))).all()


def test_every_block_and_head_gets_its_own_number():
    weights = np.concatenate([np.concatenate([PREVIOUS, FIRST], axis=2), np.concatenate([ITSELF, UNIFORM], axis=2)])
    assert weights.shape == (2, 1, 2, T, T)
    scores = weight_on(weights, previous_pairs(TOKENS))
    expected = [[1, 1 / 5], [0, np.mean([1 / (i + 1) for i in range(1, T)])]]
    np.testing.assert_allclose(scores, expected)


def test_a_bracket_head_looks_at_the_opener_that_is_still_open():
    text = "([{}])()"
    tokens = np.array([[("()[]{}".index(character)) for character in text]])
    pairs = bracket_pairs(tokens, ((0, 1), (2, 3), (4, 5)))
    # } at 3 leaves [ at 1 open, ] at 4 leaves ( at 0; ) at 5 and 7 leave nothing.
    assert list(zip(*np.nonzero(pairs[0]), strict=True)) == [(3, 1), (4, 0)]
    head = looking_at([0, 0, 0, 1, 0, 0, 0, 0])
    assert score(head, pairs) == 1
    assert score(looking_at(range(8)), pairs) == 0


@pytest.mark.parametrize("text", ["(]()", ")(", "((", "", "}}}"])
def test_brackets_that_do_not_fit_mark_nothing(text):
    tokens = np.array([[("()[]{}".index(character)) for character in text]], dtype=int)
    assert not bracket_pairs(tokens, ((0, 1), (2, 3), (4, 5))).any()


def previous_head_parameters(config, sharpness=40.0):
    """A model whose only head looks at the previous character: queries are positions, keys positions moved by one.

    Embedding numbers 0 to T-1 say where a character stands; the tokens' own vectors are zero.
    """
    parameters = {name: np.zeros(shape) for name, shape in parameter_shapes(config).items()}
    parameters["position_embedding.weight"] = np.eye(config.context_size, config.embedding_size)
    parameters["blocks.0.attention.query.weight"] = sharpness * np.eye(config.embedding_size, k=1)
    parameters["blocks.0.attention.key.weight"] = np.eye(config.embedding_size)
    return parameters


def test_a_model_built_to_look_at_the_previous_character_is_found_to():
    corpus = Corpus.from_text("own", "own", "abcab(ca)bcc" * 40)
    config = ModelConfig(len(corpus.vocabulary), context_size=8, embedding_size=8, heads=1, blocks=1)
    texts = head_texts(corpus, 8)
    metrics = head_metrics(previous_head_parameters(config), config, texts).loc[(0, 0)]
    assert metrics["previous"] == pytest.approx(1, abs=1e-4)
    assert metrics["mean_distance"] == pytest.approx(1, abs=1e-4)
    assert metrics["entropy_bits"] == pytest.approx(0, abs=1e-3)
    assert metrics["itself"] == pytest.approx(0, abs=1e-4)
    assert metrics["first"] == pytest.approx(1 / 7, abs=1e-4)


def test_without_any_preference_a_model_is_the_uniform_baseline():
    corpus = Corpus.from_text("brackets", "generated", "([]{()})\n([])\n" * 60)
    for causal in (True, False):
        config = ModelConfig(len(corpus.vocabulary), 12, 8, heads=2, blocks=2, attention=AttentionConfig(causal=causal))
        parameters = {name: np.zeros(shape) for name, shape in parameter_shapes(config).items()}
        texts = head_texts(corpus, 12)
        metrics, uniform = head_metrics(parameters, config, texts), uniform_metrics(config, texts)
        assert list(metrics.columns) == list(uniform.index) == list(METRICS)
        assert not metrics.isna().any().any()
        for _, row in metrics.iterrows():
            np.testing.assert_allclose(row, uniform[row.index], rtol=1e-9)
    assert uniform["entropy_bits"] == pytest.approx(math.log2(12))  # the last one saw the future too


def test_under_softmax_over_queries_shares_are_of_what_a_query_takes():
    corpus = Corpus.from_text("own", "own", "abcabcca" * 40)
    config = ModelConfig(3, 8, 8, heads=2, blocks=1, attention=AttentionConfig(softmax_over="queries"))
    metrics = head_metrics(initial_parameters(config, 1), config, head_texts(corpus, 8))
    shares = metrics[list(SHARES)].drop(columns="bracket")
    assert ((shares >= 0) & (shares <= 1)).all().all()
    assert metrics["bracket"].isna().all()
    assert metrics.index.names == ["block", "head"]
    assert list(metrics.index) == [(0, 0), (0, 1)]
