"""Reverse-mode automatic differentiation: arrays that remember how they were made.

A `Tensor` made by an operation keeps the operation's inputs and its backward rule. `loss.backward()` walks this graph
from the loss to the parameters and applies the chain rule at each node: a rule receives dY, the gradient of the loss
with respect to the operation's result, and returns the gradient with respect to each input.

An operation is one function on plain arrays that returns its result and its backward rule; `@operation` makes it work
on Tensors. In the rules, dX stands for the gradient of the loss with respect to X.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.floating]
Backward = Callable[[Array], tuple[Array, ...]]
Rule = Callable[..., tuple[Array, Backward]]

_recording = ContextVar("recording", default=True)


class ShapeError(ValueError):
    """An operation was given arrays that do not fit; the message names the operation and the shapes."""


@contextmanager
def no_grad() -> Iterator[None]:
    """Compute without remembering: results inside have no graph, which saves time and memory."""
    before = _recording.set(False)
    try:
        yield
    finally:
        _recording.reset(before)


class operation:
    """Turn a rule on arrays into an operation on Tensors; `rule` stays at hand, for use in other rules.

    Args:
        rule: Takes arrays by position and settings by keyword; returns the result and a function from dY to one
            gradient for each positional array, in order.
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        functools.update_wrapper(self, rule)

    def __call__(self, *inputs: Tensor | ArrayLike, **settings: Any) -> Tensor:
        """Apply it to Tensors, arrays or numbers (only Tensors receive gradients) with the rule's settings.

        Raises:
            ShapeError: The inputs do not fit; the message names the operation and their shapes.
        """
        arrays = [item.data if isinstance(item, Tensor) else item for item in inputs]
        try:
            data, backward = self.rule(*arrays, **settings)
        except (ValueError, IndexError) as error:
            shapes = " and ".join(str(np.shape(array)) for array in arrays)
            raise ShapeError(f"{self.rule.__name__} of {shapes}: {error}") from error
        result = Tensor(data)
        if _recording.get() and any(isinstance(item, Tensor) and item.requires_grad for item in inputs):
            result.requires_grad, result.inputs, result.rule = True, inputs, backward
        return result


class Tensor:
    """An array of floats that can be differentiated.

    Args:
        data: The array; its dtype (float32 or float64) is kept by every operation.
        requires_grad: True for parameters: `backward` then fills `grad`.

    Raises:
        TypeError: data are not floating-point numbers.
    """

    __slots__ = ("data", "grad", "inputs", "requires_grad", "rule")
    __array_ufunc__ = None  # `array + tensor` then asks the Tensor, not NumPy

    def __init__(self, data: ArrayLike, requires_grad: bool = False) -> None:
        self.data: Array = np.asarray(data)
        if self.data.dtype.kind != "f":
            raise TypeError(f"a Tensor holds floating-point numbers; given {self.data.dtype}")
        self.requires_grad = requires_grad
        self.grad: Array | None = None
        self.inputs: tuple[Tensor | ArrayLike, ...] = ()
        self.rule: Backward | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return self.data.shape

    def backward(self) -> None:
        """Add the gradient of this number to `grad` of every parameter that it was computed from.

        Raises:
            ShapeError: This Tensor is not a single number.
            ValueError: It does not depend on any Tensor that requires a gradient.
        """
        if self.data.size != 1:
            raise ShapeError(f"backward of {self.shape}: only a single number, a loss, has a gradient")
        if not self.requires_grad:
            raise ValueError("backward: nothing that this was computed from requires a gradient")
        self.grad = np.ones_like(self.data)
        for node in reversed(_topological_order(self)):
            if node.rule is None or node.grad is None:
                continue  # a parameter: it keeps its gradient
            gradients = node.rule(node.grad)
            node.grad = None
            for item, gradient in zip(node.inputs, gradients, strict=True):
                if isinstance(item, Tensor) and item.requires_grad:
                    # Used twice, a tensor receives the sum of both gradients. Never +=: gradients may share memory.
                    item.grad = gradient if item.grad is None else item.grad + gradient

    def reshape(self, *shape: int) -> Tensor:
        """Return the same numbers in another shape."""
        return reshape(self, shape=shape)

    def transpose(self, *axes: int) -> Tensor:
        """Return the axes in another order."""
        return transpose(self, axes=axes)

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        """Return the sum over one axis, several, or all."""
        return sum_over(self, axis=axis, keepdims=keepdims)

    def mean(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        """Return the mean over one axis, several, or all: the sum divided by how many numbers it has."""
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def __getitem__(self, where: Any) -> Tensor:
        return index(self, where=where)

    def __add__(self, other: Tensor | ArrayLike) -> Tensor:
        return add(self, other)

    def __radd__(self, other: ArrayLike) -> Tensor:
        return add(other, self)

    def __sub__(self, other: Tensor | ArrayLike) -> Tensor:
        return subtract(self, other)

    def __rsub__(self, other: ArrayLike) -> Tensor:
        return subtract(other, self)

    def __mul__(self, other: Tensor | ArrayLike) -> Tensor:
        return multiply(self, other)

    def __rmul__(self, other: ArrayLike) -> Tensor:
        return multiply(other, self)

    def __truediv__(self, other: Tensor | ArrayLike) -> Tensor:
        return divide(self, other)

    def __rtruediv__(self, other: ArrayLike) -> Tensor:
        return divide(other, self)

    def __matmul__(self, other: Tensor | ArrayLike) -> Tensor:
        return matmul(self, other)

    def __neg__(self) -> Tensor:
        return subtract(0.0, self)


def _topological_order(result: Tensor) -> list[Tensor]:
    """Return the results of operations that `result` was computed from, inputs before results, itself last.

    Depth first with a list instead of recursion, so that a deep graph cannot exhaust Python's stack; inputs in their
    own order, never a set, so that gradients are always summed in the same order and a run can be repeated exactly.
    """
    order: list[Tensor] = []
    visited: set[int] = set()
    waiting = [(result, False)]
    while waiting:
        node, inputs_done = waiting.pop()
        if inputs_done:
            order.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            waiting.append((node, True))
            waiting += [(item, False) for item in node.inputs if isinstance(item, Tensor) and item.rule is not None]
    return order


def _unbroadcast(gradient: Array, shape: tuple[int, ...]) -> Array:
    """Undo broadcasting: a number that was used many times receives the sum of its uses' gradients."""
    if gradient.shape == shape:
        return gradient
    added = gradient.ndim - len(shape)
    stretched = [added + axis for axis, length in enumerate(shape) if length == 1]
    return gradient.sum(axis=(*range(added), *stretched)).reshape(shape)


@operation
def add(a: Array, b: Array) -> tuple[Array, Backward]:
    """Y = A + B: dA = dY, dB = dY."""
    return a + b, lambda dy: (_unbroadcast(dy, np.shape(a)), _unbroadcast(dy, np.shape(b)))


@operation
def subtract(a: Array, b: Array) -> tuple[Array, Backward]:
    """Y = A - B: dA = dY, dB = -dY."""
    return a - b, lambda dy: (_unbroadcast(dy, np.shape(a)), _unbroadcast(-dy, np.shape(b)))


@operation
def multiply(a: Array, b: Array) -> tuple[Array, Backward]:
    """Y = A * B: dA = dY * B, dB = dY * A."""
    return a * b, lambda dy: (_unbroadcast(dy * b, np.shape(a)), _unbroadcast(dy * a, np.shape(b)))


@operation
def divide(a: Array, b: Array) -> tuple[Array, Backward]:
    """Y = A / B: dA = dY / B, dB = -dY * A / B²."""
    return a / b, lambda dy: (_unbroadcast(dy / b, np.shape(a)), _unbroadcast(-dy * a / (b * b), np.shape(b)))


@operation
def matmul(a: Array, b: Array) -> tuple[Array, Backward]:
    """Y = A @ B over the last two axes: dA = dY Bᵀ, dB = Aᵀ dY."""
    if np.ndim(a) < 2 or np.ndim(b) < 2:
        raise ShapeError("both need at least two axes")
    return a @ b, lambda dy: (_unbroadcast(dy @ b.mT, a.shape), _unbroadcast(a.mT @ dy, b.shape))


@operation
def reshape(x: Array, *, shape: tuple[int, ...]) -> tuple[Array, Backward]:
    """Y holds the numbers of X in another shape: dX is dY in the shape of X."""
    return x.reshape(shape), lambda dy: (dy.reshape(x.shape),)


@operation
def transpose(x: Array, *, axes: tuple[int, ...]) -> tuple[Array, Backward]:
    """Y has the axes of X in another order: dX is dY with the axes put back."""
    return x.transpose(axes), lambda dy: (dy.transpose(sorted(range(len(axes)), key=axes.__getitem__)),)


@operation
def index(x: Array, *, where: Any) -> tuple[Array, Backward]:
    """Y = X[where]: dX is 0, plus dY at the places taken (a place taken twice receives both)."""

    def backward(dy: Array) -> tuple[Array]:
        dx = np.zeros_like(x)
        if isinstance(where, slice):
            dx[where] = dy  # takes no place twice
        else:
            np.add.at(dx, where, dy)
        return (dx,)

    return x[where], backward


@operation
def sum_over(x: Array, *, axis: int | tuple[int, ...] | None, keepdims: bool) -> tuple[Array, Backward]:
    """Y = Σ X over some axes: every summand has the gradient of its sum, dX = dY."""
    kept = x.sum(axis=axis, keepdims=True)
    y = kept if keepdims else kept.squeeze(axis)
    return y, lambda dy: (np.broadcast_to(dy.reshape(kept.shape), x.shape),)
