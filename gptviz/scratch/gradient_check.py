"""Is a backward rule right? Compare it with the slope measured by moving each input a little."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from gptviz.scratch.tensor import Tensor


def gradient_check(function: Callable[..., Tensor], *inputs: ArrayLike, step: float = 1e-6) -> float:
    """Return the largest difference between `backward` and finite differences: near 1e-9 if right, near 1 if wrong.

    The slope at x is measured as (f(x + step) - f(x - step)) / (2 step), in float64. f is the sum of the function's
    results, each with its own fixed random weight: a plain sum would miss, for example, that a softmax sums to 1.

    Args:
        function: From Tensors to a Tensor of any shape.
        *inputs: Where to check it; each is differentiated.
        step: How far each number is moved.
    """
    tensors = [Tensor(np.array(array, dtype=np.float64), requires_grad=True) for array in inputs]
    result = function(*tensors)
    weights = np.random.default_rng(0).standard_normal(result.shape)
    (result * weights).sum().backward()
    largest = 0.0
    for tensor in tensors:
        found = np.zeros(tensor.shape) if tensor.grad is None else tensor.grad
        for place in np.ndindex(tensor.shape):
            centre = tensor.data[place]
            sums = []
            for moved in (centre + step, centre - step):
                tensor.data[place] = moved
                sums.append((function(*tensors).data * weights).sum())
            tensor.data[place] = centre
            slope = (sums[0] - sums[1]) / (2 * step)
            largest = max(largest, float(abs(slope - found[place])))
    return largest
