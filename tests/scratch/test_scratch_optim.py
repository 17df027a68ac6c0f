"""AdamW, clipping and the schedule of the NumPy engine, against torch and the recipe."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gptviz.scratch.optim import AdamW, clip_gradient, learning_rate_at
from gptviz.scratch.tensor import Tensor

RECIPE = {"highest": 1e-3, "lowest": 1e-4, "warmup_steps": 100}


def test_schedule_of_the_chapters():
    assert learning_rate_at(0, 31_368, **RECIPE) == pytest.approx(1e-5)
    assert learning_rate_at(99, 31_368, **RECIPE) == pytest.approx(1e-3)
    assert learning_rate_at(100, 31_368, **RECIPE) == pytest.approx(1e-3)
    assert learning_rate_at((31_368 + 100) // 2, 31_368, **RECIPE) == pytest.approx(5.5e-4)
    assert learning_rate_at(31_367, 31_368, **RECIPE) == pytest.approx(1e-4, rel=1e-4)
    assert learning_rate_at(31_368, 31_368, **RECIPE) == 1e-4
    assert learning_rate_at(10**6, 31_368, **RECIPE) == 1e-4


@given(st.integers(1, 500), st.integers(0, 600), st.integers(0, 700))
def test_schedule_stays_in_its_range(total, warmup, step):
    rate = learning_rate_at(step, total, highest=1.0, lowest=0.1, warmup_steps=warmup)
    assert 0 < rate <= 1.0
    assert step < warmup or rate >= 0.1


def test_clipping_shortens_only_what_is_too_long():
    long, short = np.array([3.0, 4.0]), np.array([0.3, 0.4])
    assert clip_gradient(long, 1.0) == 5.0
    np.testing.assert_allclose(long, np.array([3.0, 4.0]) / (5.0 + 1e-6))
    assert clip_gradient(short, 1.0) == 0.5
    np.testing.assert_array_equal(short, [0.3, 0.4])


def test_adamw_like_torch_with_decay_of_matrices_only():
    generator = np.random.default_rng(2)
    shapes = {"bias": (3,), "weight": (4, 3), "scale": (1,), "embedding": (2, 2, 2)}
    values = {name: generator.standard_normal(shape) for name, shape in shapes.items()}
    ours = {name: Tensor(value.copy(), requires_grad=True) for name, value in values.items()}
    theirs = {name: torch.tensor(value) for name, value in values.items()}
    optimizer = AdamW(ours, weight_decay=0.1)
    reference = torch.optim.AdamW(
        [
            {"params": [theirs["weight"], theirs["embedding"]], "weight_decay": 0.1},
            {"params": [theirs["bias"], theirs["scale"]], "weight_decay": 0.0},
        ]
    )
    for step in range(30):
        gradients = {name: generator.standard_normal(shape) for name, shape in shapes.items()}
        for name, gradient in gradients.items():
            ours[name].grad = gradient.copy()
            theirs[name].grad = torch.tensor(gradient)
        expected = math.sqrt(sum((gradient**2).sum() for gradient in gradients.values()))
        torch.nn.utils.clip_grad_norm_(theirs.values(), 2.0)
        for group in reference.param_groups:
            group["lr"] = 0.01 * (step + 1)
        reference.step()
        assert optimizer.step(0.01 * (step + 1), clip_norm=2.0) == pytest.approx(expected)
        for name in shapes:
            np.testing.assert_allclose(ours[name].data, theirs[name].numpy(), rtol=1e-10, atol=1e-12)
    assert optimizer.steps_done == 30
    for name in shapes:
        state = reference.state[theirs[name]]
        np.testing.assert_allclose(optimizer.first.named[name], state["exp_avg"].numpy(), rtol=1e-9)
        np.testing.assert_allclose(optimizer.second.named[name], state["exp_avg_sq"].numpy(), rtol=1e-9)


def test_adamw_forgets_gradients_and_refuses_missing_ones():
    weights = {"a": Tensor(np.ones(2), requires_grad=True), "b": Tensor(np.ones(2), requires_grad=True)}
    optimizer = AdamW(weights, weight_decay=0.0)
    (weights["a"] * weights["b"]).sum().backward()
    optimizer.step(0.1, clip_norm=1.0)
    assert weights["a"].grad is None
    weights["a"].sum().backward()
    with pytest.raises(ValueError, match="a parameter has no gradient"):
        optimizer.step(0.1, clip_norm=1.0)


def test_adamw_does_not_change_arrays_that_it_was_given():
    given = np.ones((2, 2))
    weight = Tensor(given, requires_grad=True)
    optimizer = AdamW({"weight": weight}, weight_decay=0.1)
    weight.sum().backward()
    optimizer.step(0.1, clip_norm=1.0)
    np.testing.assert_array_equal(given, np.ones((2, 2)))
    assert (weight.data < 1).all()
