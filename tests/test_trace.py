"""The forward pass that all pictures are drawn from, against mathematics and torch's attention."""

import dataclasses
import itertools
import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gptviz.config import SCALES, SOFTMAX_AXES, AttentionConfig, ModelConfig
from gptviz.parameters import initial_parameters, parameter_shapes
from gptviz.trace import attention_weights, gelu, merge_heads, split_heads, trace

SIZES = {"vocab_size": 7, "context_size": 6, "embedding_size": 8, "heads": 2, "blocks": 2}
MODEL = ModelConfig(**SIZES)
ATTENTIONS = [AttentionConfig(*s) for s in itertools.product((True, False), (True, False), SCALES, SOFTMAX_AXES)]
TOKENS = np.random.default_rng(1).integers(0, 7, (3, 6))  # (B, T)


def random_parameters(config, dtype=np.float64, deviation=0.5):
    generator = np.random.default_rng(0)
    return {
        name: generator.normal(0.1, deviation, shape).astype(dtype) for name, shape in parameter_shapes(config).items()
    }


def traced(config, dtype=np.float64, tokens=TOKENS):
    return trace(random_parameters(config, dtype), config, tokens)


def with_attention(settings, **changes):
    return ModelConfig(**(SIZES | {"attention": settings} | changes))


def square(T):
    return hnp.arrays(np.float32, (2, T, T), elements=st.floats(width=32))


@pytest.mark.parametrize("heads", [1, 2, 4, 8])
@pytest.mark.parametrize("settings", [s for s in ATTENTIONS if s.softmax_over == "keys"], ids=str)
def test_attention_is_torchs_scaled_dot_product_attention(settings, heads):
    config = with_attention(settings, heads=heads)
    for block in traced(config).blocks:
        a = block.attention
        queries, keys, values = (torch.tensor(part) for part in (a.queries, a.keys, a.values))
        expected = torch.nn.functional.scaled_dot_product_attention(
            queries, keys, values, is_causal=settings.causal, scale=1 / config.score_divisor
        )
        np.testing.assert_allclose(a.head_outputs, expected.numpy(), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("settings", ATTENTIONS, ids=str)
def test_each_query_or_each_key_shares_out_a_whole(settings):
    axis = -1 if settings.softmax_over == "keys" else -2
    weights = traced(with_attention(settings)).attention_weights
    assert weights.shape == (2, 3, 2, 6, 6)  # (L, B, H, T, T)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=axis), 1, rtol=1e-12)
    # The other axis does not, so the picture tells which one it was.
    assert np.abs(weights.sum(axis=-3 - axis) - 1).max() > 0.01


@pytest.mark.parametrize("T", [1, 2, 5])
@given(data=st.data())
def test_the_future_has_weight_exactly_zero_for_any_scores(T, data):
    scores = data.draw(square(T))  # NaN and infinities too
    with np.errstate(all="ignore"):
        for axis in SOFTMAX_AXES:
            weights = attention_weights(scores, causal=True, softmax_over=axis)
            assert weights.dtype == np.float32
            assert (weights[..., np.triu_indices(T, 1)[0], np.triu_indices(T, 1)[1]] == 0).all()


@given(scores=hnp.arrays(np.float32, (5, 5), elements=st.floats(-(2.0**100), 2.0**100, width=32)))
def test_rows_of_any_finite_scores_sum_to_one(scores):
    for causal in (True, False):
        weights = attention_weights(scores, causal=causal)
        np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-5)


@given(exponent=st.integers(-30, 30), seed=st.integers(0, 2**32 - 1))
def test_no_parameters_however_large_let_attention_see_the_future(exponent, seed):
    generator = np.random.default_rng(seed)
    parameters = {
        name: (generator.normal(size=shape) * 10.0**exponent).astype(np.float32)
        for name, shape in parameter_shapes(MODEL).items()
    }
    with np.errstate(all="ignore"):
        weights = trace(parameters, MODEL, TOKENS).attention_weights
    assert not np.triu(np.where(np.isnan(weights), 1, weights), 1).any()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("flags", list(itertools.product((True, False), repeat=3)), ids=str)
@pytest.mark.parametrize("settings", [None, *ATTENTIONS], ids=str)
def test_the_last_token_changes_earlier_positions_only_without_a_causal_softmax_over_keys(settings, flags, dtype):
    positions, residual, layer_norm = flags
    config = with_attention(settings, positions=positions, residual=residual, layer_norm=layer_norm)
    changed = TOKENS.copy()
    changed[:, -1] = (TOKENS[:, -1] + 1) % 7
    before, after = traced(config, dtype).logits, traced(config, dtype, changed).logits
    hidden = settings is None or (settings.causal and settings.softmax_over == "keys")
    assert np.array_equal(before[:, :-1], after[:, :-1]) == hidden
    assert not np.array_equal(before[:, -1], after[:, -1])


@given(data=st.data(), heads=st.integers(1, 4), head_size=st.integers(1, 4), T=st.integers(1, 4))
def test_merging_undoes_splitting(data, heads, head_size, T):
    x = data.draw(hnp.arrays(np.float32, (2, T, heads * head_size), elements=st.floats(-9, 9, width=32)))
    split = split_heads(x, heads)
    assert split.shape == (2, heads, T, head_size)
    np.testing.assert_array_equal(merge_heads(split), x)
    for head in range(heads):
        np.testing.assert_array_equal(split[:, head], x[:, :, head * head_size : (head + 1) * head_size])


def test_a_head_is_a_slice_of_rows_of_each_projection():
    parameters, config = random_parameters(MODEL), MODEL
    block = traced(config).blocks[1]
    D = config.head_size
    for part, given_part in [
        ("query", block.attention.queries),
        ("key", block.attention.keys),
        ("value", block.attention.values),
    ]:
        weight, bias = parameters[f"blocks.1.attention.{part}.weight"], parameters[f"blocks.1.attention.{part}.bias"]
        for h in range(config.heads):
            rows = slice(h * D, (h + 1) * D)
            expected = block.attention_input @ weight[rows].T + bias[rows]
            np.testing.assert_allclose(given_part[:, h], expected, rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_array_has_the_shape_and_type_it_names(dtype):
    t = traced(dataclasses.replace(MODEL, residual=True, layer_norm=True), dtype, TOKENS[:, :4])
    B, T, E, H, D, V = 3, 4, 8, 2, 4, 7
    shapes = {"queries": (B, H, T, D), "keys": (B, H, T, D), "values": (B, H, T, D), "scores": (B, H, T, T)}
    shapes |= {"weights": (B, H, T, T), "head_outputs": (B, H, T, D), "merged": (B, T, E), "output": (B, T, E)}
    assert t.token_embeddings.shape == t.embeddings.shape == (B, T, E)
    assert t.position_embeddings.shape == (T, E)
    assert t.logits.shape == (B, T, V)
    assert t.logits.dtype == t.embeddings.dtype == dtype
    for block in t.blocks:
        assert block.attention_input.shape == block.after_attention.shape == block.after_feed_forward.shape == (B, T, E)
        for name, shape in shapes.items():
            array = getattr(block.attention, name)
            assert (array.shape, array.dtype) == (shape, dtype)


def test_the_parts_of_a_trace_fit_together():
    t = traced(dataclasses.replace(MODEL, residual=True))
    np.testing.assert_array_equal(t.embeddings, t.token_embeddings + t.position_embeddings)
    x = t.embeddings
    for block in t.blocks:
        np.testing.assert_array_equal(block.attention_input, x)
        np.testing.assert_array_equal(block.after_attention, x + block.attention.output)
        np.testing.assert_array_equal(block.attention.merged, merge_heads(block.attention.head_outputs))
        x = block.after_feed_forward


def test_without_projections_queries_keys_and_values_are_the_input():
    block = traced(with_attention(AttentionConfig(projections=False))).blocks[0]
    for part in (block.attention.queries, block.attention.keys, block.attention.values):
        np.testing.assert_array_equal(merge_heads(part), block.attention_input)


def test_a_model_without_attention_or_positions_has_none_in_its_trace():
    t = traced(with_attention(None, positions=False))
    assert t.position_embeddings is None
    assert all(block.attention is None for block in t.blocks)
    assert t.attention_weights.shape == (0, 3, 0, 6, 6)
    np.testing.assert_array_equal(t.embeddings, t.token_embeddings)


def test_a_replaced_head_passes_on_what_it_was_given_and_the_others_their_own():
    config = dataclasses.replace(MODEL, residual=True, layer_norm=True)
    parameters = random_parameters(config)
    output = np.arange(4.0)  # (D,)
    before, after = trace(parameters, config, TOKENS), trace(parameters, config, TOKENS, {(1, 0): output, (0, 1): 0})
    assert (after.blocks[1].attention.head_outputs[:, 0] == output).all()
    assert (after.blocks[0].attention.head_outputs[:, 1] == 0).all()
    for part in ("weights", "values"):  # nothing before the replaced output changes
        np.testing.assert_array_equal(
            getattr(after.blocks[0].attention, part), getattr(before.blocks[0].attention, part)
        )
    np.testing.assert_array_equal(
        after.blocks[0].attention.head_outputs[:, 0], before.blocks[0].attention.head_outputs[:, 0]
    )


@pytest.mark.parametrize("block", [0, 1])
@pytest.mark.parametrize("head", [0, 1])
def test_a_head_without_output_is_a_head_whose_columns_of_the_output_linear_are_zero(block, head):
    parameters, D = random_parameters(MODEL), MODEL.head_size
    cut = {name: value.copy() for name, value in parameters.items()}
    cut[f"blocks.{block}.attention.output.weight"][:, head * D : (head + 1) * D] = 0
    replaced = trace(parameters, MODEL, TOKENS, {(block, head): 0.0})
    np.testing.assert_allclose(replaced.logits, trace(cut, MODEL, TOKENS).logits, rtol=1e-12)
    assert np.abs(replaced.logits - trace(parameters, MODEL, TOKENS).logits).max() > 0.01


@pytest.mark.parametrize(("config", "place"), [(MODEL, (2, 0)), (MODEL, (0, -1)), (with_attention(None), (0, 0))])
def test_a_head_that_is_not_there_cannot_be_replaced(config, place):
    with pytest.raises(IndexError, match=f"no head {place[1]} in block {place[0]}"):
        trace(random_parameters(config), config, TOKENS, {place: 0})


def test_without_a_mask_and_positions_order_does_not_matter():
    # 老鼠爱大米 and 大米爱老鼠: the same characters give the same outputs, only in another order.
    config = with_attention(AttentionConfig(causal=False), positions=False)
    one, other = np.array([[0, 1, 2, 3, 4]]), np.array([[3, 4, 2, 0, 1]])
    first, second = traced(config, tokens=one).logits[0], traced(config, tokens=other).logits[0]
    np.testing.assert_allclose(first[one[0].argsort()], second[other[0].argsort()], rtol=1e-10)
    told_apart = dataclasses.replace(config, positions=True)
    first, second = traced(told_apart, tokens=one).logits[0], traced(told_apart, tokens=other).logits[0]
    assert np.abs(first[one[0].argsort()] - second[other[0].argsort()]).max() > 0.01


def test_at_the_start_the_model_knows_nothing():
    config = ModelConfig(65)
    tokens = np.random.default_rng(0).integers(0, 65, (4, 32))
    logits = trace(initial_parameters(config, 42), config, tokens).logits
    loss_nats = np.log(np.exp(logits).sum(axis=-1)).mean() - logits.mean()
    assert loss_nats == pytest.approx(math.log(65), abs=0.05)


@given(x=hnp.arrays(np.float64, 20, elements=st.floats(-50, 50)))
def test_gelu_is_torchs_tanh_gelu(x):
    expected = torch.nn.functional.gelu(torch.tensor(x), approximate="tanh").numpy()
    np.testing.assert_allclose(gelu(x), expected, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (np.zeros((1, 7), dtype=int), "7 tokens; valid: 1 to context_size=6"),
        (np.zeros((1, 0), dtype=int), "0 tokens; valid: 1 to context_size=6"),
        (np.zeros(3, dtype=int), r"shape \(3,\)"),
        (np.zeros((1, 3)), "type float64"),
        (np.array([[0, 7]]), "run from 0 to 7; valid: 0 to 6"),
        (np.array([[-1, 3]]), "run from -1 to 3; valid: 0 to 6"),
    ],
)
def test_tokens_that_the_model_cannot_read_are_refused(tokens, message):
    with pytest.raises(ValueError, match=message):
        traced(MODEL, tokens=tokens)
