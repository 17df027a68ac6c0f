"""How parameters learn: AdamW with clipping on one flat array, and the learning rate's warm-up and cosine."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from gptviz.scratch.tensor import Array, Tensor

BETAS = (0.9, 0.999)
EPS = 1e-8


def learning_rate_at(step: int, total_steps: int, *, highest: float, lowest: float, warmup_steps: int) -> float:
    """Return the learning rate of one step: a linear warm-up, then half a cosine down (chapter 1's recipe).

    Args:
        step: Steps done before this one, from 0.
        total_steps: Of the whole training.
        highest: Reached at the end of the warm-up.
        lowest: At the end of training and after it.
        warmup_steps: In which it rises, 0 or more.

    Returns:
        highest * (step + 1) / warmup_steps in the warm-up; lowest from total_steps on; else
        lowest + (highest - lowest) (1 + cos(pi * progress)) / 2 (Loshchilov and Hutter 2017, eq. 5).
    """
    if step < warmup_steps:
        return highest * (step + 1) / warmup_steps
    if step >= total_steps:
        return lowest
    progress = (step - warmup_steps) / (total_steps - warmup_steps)
    return lowest + (highest - lowest) * (1 + math.cos(math.pi * progress)) / 2


def clip_gradient(gradient: Array, clip_norm: float) -> float:
    """Shorten a gradient, in place, to a global L2 norm of clip_norm if it is longer (Pascanu et al. 2013, alg. 1).

    Returns:
        Its norm before.
    """
    norm = math.sqrt(gradient @ gradient)
    if norm > clip_norm:
        gradient *= clip_norm / (norm + 1e-6)
    return norm


class FlatArrays:
    """Named arrays that lie one after another in a single flat one: `named` are views into `flat`.

    Args:
        shapes: By name, in the order in which they are to lie.
        dtype: Of the numbers, which start as 0.
    """

    def __init__(self, shapes: Mapping[str, tuple[int, ...]], dtype: np.dtype) -> None:
        sizes = [math.prod(shape) for shape in shapes.values()]
        self.flat: Array = np.zeros(sum(sizes), dtype)
        parts = np.split(self.flat, np.cumsum(sizes)[:-1])
        self.named = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}


class AdamW:
    """AdamW (Loshchilov and Hutter 2019, alg. 2) on one flat array: a few long operations instead of many short ones.

    Args:
        parameters: By name; their arrays become views into the flat one, and every step changes them in place.
        weight_decay: Decoupled, and only of parameters with two or more axes (matrices, not biases).
    """

    def __init__(self, parameters: Mapping[str, Tensor], weight_decay: float) -> None:
        # Matrices first, so that what decays is one piece.
        names = sorted(parameters, key=lambda name: parameters[name].data.ndim < 2)
        shapes = {name: parameters[name].shape for name in names}
        dtype = np.result_type(*(tensor.data for tensor in parameters.values()))
        self.steps_done = 0
        self.weight_decay = weight_decay
        self.first = FlatArrays(shapes, dtype)
        self.second = FlatArrays(shapes, dtype)
        self._values = FlatArrays(shapes, dtype)
        self._tensors: Sequence[Tensor] = [parameters[name] for name in names]
        self._decaying = sum(math.prod(shape) for shape in shapes.values() if len(shape) >= 2)
        self._gradient = np.empty_like(self._values.flat)
        self._spare = np.empty_like(self._values.flat)
        for name, tensor in zip(names, self._tensors, strict=True):
            self._values.named[name][...] = tensor.data
            tensor.data = self._values.named[name]

    def step(self, learning_rate: float, clip_norm: float) -> float:
        """Take one step along the gradients that `backward` left in the parameters, and forget them.

        Args:
            learning_rate: Of this step.
            clip_norm: Largest global L2 norm of the gradient.

        Returns:
            The gradient's norm before clipping.

        Raises:
            ValueError: A parameter has no gradient.
        """
        self._take_gradients()
        norm = clip_gradient(self._gradient, clip_norm)
        self._values.flat[: self._decaying] *= 1 - learning_rate * self.weight_decay
        self._update(learning_rate)
        return norm

    def _take_gradients(self) -> None:
        gradients = [tensor.grad.ravel() for tensor in self._tensors if tensor.grad is not None]
        if len(gradients) < len(self._tensors):
            raise ValueError(
                "AdamW: a parameter has no gradient; call backward() on a loss that depends on all of them"
            )
        np.concatenate(gradients, out=self._gradient)
        for tensor in self._tensors:
            tensor.grad = None

    def _update(self, learning_rate: float) -> None:
        """Change p by -lr m̂ / (sqrt(v̂) + eps), with m̂ = m / (1 - β₁ᵗ) and v̂ = v / (1 - β₂ᵗ).

        That is -lr c / (1 - β₁ᵗ) * m / (sqrt(v) + c eps) with c = sqrt(1 - β₂ᵗ): one pass over the arrays less (Kingma
        and Ba 2015, end of section 2).
        """
        self.steps_done += 1
        g, m, v = self._gradient, self.first.flat, self.second.flat
        beta1, beta2 = BETAS
        c = math.sqrt(1 - beta2**self.steps_done)
        m *= beta1  # m = β₁ m + (1 - β₁) g
        m += np.multiply(g, 1 - beta1, out=self._spare)
        v *= beta2  # v = β₂ v + (1 - β₂) g²
        g *= g
        g *= 1 - beta2
        v += g
        change = np.sqrt(v, out=g)  # the gradient is not needed any more
        change += c * EPS
        np.divide(m, change, out=change)
        change *= learning_rate * c / (1 - beta1**self.steps_done)
        self._values.flat -= change
