from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.analysis.word_order import (
    OrderVariant,
    compare_orders,
    match_characters,
    order_variants,
    probabilities,
    relative_distance,
    total_variation,
)
from gptviz.config import AttentionConfig, ModelConfig
from gptviz.parameters import initial_parameters

# 老鼠爱大米 and 大米爱老鼠
MOUSE = np.array([0, 1, 2, 3, 4])
RICE = np.array([3, 4, 2, 0, 1])
CONFIG = ModelConfig(vocab_size=6, context_size=8, embedding_size=16, heads=2, blocks=2)


def parameters_with_strong_positions(config, seed=0):
    parameters = initial_parameters(config, seed)
    generator = np.random.default_rng(seed)
    for name in ("token_embedding.weight", "position_embedding.weight"):
        if name in parameters:
            parameters[name] = generator.normal(size=parameters[name].shape).astype(np.float32)
    return parameters


def changes(config, variant, column, first=MOUSE, second=RICE):
    frame = compare_orders(parameters_with_strong_positions(config), config, first, second)
    rows = frame[(frame["positions"] == variant.positions) & (frame["causal"] == variant.causal)]
    return rows.sort_values("position_first")[column].to_numpy()


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12), st.randoms())
def test_each_character_is_paired_with_the_same_character(first, random):
    second = first.copy()
    random.shuffle(second)
    match = match_characters(np.array(first), np.array(second))
    assert sorted(match.tolist()) == list(range(len(first)))
    assert np.array(second)[match].tolist() == first
    for token in set(first):  # repeats are paired in their order
        paired = match[np.array(first) == token]
        assert paired.tolist() == sorted(paired.tolist())


@pytest.mark.parametrize("second", [[0, 1, 2, 3, 3], [0, 1, 2, 3], [0, 1, 2, 3, 5]])
def test_another_set_of_characters_is_refused(second):
    with pytest.raises(ValueError, match="reordering"):
        match_characters(MOUSE, np.array(second))


def test_without_positions_a_character_has_one_vector_wherever_it_stands():
    without = changes(CONFIG, OrderVariant(positions=False, causal=True), "embedding_change")
    assert (without == 0).all()


def test_with_positions_its_vector_changes_with_its_place():
    with_positions = changes(CONFIG, OrderVariant(positions=True, causal=True), "embedding_change")
    assert with_positions[2] == 0  # 爱 stands in the middle of both
    assert (np.delete(with_positions, 2) > 0.1).all()


@pytest.mark.parametrize("residual", [False, True])
@pytest.mark.parametrize("softmax_over", ["keys", "queries"])
def test_without_positions_and_mask_attention_sees_a_bag_of_characters(residual, softmax_over):
    config = replace(CONFIG, residual=residual, attention=AttentionConfig(softmax_over=softmax_over))
    bag = changes(config, OrderVariant(positions=False, causal=False), "prediction_change")
    np.testing.assert_allclose(bag, 0, atol=1e-12)


def test_the_causal_mask_alone_lets_order_in():
    masked = changes(CONFIG, OrderVariant(positions=False, causal=True), "prediction_change")
    assert (masked > 1e-4).all()


def test_the_first_character_of_both_sentences_sees_only_itself():
    """With the mask and no positions, a character that opens both sentences is predicted from alike."""
    masked = changes(
        CONFIG,
        OrderVariant(positions=False, causal=True),
        "prediction_change",
        first=np.array([0, 1, 2]),
        second=np.array([0, 2, 1]),
    )
    assert masked[0] == 0
    assert (masked[1:] > 0).all()


def test_positions_make_order_seen_without_a_mask():
    seen = changes(CONFIG, OrderVariant(positions=True, causal=False), "prediction_change")
    assert (seen > 1e-9).all()  # the bag of characters is below 1e-12


def test_variants_are_those_the_model_can_be_switched_to():
    on, off = OrderVariant(True, True), OrderVariant(False, True)
    on_unmasked, off_unmasked = OrderVariant(True, False), OrderVariant(False, False)
    assert order_variants(CONFIG) == [on, off, on_unmasked, off_unmasked]
    assert order_variants(replace(CONFIG, positions=False)) == [off, off_unmasked]
    assert order_variants(replace(CONFIG, attention=AttentionConfig(causal=False))) == [on_unmasked, off_unmasked]
    assert order_variants(replace(CONFIG, attention=None)) == [on_unmasked, off_unmasked]


def test_without_attention_predictions_change_only_by_position():
    config = replace(CONFIG, attention=None)
    assert (changes(config, OrderVariant(False, False), "prediction_change") == 0).all()
    assert changes(config, OrderVariant(True, False), "prediction_change")[0] > 0


def test_the_parameters_given_are_not_changed():
    parameters = parameters_with_strong_positions(CONFIG)
    before = {name: value.copy() for name, value in parameters.items()}
    compare_orders(parameters, CONFIG, MOUSE, RICE)
    for name, value in parameters.items():
        np.testing.assert_array_equal(value, before[name])


def test_distances_by_hand():
    a, b = np.array([[3.0, 0.0], [0.0, 0.0], [1.0, 0.0]]), np.array([[0.0, 4.0], [0.0, 0.0], [-1.0, 0.0]])
    np.testing.assert_allclose(relative_distance(a, b), [5 / 3.5, 0, 2])
    p, q = np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]]), np.array([[0.5, 0.25, 0.25], [0.0, 0.0, 1.0]])
    np.testing.assert_allclose(total_variation(p, q), [0.25, 1])


def test_probabilities_of_huge_logits():
    np.testing.assert_allclose(probabilities(np.array([1000.0, 1000.0, -1000.0])), [0.5, 0.5, 0])
