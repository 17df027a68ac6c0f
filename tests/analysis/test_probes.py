"""The texts on which heads are measured."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.analysis.heads import row_shares, weight_on
from gptviz.analysis.probes import bracket_tokens, head_texts, held_out_windows, repeated_strings
from gptviz.corpus import Vocabulary, load_corpus


def test_repeated_strings_are_lines_of_the_repeat_language():
    vocabulary = load_corpus("repeat").vocabulary
    tokens, pairs = repeated_strings(vocabulary, 32)
    for row, marked in zip(tokens, pairs, strict=True):
        first, second = vocabulary.decode(row).split(" ")
        assert first == second
        assert sorted(first) == list("abcdefgh")
        # Every marked query of the second copy is asked to look one place after its own first occurrence.
        for query, key in zip(*np.nonzero(marked), strict=True):
            assert row[key - 1] == row[query]
            assert row[key] == row[query + 1]
            assert key < 8 < query
        assert marked.sum() == 7


@given(
    characters=st.lists(st.sampled_from("abcdefghij \n)("), min_size=2, unique=True),
    context_size=st.integers(2, 40),
)
def test_repeated_strings_fit_any_vocabulary_and_context(characters, context_size):
    tokens, pairs = repeated_strings(Vocabulary(tuple(characters)), context_size)
    rows, length = tokens.shape
    assert 1 <= length <= context_size
    assert pairs.shape == (rows, length, length)
    assert tokens.max() < len(characters)
    for row, query, key in zip(*np.nonzero(pairs), strict=True):
        assert key <= query
        assert tokens[row, key - 1] == tokens[row, query]


def test_a_head_that_completes_the_pattern_scores_one_and_a_uniform_one_little():
    tokens, pairs = repeated_strings(load_corpus("repeat").vocabulary, 32)
    S = tokens.shape[1]
    perfect = np.eye(S)[np.maximum(np.arange(S) - 8, 0)]  # 9 places back is the same letter, 8 the one after it
    weights = np.broadcast_to(perfect, (1, len(tokens), 1, S, S))
    assert weight_on(weights, pairs)[0, 0] == 1
    uniform = np.broadcast_to(row_shares(np.tri(S)), weights.shape)
    assert weight_on(uniform, pairs)[0, 0] == pytest.approx(np.mean([1 / (i + 1) for i in range(9, 16)]))


@given(length=st.integers(9, 300), most=st.integers(1, 12))
def test_windows_do_not_overlap_and_are_followed_by_their_targets(length, most):
    tokens = np.arange(length)
    inputs, targets = held_out_windows(tokens, 8, most)
    assert 1 <= len(inputs) <= most
    np.testing.assert_array_equal(targets, inputs + 1)
    assert len(np.unique(inputs)) == inputs.size


def test_texts_are_the_same_every_time():
    corpus = load_corpus("brackets")
    one, other = head_texts(corpus, 16), head_texts(corpus, 16)
    for name in ("windows", "repeated", "repeated_pairs"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert one.windows.shape == (8, 16)
    assert len(one.brackets) == 3


def test_only_brackets_with_both_sides_count():
    assert bracket_tokens(Vocabulary(("(", ")", "[", "《", "》"))) == ((0, 1), (3, 4))
    assert bracket_tokens(Vocabulary(("a", "("))) == ()
