"""What a GPT is made of: each layer one operation, with its backward rule beside the formula.

Shapes: N rows (B batch x T time, flattened), E embedding_size, V vocab_size; weights are `(out, in)`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.scratch.tensor import Array, Backward, ShapeError, operation

LAYER_NORM_EPS = 1e-5  # chapter 8
GELU_SLOPE = math.sqrt(2 / math.pi)
GELU_CUBIC = 0.044715


@operation
def linear(x: Array, weight: Array, bias: Array) -> tuple[Array, Backward]:
    """Y = X Wᵀ + b: dX = dY W, dW = dYᵀ X, db = Σ dY over the rows.

    Args:
        x: (..., in).
        weight: (out, in).
        bias: (out,).

    Returns:
        (..., out).
    """
    outputs, inputs = weight.shape
    rows = x.reshape(-1, inputs)  # (..., in) -> (N, in): one matrix product is faster than one a sequence
    if x.shape[-1] != inputs or bias.shape != (outputs,):
        raise ShapeError("x needs as many columns as weight, bias as many numbers as weight has rows")
    y = rows @ weight.T
    y += bias

    def backward(dy: Array) -> tuple[Array, Array, Array]:
        dy = dy.reshape(-1, outputs)  # (..., out) -> (N, out)
        db = np.ones(len(dy), dy.dtype) @ dy  # a product with ones: twice as fast as .sum(axis=0)
        return (dy @ weight).reshape(x.shape), dy.T @ rows, db

    return y.reshape(*x.shape[:-1], outputs), backward


@operation
def embedding(weight: Array, *, tokens: NDArray[np.integer]) -> tuple[Array, Backward]:
    """Y = W[tokens]: each row of dW is the sum of dY over the places where its token stands.

    Args:
        weight: (V, E), one row a token.
        tokens: (...) integers, 0 <= token < V.

    Returns:
        (..., E).
    """
    _check_range("tokens", tokens, len(weight))

    def backward(dy: Array) -> tuple[Array]:
        rows = dy.reshape(-1, weight.shape[1])  # (..., E) -> (N, E)
        order = tokens.ravel().argsort(kind="stable")  # equal tokens come to stand side by side
        ordered = tokens.ravel()[order]
        starts = np.flatnonzero(np.diff(ordered, prepend=-1))  # where the next token begins
        dw = np.zeros_like(weight)
        dw[ordered[starts]] = np.add.reduceat(rows[order], starts, axis=0)
        return (dw,)

    return weight[tokens], backward


@operation
def layer_norm(x: Array, weight: Array, bias: Array) -> tuple[Array, Backward]:
    """Y = X̂ w + b, X̂ = (X - mean) / s, s = sqrt(variance + eps), over the last axis (Ba et al. 2016, eq. 3-4).

    With G = dY w: dX = (G - mean(G) - X̂ mean(G X̂)) / s, dw = Σ dY X̂, db = Σ dY over the rows.

    Args:
        x: (..., E).
        weight: (E,).
        bias: (E,).

    Returns:
        (..., E).
    """
    if not weight.shape == bias.shape == x.shape[-1:]:
        raise ShapeError("weight and bias need the length of the last axis of x")
    centred = x - x.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + x.dtype.type(LAYER_NORM_EPS))
    normalised = centred / deviation

    def backward(dy: Array) -> tuple[Array, Array, Array]:
        rows = tuple(range(dy.ndim - 1))
        g = dy * weight
        dx = g - g.mean(axis=-1, keepdims=True) - normalised * (g * normalised).mean(axis=-1, keepdims=True)
        return dx / deviation, (dy * normalised).sum(axis=rows), dy.sum(axis=rows)

    return normalised * weight + bias, backward


@operation
def gelu(x: Array) -> tuple[Array, Backward]:
    """Y = X (1 + tanh u) / 2, u = sqrt(2/pi) (X + 0.044715 X³) (Hendrycks and Gimpel 2016, section 2).

    With t = tanh u: dX = dY ((1 + t) + X (1 - t²) du/dX) / 2, du/dX = sqrt(2/pi) (1 + 3 x 0.044715 X²).
    """
    square = x * x
    t = np.tanh(x * (GELU_SLOPE + GELU_SLOPE * GELU_CUBIC * square))

    def backward(dy: Array) -> tuple[Array]:
        slope = GELU_SLOPE + 3 * GELU_SLOPE * GELU_CUBIC * square
        return (dy * (0.5 * ((1 + t) + x * (1 - t * t) * slope)),)

    return 0.5 * x * (1 + t), backward


@operation
def softmax(
    scores: Array, *, axis: int = -1, divisor: float = 1.0, mask: Array | None = None
) -> tuple[Array, Backward]:
    """Y = softmax(S / divisor + mask) along an axis: dS = Y (dY - Σ Y dY) / divisor, the sum along the axis.

    Args:
        scores: (..., T, T) in attention, rows queries, columns keys.
        axis: Along which Y sums to 1.
        divisor: The scale, sqrt(D) in attention (Vaswani et al. 2017, eq. 1).
        mask: What is added before: 0, or -inf where Y shall be exactly 0 (`causal_mask`).

    Returns:
        The shape of scores.
    """
    y = scores / divisor
    if mask is not None:
        y += mask
    y -= y.max(axis=axis, keepdims=True)  # the largest becomes exp(0): no overflow, the same result
    np.exp(y, out=y)
    y /= y.sum(axis=axis, keepdims=True)

    def backward(dy: Array) -> tuple[Array]:
        return (y * (dy - (y * dy).sum(axis=axis, keepdims=True)) / divisor,)

    return y, backward


def causal_mask(length: int, dtype: Any) -> Array:
    """Return (T, T): 0 on and below the diagonal, -inf above, where a key lies in its query's future."""
    past = np.tri(length, dtype=bool)
    return np.where(past, 0.0, -np.inf).astype(dtype)


@operation
def dropout(x: Array, *, mask: Array) -> tuple[Array, Backward]:
    """Y = X M, M being 0 where dropped and 1 / (1 - share) elsewhere: dX = dY M (Srivastava et al. 2014)."""
    if mask.shape != x.shape:
        raise ShapeError(f"the mask has shape {mask.shape}; it needs the shape of x")
    return x * mask, lambda dy: (dy * mask,)


@operation
def cross_entropy(logits: Array, *, targets: NDArray[np.integer]) -> tuple[Array, Backward]:
    """Loss = mean of -log P[target], P = softmax(logits), in nats: dlogits = (P - one-hot(target)) dLoss / N.

    Args:
        logits: (..., V).
        targets: (...) integers, 0 <= target < V.

    Returns:
        () one number.
    """
    if targets.shape != logits.shape[:-1]:
        raise ShapeError(f"targets have shape {targets.shape}; they need one number a row of logits")
    _check_range("targets", targets, logits.shape[-1])
    rows = logits.reshape(-1, logits.shape[-1])  # (..., V) -> (N, V)
    place = (np.arange(len(rows)), targets.ravel())
    shifted = rows - rows.max(axis=-1, keepdims=True)
    exponentials = np.exp(shifted)
    sums = exponentials.sum(axis=-1, keepdims=True)
    loss = (np.log(sums[:, 0]) - shifted[place]).mean()

    def backward(dy: Array) -> tuple[Array]:
        d_rows = exponentials / sums
        d_rows[place] -= 1
        d_rows *= dy / len(rows)
        return (d_rows.reshape(logits.shape),)

    return loss, backward


def _check_range(name: str, numbers: NDArray[np.integer], count: int) -> None:
    # NumPy would read -1 as the last row without a word.
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < count):
        raise ShapeError(f"{name} run from {numbers.min()} to {numbers.max()}; valid: 0 to {count - 1}")
