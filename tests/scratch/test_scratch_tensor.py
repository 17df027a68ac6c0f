"""Operations of the NumPy engine: values and gradients against torch, and what they refuse."""

import threading

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gptviz.scratch.gradient_check import gradient_check
from gptviz.scratch.tensor import ShapeError, Tensor, no_grad, operation

RNG = np.random.default_rng(0)


def assert_like_torch(function, *arrays):
    """The same function on our Tensors and on torch's gives the same value and the same gradients."""
    ours = [Tensor(array.copy(), requires_grad=True) for array in arrays]
    theirs = [torch.tensor(array, requires_grad=True) for array in arrays]
    result, expected = function(*ours), function(*theirs)
    assert result.data.dtype == arrays[0].dtype
    np.testing.assert_allclose(result.data, expected.detach().numpy(), rtol=1e-10, atol=1e-12)
    weights = RNG.standard_normal(result.shape)
    (result * weights).sum().backward()
    (expected * torch.tensor(weights)).sum().backward()
    for our, their in zip(ours, theirs, strict=True):
        assert our.grad.shape == our.shape
        np.testing.assert_allclose(our.grad, their.grad.numpy(), rtol=1e-9, atol=1e-11)


@st.composite
def broadcast_pair(draw):
    shapes = draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=4)).input_shapes
    seed = draw(st.integers(0, 2**16))
    generator = np.random.default_rng(seed)
    return [generator.uniform(0.5, 2.0, shape) * generator.choice([-1.0, 1.0], shape) for shape in shapes]


@settings(deadline=None, max_examples=60)
@given(broadcast_pair(), st.sampled_from("+-*/"))
def test_arithmetic_broadcasts_like_torch(pair, sign):
    functions = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b}
    assert_like_torch(functions[sign], *pair)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((3, 4), (4, 5)),
        ((1, 1), (1, 1)),
        ((2, 3, 4), (2, 4, 5)),
        ((2, 3, 4), (4, 5)),
        ((3, 4), (2, 4, 5)),
        ((2, 1, 3, 4), (5, 4, 1)),
        ((2, 3, 7, 5), (2, 3, 5, 7)),
        ((1, 3, 4), (6, 4, 2)),
    ],
)
def test_matmul_like_torch(left, right):
    assert_like_torch(lambda a, b: a @ b, RNG.standard_normal(left), RNG.standard_normal(right))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.reshape(4, 6),
        lambda x: x.reshape(-1),
        lambda x: x.reshape(3, 1, 8),
        lambda x: x.sum(),
        lambda x: x.mean(),
        lambda x: x[1],
        lambda x: x[:, 1:],
        lambda x: x[0:1],
        lambda x: x[..., -1],
        lambda x: x[[1, 0, 1, 1]],
        lambda x: x[[0, 1, 0], [2, 2, 2]],
        lambda x: -x,
        lambda x: 2.0 - x,
        lambda x: 1.5 + x * 3.0,
        lambda x: 1.0 / x,
        lambda x: 3.0 * x / 2.0,
        lambda x: x * x + x,
        lambda x: (x - x.mean(-1, True)) * x,
    ],
)
def test_operations_on_one_tensor_like_torch(function):
    assert_like_torch(function, RNG.standard_normal((2, 3, 4)))


@pytest.mark.parametrize("axis", [0, 1, -1, (0, 2), (-1, 0), (0, 1, 2)])
@pytest.mark.parametrize("keepdims", [True, False])
@pytest.mark.parametrize("name", ["sum", "mean"])
def test_reductions_like_torch(axis, keepdims, name):
    assert_like_torch(lambda x: getattr(x, name)(axis, keepdims), RNG.standard_normal((2, 3, 4)))


def test_transpose_like_torch():
    x = RNG.standard_normal((2, 3, 4, 5))
    for axes in [(0, 2, 1, 3), (3, 0, 1, 2), (0, 1, 2, 3), (1, 2, 3, 0)]:
        ours, theirs = Tensor(x, requires_grad=True), torch.tensor(x, requires_grad=True)
        weights = RNG.standard_normal(tuple(x.shape[axis] for axis in axes))
        (ours.transpose(*axes) * weights).sum().backward()
        (theirs.permute(axes) * torch.tensor(weights)).sum().backward()
        np.testing.assert_array_equal(ours.grad, theirs.grad.numpy())


def test_every_operation_passes_the_finite_difference_check():
    a, b = RNG.standard_normal((2, 3, 4)), RNG.uniform(1, 2, (3, 1))

    def everything(a, b):
        y = (a + b) * a / b - b
        y = y @ y.transpose(0, 2, 1)
        return y.reshape(6, 3)[[1, 1, 4]].mean(0, keepdims=True) + a.sum()

    assert gradient_check(everything, a, b) < 1e-6


def test_a_tensor_used_several_times_sums_its_gradients():
    x = Tensor(3.0, requires_grad=True)
    y = x * x
    (y * y + y + x).backward()  # x⁴ + x² + x
    assert float(x.grad) == 4 * 27 + 6 + 1


def test_backward_adds_to_gradients_that_are_there():
    x = Tensor(np.ones(2), requires_grad=True)
    (x * 2.0).sum().backward()
    (x * 3.0).sum().backward()
    np.testing.assert_array_equal(x.grad, [5.0, 5.0])


def test_backward_can_be_repeated_and_gives_the_very_same_gradients():
    x = Tensor(RNG.standard_normal((4, 4)), requires_grad=True)
    loss = ((x @ x) * x).sum()
    loss.backward()
    first, x.grad = x.grad, None
    loss.backward()
    np.testing.assert_array_equal(x.grad, first)


def test_gradients_that_share_memory_do_not_disturb_each_other():
    a, b = Tensor(np.ones(3), requires_grad=True), Tensor(np.ones(3), requires_grad=True)
    (a + b + a).sum().backward()
    np.testing.assert_array_equal(a.grad, [2, 2, 2])
    np.testing.assert_array_equal(b.grad, [1, 1, 1])


def test_float32_stays_float32():
    x = Tensor(np.ones((2, 3), np.float32), requires_grad=True)
    y = ((x * 2.0 + 1.0) / 3.0 - 0.5).reshape(3, 2).transpose(1, 0)[:1].mean()
    y.backward()
    assert y.data.dtype == np.float32
    assert x.grad.dtype == np.float32


def test_a_graph_of_50000_nodes_needs_no_recursion():
    x = Tensor(1.0, requires_grad=True)
    y = x
    for _ in range(50_000):
        y = y + 1.0
    y.backward()
    assert float(x.grad) == 1.0
    del y


def test_inputs_keep_their_order():
    a, b = Tensor(1.0, requires_grad=True), Tensor(2.0, requires_grad=True)
    assert (a * b).inputs == (a, b)
    assert (b * a).inputs == (b, a)
    assert (2.0 * a).inputs == (2.0, a)


def test_no_grad_keeps_no_graph_and_ends():
    x = Tensor(1.0, requires_grad=True)
    with no_grad():
        inside = x * 2.0
    assert not inside.requires_grad
    assert inside.inputs == ()
    with pytest.raises(RuntimeError, match="oops"), no_grad():
        raise RuntimeError("oops")
    assert (x * 2.0).requires_grad


def test_no_grad_of_one_thread_does_not_reach_another():
    x = Tensor(1.0, requires_grad=True)
    found = []
    with no_grad():
        thread = threading.Thread(target=lambda: found.append((x * 2.0).requires_grad))
        thread.start()
        thread.join()
    assert found == [True]


def test_arrays_that_need_no_gradient_get_none():
    x, constant = Tensor(np.ones(2), requires_grad=True), Tensor(np.full(2, 5.0))
    (np.ones(2) * x * constant).sum().backward()
    np.testing.assert_array_equal(x.grad, [5, 5])
    assert constant.grad is None


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda a, b: a @ a, r"matmul of \(2, 3\) and \(2, 3\)"),
        (lambda a, b: a + b, r"add of \(2, 3\) and \(4,\)"),
        (lambda a, b: a * b, r"multiply of \(2, 3\) and \(4,\)"),
        (lambda a, b: a - b, r"subtract of \(2, 3\) and \(4,\)"),
        (lambda a, b: a / b, r"divide of \(2, 3\) and \(4,\)"),
        (lambda a, b: a @ b, r"matmul of \(2, 3\) and \(4,\): both need at least two axes"),
        (lambda a, b: a.reshape(4), r"reshape of \(2, 3\)"),
        (lambda a, b: a.transpose(0, 0), r"transpose of \(2, 3\)"),
        (lambda a, b: a.sum(2), r"sum_over of \(2, 3\)"),
        (lambda a, b: a[5], r"index of \(2, 3\)"),
        (lambda a, b: a.backward(), r"backward of \(2, 3\): only a single number"),
    ],
)
def test_errors_name_the_operation_and_the_shapes(function, message):
    with pytest.raises(ShapeError, match=message):
        function(Tensor(np.ones((2, 3)), requires_grad=True), Tensor(np.ones(4), requires_grad=True))


def test_whole_numbers_and_losses_without_parameters_are_refused():
    with pytest.raises(TypeError, match="int64"):
        Tensor(np.arange(3))
    with pytest.raises(ValueError, match="nothing that this was computed from requires a gradient"):
        Tensor(1.0).backward()


def test_the_gradient_check_finds_a_wrong_rule():
    @operation
    def wrong_square(x):
        return x * x, lambda dy: (dy * x,)  # the 2 is missing

    @operation
    def right_square(x):
        return x * x, lambda dy: (2 * dy * x,)

    x = RNG.standard_normal((3, 2))
    assert gradient_check(right_square, x) < 1e-8
    assert gradient_check(wrong_square, x) > 0.1


def test_the_gradient_check_finds_a_forgotten_input():
    @operation
    def forgets(a, b):
        return a + b, lambda dy: (dy, 0 * dy)

    assert gradient_check(forgets, np.ones(2), np.ones(2)) > 0.1
