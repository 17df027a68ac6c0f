"""Layers of the NumPy engine: values and gradients against torch and finite differences."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from gptviz.scratch.gradient_check import gradient_check
from gptviz.scratch.layers import (
    attention,
    causal_mask,
    cross_entropy,
    dropout,
    embedding,
    gelu,
    layer_norm,
    linear,
    softmax,
)
from gptviz.scratch.tensor import ShapeError, Tensor

RNG = np.random.default_rng(1)


def assert_like_torch(ours, theirs, *arrays):
    tensors = [Tensor(array.copy(), requires_grad=True) for array in arrays]
    references = [torch.tensor(array, requires_grad=True) for array in arrays]
    result, expected = ours(*tensors), theirs(*references)
    np.testing.assert_allclose(result.data, expected.detach().numpy(), rtol=1e-10, atol=1e-12)
    weights = RNG.standard_normal(result.shape)
    (result * weights).sum().backward()
    (expected * torch.tensor(weights)).sum().backward()
    for tensor, reference in zip(tensors, references, strict=True):
        np.testing.assert_allclose(tensor.grad, reference.grad.numpy(), rtol=1e-9, atol=1e-11)
    assert gradient_check(ours, *arrays) < 1e-6


@pytest.mark.parametrize("leading", [(), (1,), (7,), (2, 3), (2, 1, 3)])
def test_linear(leading):
    x, weight, bias = (RNG.standard_normal(shape) for shape in ((*leading, 5), (3, 5), (3,)))
    assert_like_torch(linear, F.linear, x, weight, bias)


def test_linear_of_a_view_that_is_not_contiguous():
    x, weight, bias = RNG.standard_normal((2, 5, 4)).swapaxes(1, 2), RNG.standard_normal((3, 5)), np.zeros(3)
    assert_like_torch(linear, F.linear, x, weight, bias)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=12), st.integers(1, 3))
def test_embedding(tokens, size):
    tokens = np.array(tokens)
    assert_like_torch(
        lambda weight: embedding(weight, tokens=tokens),
        lambda weight: F.embedding(torch.tensor(tokens), weight),
        RNG.standard_normal((5, size)),
    )


def test_embedding_of_a_batch():
    tokens = RNG.integers(0, 6, (3, 4))
    assert_like_torch(
        lambda weight: embedding(weight, tokens=tokens),
        lambda weight: F.embedding(torch.tensor(tokens), weight),
        RNG.standard_normal((6, 5)),
    )


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 5)])
def test_layer_norm(shape):
    x, weight, bias = RNG.standard_normal(shape), RNG.standard_normal(shape[-1]), RNG.standard_normal(shape[-1])
    assert_like_torch(layer_norm, lambda x, w, b: F.layer_norm(x, x.shape[-1:], w, b, 1e-5), x, weight, bias)


def test_layer_norm_of_equal_numbers_is_its_bias():
    y = layer_norm(Tensor(np.full((2, 3), 7.0)), np.ones(3), np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(y.data, [[1, 2, 3], [1, 2, 3]])


def test_gelu():
    x = np.concatenate([RNG.standard_normal(20) * 3, [0.0, -30.0, 30.0]])
    assert_like_torch(gelu, lambda x: F.gelu(x, approximate="tanh"), x)


@pytest.mark.parametrize("axis", [-1, -2, 0])
@pytest.mark.parametrize("divisor", [1.0, math.sqrt(8)])
def test_softmax(axis, divisor):
    assert_like_torch(
        lambda s: softmax(s, axis=axis, divisor=divisor),
        lambda s: (s / divisor).softmax(axis),
        RNG.standard_normal((2, 3, 4)),
    )


@pytest.mark.parametrize("axis", [-1, -2])
def test_softmax_with_the_causal_mask(axis):
    mask = causal_mask(5, np.float64)
    assert_like_torch(
        lambda s: softmax(s, axis=axis, divisor=2.0, mask=mask),
        lambda s: (s / 2.0 + torch.tensor(mask)).softmax(axis),
        RNG.standard_normal((2, 3, 5, 5)),
    )
    weights = softmax(Tensor(RNG.standard_normal((5, 5)) * 50), axis=axis, mask=mask).data
    assert (weights[np.triu_indices(5, 1)] == 0).all()  # the future is exactly 0
    np.testing.assert_allclose(weights.sum(axis), 1)


def test_softmax_does_not_overflow_and_leaves_its_input_alone():
    scores = np.array([[1e4, -1e4, 1e4]])
    np.testing.assert_array_equal(softmax(Tensor(scores)).data, [[0.5, 0.0, 0.5]])
    np.testing.assert_array_equal(scores, [[1e4, -1e4, 1e4]])


@pytest.mark.parametrize("heads", [1, 2, 6])
@pytest.mark.parametrize("axis", [-1, -2])
@pytest.mark.parametrize("causal", [True, False])
def test_attention(heads, axis, causal):
    mask = causal_mask(4, np.float64) if causal else None

    def reference(q, k, v):
        q, k, v = (part.unflatten(-1, (heads, -1)).transpose(1, 2) for part in (q, k, v))
        scores = q @ k.mT / 1.7 + (torch.tensor(mask) if causal else 0)
        return (scores.softmax(axis) @ v).transpose(1, 2).flatten(-2)

    assert_like_torch(
        lambda q, k, v: attention(q, k, v, heads=heads, divisor=1.7, axis=axis, mask=mask),
        reference,
        *RNG.standard_normal((3, 2, 4, 6)),
    )


def test_attention_is_the_composition_of_its_operations():
    arrays = RNG.standard_normal((3, 2, 5, 6))
    fused, composed = ([Tensor(array, requires_grad=True) for array in arrays] for _ in range(2))
    mask, weights = causal_mask(5, np.float64), RNG.standard_normal((2, 5, 6))
    result = attention(*fused, heads=3, divisor=2.0, mask=mask)
    q, k, v = (part.reshape(2, 5, 3, 2).transpose(0, 2, 1, 3) for part in composed)
    expected = softmax(q @ k.transpose(0, 1, 3, 2), divisor=2.0, mask=mask) @ v
    expected = expected.transpose(0, 2, 1, 3).reshape(2, 5, 6)
    np.testing.assert_allclose(result.data, expected.data, rtol=1e-12)
    for each in (result, expected):
        (each * weights).sum().backward()
    for one, other in zip(fused, composed, strict=True):
        np.testing.assert_allclose(one.grad, other.grad, rtol=1e-10, atol=1e-13)


def test_attention_of_one_tensor_with_itself_sums_three_gradients():
    x = RNG.standard_normal((1, 3, 4))
    assert gradient_check(lambda x: attention(x, x, x, heads=2, divisor=1.0), x) < 1e-6


def test_causal_mask_hides_what_comes_later():
    np.testing.assert_array_equal(causal_mask(3, np.float32), np.triu(np.full((3, 3), -np.inf), 1))
    assert causal_mask(2, np.float32).dtype == np.float32


def test_dropout_multiplies_with_the_mask_both_ways():
    mask = np.array([[0.0, 2.0, 2.0]])
    x = Tensor(np.array([[1.0, 2.0, 3.0]]), requires_grad=True)
    y = dropout(x, mask=mask)
    np.testing.assert_array_equal(y.data, [[0, 4, 6]])
    y.sum().backward()
    np.testing.assert_array_equal(x.grad, mask)


@pytest.mark.parametrize("leading", [(1,), (6,), (2, 3)])
def test_cross_entropy(leading):
    targets = RNG.integers(0, 5, leading)
    assert_like_torch(
        lambda logits: cross_entropy(logits, targets=targets),
        lambda logits: F.cross_entropy(logits.reshape(-1, 5), torch.tensor(targets.ravel())),
        RNG.standard_normal((*leading, 5)) * 4,
    )


def test_cross_entropy_of_equal_logits_is_the_log_of_the_vocabulary_and_large_ones_do_not_overflow():
    assert float(cross_entropy(Tensor(np.zeros((2, 65))), targets=np.array([0, 64])).data) == pytest.approx(
        math.log(65)
    )
    assert float(cross_entropy(Tensor(np.array([[1e4, 0.0]])), targets=np.array([1])).data) == 1e4


def test_layers_keep_float32():
    f = np.float32
    x, weight, bias = (Tensor(np.ones(shape, f), requires_grad=True) for shape in ((2, 3), (3, 3), (3,)))
    y = layer_norm(gelu(linear(x, weight, bias)), bias, bias)
    y = softmax(y, divisor=math.sqrt(2), mask=np.zeros(3, f))
    loss = cross_entropy(dropout(y, mask=np.ones((2, 3), f)), targets=np.array([0, 1]))
    loss.backward()
    assert loss.data.dtype == f
    assert [tensor.grad.dtype for tensor in (x, weight, bias)] == [f, f, f]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: linear(np.ones((2, 4)), np.ones((3, 2)), np.ones(3)), r"linear of \(2, 4\) and \(3, 2\) and \(3,\)"),
        (lambda: linear(np.ones((2, 2)), np.ones((3, 2)), np.ones(1)), r"linear of .*bias as many numbers"),
        (lambda: embedding(np.ones((3, 2)), tokens=np.array([0, 3])), "embedding.*0 to 3; valid: 0 to 2"),
        (lambda: embedding(np.ones((3, 2)), tokens=np.array([-1])), "embedding.*-1 to -1; valid: 0 to 2"),
        (lambda: layer_norm(np.ones((2, 3)), np.ones(1), np.ones(1)), "layer_norm.*length of the last axis"),
        (lambda: softmax(np.ones((2, 3)), mask=np.ones((4, 4))), r"softmax of \(2, 3\)"),
        (lambda: attention(*np.ones((3, 1, 2, 4)), heads=3, divisor=1.0), r"attention of \(1, 2, 4\) and .*"),
        (lambda: dropout(np.ones((2, 3)), mask=np.ones(3)), r"dropout of \(2, 3\): the mask has shape \(3,\)"),
        (lambda: cross_entropy(np.ones((2, 3)), targets=np.array([0, 3])), "cross_entropy.*valid: 0 to 2"),
        (lambda: cross_entropy(np.ones((2, 3)), targets=np.array([0, -1])), "cross_entropy.*valid: 0 to 2"),
        (lambda: cross_entropy(np.ones((2, 3)), targets=np.array([[0, 1]])), r"cross_entropy.*shape \(1, 2\)"),
    ],
)
def test_errors_name_the_layer_and_the_shapes(call, message):
    with pytest.raises(ShapeError, match=message):
        call()
