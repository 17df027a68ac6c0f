"""Every array of the walk equals an independent computation, for every kind of attention."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from gptviz.analysis.attention_steps import (
    STEPS,
    Linear,
    attention_steps,
    axis_sizes,
    cut_otherwise,
    linear_layers,
    pair_products,
    step_shapes,
)
from gptviz.analysis.scale_effect import scale_effect
from gptviz.config import AttentionConfig, ModelConfig
from gptviz.parameters import initial_parameters
from gptviz.trace import trace

KINDS = [
    AttentionConfig(projections, causal, scale, over)
    for projections, causal, scale, over in product(
        (True, False), (True, False), ("head_size", "embedding_size", "none"), ("keys", "queries")
    )
]


def model(attention=None, **switches):
    sizes = {"context_size": 9, "embedding_size": 12, "heads": 3, "blocks": 2, "layer_norm": True, **switches}
    return ModelConfig(11, attention=attention or AttentionConfig(), **sizes)


def traced(config, T=7, seed=3):
    """A trace with biases and norms that are not at their first values, so that a forgotten one shows."""
    random = np.random.default_rng(seed)
    parameters = {
        name: (array + random.normal(0, 0.3, array.shape)).astype(np.float64)
        for name, array in initial_parameters(config, 1).items()
    }
    tokens = random.integers(0, config.vocab_size, (1, T))
    return parameters, trace(parameters, config, tokens)


def steps_of(config, block, T=7):
    parameters, whole = traced(config, T)
    one = whole.blocks[block]
    return parameters, one, attention_steps(one.attention_input, one.attention, config.attention)


@pytest.mark.parametrize("settings", KINDS, ids=str)
def test_every_array_equals_plain_loops_over_positions(settings):
    config = model(settings)
    block, (H, D, E) = 1, (config.heads, config.head_size, config.embedding_size)
    parameters, traced_block, steps = steps_of(config, block)
    x = traced_block.attention_input[0]
    T = len(x)
    name = f"blocks.{block}.attention"

    def linear(part, row):
        return [
            sum(row[i] * parameters[f"{name}.{part}.weight"][o, i] for i in range(E))
            + parameters[f"{name}.{part}.bias"][o]
            for o in range(E)
        ]

    parts = {
        part: np.array([linear(part, row) if settings.projections else row for row in x])
        for part in ("query", "key", "value")
    }
    divisor = {"head_size": D, "embedding_size": E, "none": 1}[settings.scale] ** 0.5
    raw, scaled, masked, weights = (np.zeros((H, T, T)) for _ in range(4))
    merged = np.zeros((T, E))
    for h, i, j in product(range(H), range(T), range(T)):
        raw[h, i, j] = sum(parts["query"][i, h * D + d] * parts["key"][j, h * D + d] for d in range(D))
        scaled[h, i, j] = raw[h, i, j] / divisor
        masked[h, i, j] = -np.inf if settings.causal and j > i else scaled[h, i, j]
    for h, i, j in product(range(H), range(T), range(T)):
        row = masked[h, i, :] if settings.softmax_over == "keys" else masked[h, :, j]
        weights[h, i, j] = np.exp(masked[h, i, j]) / sum(np.exp(one) for one in row)
    for h, i, d in product(range(H), range(T), range(D)):
        merged[i, h * D + d] = sum(weights[h, i, j] * parts["value"][j, h * D + d] for j in range(T))

    np.testing.assert_allclose(steps.x[0], x)
    np.testing.assert_allclose(steps.queries[0], parts["query"])
    np.testing.assert_allclose(steps.keys[0], parts["key"])
    np.testing.assert_allclose(steps.values[0], parts["value"])
    np.testing.assert_allclose(steps.raw_scores[0], raw)
    np.testing.assert_allclose(steps.scores[0], scaled)
    np.testing.assert_allclose(steps.masked[0], masked)
    np.testing.assert_allclose(steps.weights[0], weights, atol=1e-12)
    np.testing.assert_allclose(steps.merged[0], merged)
    np.testing.assert_allclose(steps.output[0], [linear("output", row) for row in merged])


@pytest.mark.parametrize("settings", KINDS, ids=str)
def test_another_cut_of_the_same_numbers_is_what_the_model_computes_with_other_heads(settings):
    # In block 0 the input does not depend on HEADS, so the trace of the model with other heads must agree.
    config = model(settings)
    parameters, whole = traced(config)
    for heads in (1, 2, 3, 4, 6, 12):
        other = replace(config, heads=heads)
        cut = cut_otherwise(whole.blocks[0], other, linear_layers(parameters, config, 0)["output"])
        expected = trace(parameters, other, whole.tokens).blocks[0].attention
        for name in ("queries", "keys", "values", "scores", "weights", "head_outputs", "merged", "output"):
            np.testing.assert_allclose(getattr(cut, name), getattr(expected, name), atol=1e-12, err_msg=name)


def test_another_cut_of_a_later_block_keeps_its_queries_keys_and_values():
    config = model()
    parameters, whole = traced(config)
    block = whole.blocks[1]
    cut = cut_otherwise(block, replace(config, heads=6), linear_layers(parameters, config, 1)["output"])
    before = attention_steps(block.attention_input, block.attention, config.attention)
    after = attention_steps(block.attention_input, cut, config.attention)
    for name in ("queries", "keys", "values"):
        np.testing.assert_array_equal(getattr(before, name), getattr(after, name))
    assert before.raw_scores.shape == (1, 3, 7, 7)
    assert after.raw_scores.shape == (1, 6, 7, 7)
    # The scores of narrower heads add up to those of the wider one that they were cut from.
    pairs = after.raw_scores.reshape(1, 3, 2, 7, 7).sum(axis=2)
    np.testing.assert_allclose(pairs, before.raw_scores)


def test_a_model_without_attention_has_nothing_to_cut():
    config = ModelConfig(5, context_size=4, embedding_size=4, heads=1, blocks=1, attention=None)
    _, whole = traced(config, T=3)
    with pytest.raises(ValueError, match="no attention"):
        cut_otherwise(whole.blocks[0], config, Linear(np.eye(4), np.zeros(4)))
    with pytest.raises(ValueError, match="no scores"):
        scale_effect(np.zeros((1, 1, 2, 2)), config)


@pytest.mark.parametrize("T", [1, 7])
def test_shapes_named_for_a_step_are_those_of_its_arrays(T):
    config = model()
    _, one, steps = steps_of(config, 0, T)
    attention = one.attention
    sizes = axis_sizes(config, 1, T)
    arrays = {
        "input": [steps.x],
        "project": [steps.queries, steps.keys, steps.values],
        "split": [steps.queries.reshape(1, T, 3, 4)] * 3,
        "transpose": [attention.queries, attention.keys, attention.values],
        "scores": [steps.raw_scores],
        "scale": [steps.scores],
        "mask": [steps.masked],
        "softmax": [steps.weights],
        "mix": [attention.head_outputs],
        "transpose-back": [attention.head_outputs.transpose(0, 2, 1, 3)],
        "merge": [steps.merged],
        "output": [steps.output],
    }
    assert tuple(arrays) == STEPS
    for step, made in arrays.items():
        shapes = [tuple(sizes[axis] for axis in axes) for _, axes in step_shapes(step)[1]]
        assert shapes == [array.shape for array in made], step


def test_what_a_step_reads_is_what_the_step_before_made():
    made = {}
    for step in STEPS:
        before, after = step_shapes(step)
        for name, axes in before:
            if name == "Kᵀ":
                assert sorted(axes) == sorted(made["K"])
            else:
                assert made[name] == axes, step
        made |= dict(after)


def test_the_products_of_a_pair_sum_to_its_raw_score():
    config = model()
    _, one, steps = steps_of(config, 1)
    for head, query, key in product(range(3), range(7), range(7)):
        products = pair_products(one.attention, head, query, key)
        assert products.shape == (4,)
        np.testing.assert_allclose(products.sum(), steps.raw_scores[0, head, query, key])


def test_the_scale_brings_scores_of_independent_numbers_back_to_a_deviation_of_one():
    random = np.random.default_rng(0)
    for D in (4, 16, 64):
        config = ModelConfig(5, context_size=64, embedding_size=2 * D, heads=2)
        q, k = random.normal(size=(2, 8, 2, 64, D))
        none, scaled = scale_effect(q @ k.swapaxes(-1, -2), config)
        assert (none.name, none.divisor) == ("none", 1)
        assert (scaled.name, scaled.divisor) == ("head_size", D**0.5)
        assert none.deviation == pytest.approx(D**0.5, rel=0.06)
        assert scaled.deviation == pytest.approx(1, rel=0.06)
        assert none.largest > scaled.largest
        assert len(scaled.weights) == len(scaled.scores) == 8 * 2 * 64 * 65 / 2
        np.testing.assert_allclose(scaled.weights.sum(), 8 * 2 * 64)


def test_the_scale_that_the_model_uses_is_shown_too_and_gives_its_own_weights():
    config = model(AttentionConfig(causal=False, scale="embedding_size", softmax_over="queries"))
    _, one, steps = steps_of(config, 0)
    effects = scale_effect(steps.raw_scores, config)
    assert [effect.name for effect in effects] == ["none", "head_size", "embedding_size"]
    np.testing.assert_array_equal(effects[-1].scores, steps.scores.ravel())
    np.testing.assert_array_equal(effects[-1].weights, one.attention.weights.ravel())
    assert [effect.name for effect in scale_effect(steps.raw_scores, model())] == ["none", "head_size"]


def test_one_character_has_one_score_and_no_choice():
    config = model()
    _, _, steps = steps_of(config, 0, T=1)
    for effect in scale_effect(steps.raw_scores, config):
        assert len(effect.scores) == 3
        assert effect.weights.tolist() == [1, 1, 1]
        assert np.isnan(effect.largest)
