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
        return (dy @ weight).reshape(x.shape), dy.T @ rows, _sum_rows(dy)

    return y.reshape(*x.shape[:-1], outputs), backward


@operation
def embedding(weight: Array, *, tokens: NDArray[np.integer]) -> tuple[Array, Backward]:
    """Y = W[tokens] = one-hot(tokens) W: dW = one-hot(tokens)ᵀ dY.

    Args:
        weight: (V, E), one row a token.
        tokens: (...) integers, 0 <= token < V.

    Returns:
        (..., E).
    """
    _check_range("tokens", tokens, len(weight))

    def backward(dy: Array) -> tuple[Array]:
        rows = dy.reshape(-1, weight.shape[1])  # (..., E) -> (N, E)
        present, column = np.unique(tokens, return_inverse=True)  # tokens that do not occur have no gradient
        one_hot = np.zeros((len(rows), len(present)), dy.dtype)
        one_hot[np.arange(len(rows)), column.ravel()] = 1
        dw = np.zeros_like(weight)
        dw[present] = one_hot.T @ rows
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
    E = x.shape[-1]
    mean = np.full(E, 1 / E, x.dtype)  # x @ mean is the mean over the last axis: twice as fast as x.mean(axis=-1)
    centred = x - (x @ mean)[..., None]
    deviation = np.sqrt((centred * centred) @ mean + x.dtype.type(LAYER_NORM_EPS))[..., None]
    normalised = centred / deviation

    def backward(dy: Array) -> tuple[Array, Array, Array]:
        g = dy * weight
        dx = g - (g @ mean)[..., None]
        dx -= normalised * ((g * normalised) @ mean)[..., None]
        dx /= deviation
        return dx, _sum_rows(dy * normalised), _sum_rows(dy)

    return normalised * weight + bias, backward


@operation
def gelu(x: Array) -> tuple[Array, Backward]:
    """Y = X (1 + tanh u) / 2, u = sqrt(2/pi) (X + 0.044715 X³) (Hendrycks and Gimpel 2016, section 2).

    With t = tanh u: dX = dY (1 + t + X (1 - t²) du/dX) / 2, du/dX = sqrt(2/pi) (1 + 3 x 0.044715 X²).
    """
    t = x * x
    t *= GELU_SLOPE * GELU_CUBIC
    t += GELU_SLOPE
    t *= x  # u
    np.tanh(t, out=t)

    def backward(dy: Array) -> tuple[Array]:
        dx = x * x
        dx *= 3 * GELU_SLOPE * GELU_CUBIC
        dx += GELU_SLOPE  # du/dX
        dx *= x
        dx *= 1 - t * t
        dx += t
        dx += 1
        dx *= dy
        dx *= 0.5
        return (dx,)

    y = t + 1
    y *= x
    y *= 0.5
    return y, backward


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
    y /= _sum_along(y, axis)

    def backward(dy: Array) -> tuple[Array]:
        return (y * (dy - _sum_along(y * dy, axis)) / divisor,)

    return y, backward


@operation
def attention(
    queries: Array, keys: Array, values: Array, *, heads: int, divisor: float, axis: int = -1, mask: Array | None = None
) -> tuple[Array, Backward]:
    """Y = W V with W = softmax(Q Kᵀ / divisor + mask), in each head by itself (Vaswani et al. 2017, sections 3.2.1-2).

    dV = Wᵀ dY and dW = dY Vᵀ; the softmax's rule makes dS, the gradient of Q Kᵀ, of dW; dQ = dS K and dK = dSᵀ Q.

    Args:
        queries: (B, T, E), and so are keys, values and Y.
        heads: H; head h takes the numbers h*D to (h+1)*D of each position, D = E / H.
        divisor: The scale, sqrt(D).
        axis: -1: softmax over the keys; -2: over the queries.
        mask: (T, T) or None, see `causal_mask`.
    """
    q, k, v = (_split(part, heads) for part in (queries, keys, values))  # each (B, H, T, D)
    weights, softmax_backward = softmax.rule(q @ _turned(k), axis=axis, divisor=divisor, mask=mask)  # (B, H, T, T)

    def backward(dy: Array) -> tuple[Array, Array, Array]:
        dy = _split(dy, heads)
        (ds,) = softmax_backward(dy @ _turned(v))
        return _merge(ds @ k), _merge(ds.mT @ q), _merge(weights.mT @ dy)

    return _merge(weights @ v), backward


def _split(x: Array, heads: int) -> Array:
    B, T, E = x.shape
    return x.reshape(B, T, heads, E // heads).transpose(0, 2, 1, 3)  # (B, T, E) -> (B, T, H, D) -> (B, H, T, D)


def _merge(x: Array) -> Array:
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)  # (B, H, T, D) -> (B, T, H, D) -> (B, T, E)


def _turned(x: Array) -> Array:
    """(..., T, D) -> (..., D, T), laid out anew: small products take half the time with a right factor in order."""
    return np.ascontiguousarray(x.mT)


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
    sums = _sum_along(exponentials, -1)
    loss = (np.log(sums[:, 0]) - shifted[place]).mean()

    def backward(dy: Array) -> tuple[Array]:
        d_rows = exponentials / sums
        d_rows[place] -= 1
        d_rows *= dy / len(rows)
        return (d_rows.reshape(logits.shape),)

    return loss, backward


def _sum_rows(x: Array) -> Array:
    """(..., E) -> (E,), as a product with ones, which is twice as fast as a sum."""
    rows = x.reshape(-1, x.shape[-1])
    return np.ones(len(rows), x.dtype) @ rows


def _sum_along(x: Array, axis: int) -> Array:
    """Sums along an axis, which is kept with length 1; of the last one as a product with ones, four times as fast."""
    if axis != -1:
        return x.sum(axis=axis, keepdims=True)
    return (x @ np.ones(x.shape[-1], x.dtype))[..., None]


def _check_range(name: str, numbers: NDArray[np.integer], count: int) -> None:
    # NumPy would read -1 as the last row without a word.
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < count):
        raise ShapeError(f"{name} run from {numbers.min()} to {numbers.max()}; valid: 0 to {count - 1}")
