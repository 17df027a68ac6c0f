"""The model in PyTorch: what trains when speed counts. `gptviz.trace` is the same model, made to be looked at.

`_Gpt` is the forward pass, chapter by chapter; PyTorch finds the gradients. `TorchEngine` around it keeps the
parameters, and is the optimizer. Shapes: B batch, T time, E embedding_size, H heads, D head_size, V vocab_size.
"""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.dropout import dropout_mask
from gptviz.engines.engine import Moments, StepResult
from gptviz.parameters import Parameters, check_parameters, parameter_shapes
from gptviz.trace import LAYER_NORM_EPS, check_tokens

Shapes = dict[str, tuple[int, ...]]

BETA_1, BETA_2, ADAM_EPS = 0.9, 0.999, 1e-8  # the chapters' AdamW
CLIP_EPS = 1e-6  # the chapters' clipping factor is max / (norm + 1e-6)


class TorchEngine:
    """Trains one model with PyTorch on one thread; `gptviz.engines.engine.Engine` says what each method does.

    All parameters lie in one flat tensor, first the matrices, then the vectors, and each weight is a view of its part.
    So AdamW is a few operations on the whole, not a loop over names; only the first part decays; and the matrices of a
    block's queries, keys and values are neighbours: together one (3E, E) matrix, one product instead of three.

    Args:
        model: What to compute.
        train: Its seed, weight_decay and clip_norm are used here.
        dtype: "float32" as in the chapters, or "float64" for comparisons of engines.
    """

    def __init__(self, model: ModelConfig, train: TrainConfig, dtype: str = "float32") -> None:
        # The products are too small for a second thread to pay, and a worker process has one core to itself.
        torch.set_num_threads(1)
        self._model, self._train = model, train
        shapes = parameter_shapes(model)
        self._shapes = {name: shapes[name] for name in sorted(shapes, key=lambda name: len(shapes[name]) == 1)}
        sizes = {name: math.prod(shape) for name, shape in shapes.items()}
        self._decaying = sum(size for name, size in sizes.items() if len(shapes[name]) >= 2)
        self._values = torch.zeros(
            sum(sizes.values()), dtype={"float32": torch.float32, "float64": torch.float64}[dtype]
        )
        self._gradient, self._first, self._second = (torch.zeros_like(self._values) for _ in range(3))
        self._weights = _views(self._values, _join_projections(self._shapes))
        for weight in self._weights.values():
            weight.requires_grad_()
        self._gpt = _Gpt(model, self._weights, train.seed)
        self._step = 0

    def load(self, parameters: Parameters, moments: Moments | None = None, step: int = 0) -> None:
        """Take over parameters (copied), moments (None: zeros) and the number of steps done."""
        self._fill(self._values, parameters)
        if moments is None:
            self._first.zero_()
            self._second.zero_()
        else:
            self._fill(self._first, moments.first)
            self._fill(self._second, moments.second)
        self._step = step

    def parameters(self) -> Parameters:
        """Return copies of the parameters."""
        return self._copy(self._values)

    def moments(self) -> Moments:
        """Return copies of AdamW's moments."""
        return Moments(self._copy(self._first), self._copy(self._second))

    def logits(self, tokens: NDArray[np.integer]) -> NDArray[np.floating]:
        """Return the logits (B, T, V) of tokens (B, T), without dropout."""
        check_tokens(tokens, self._model)
        with torch.no_grad():
            return self._gpt.logits(_indices(tokens)).numpy()

    def train_step(self, tokens: NDArray[np.integer], targets: NDArray[np.integer], learning_rate: float) -> StepResult:
        """Take one AdamW step on tokens (B, T) and the characters (B, T) that follow them."""
        logits = self._gpt.logits(_indices(tokens), dropout_step=self._step)  # (B, T, V)
        loss = F.cross_entropy(logits.flatten(0, 1), _indices(targets).flatten())  # of (B*T, V) and (B*T)
        gradients = torch.autograd.grad(loss, list(self._weights.values()))
        torch.cat([gradient.flatten() for gradient in gradients], out=self._gradient)
        norm = math.sqrt(self._gradient.dot(self._gradient))
        if norm > self._train.clip_norm:
            self._gradient.mul_(self._train.clip_norm / (norm + CLIP_EPS))
        self._step += 1
        self._adamw(learning_rate)
        return StepResult(loss.item(), norm)

    def _adamw(self, learning_rate: float) -> None:
        """Decay, then step (Loshchilov and Hutter 2019, algorithm 2), on all parameters at once.

        m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g²
        p = p - lr decay p - lr (m / (1 - beta1^step)) / (sqrt(v / (1 - beta2^step)) + eps)
        """
        p, g, m, v = self._values, self._gradient, self._first, self._second
        p[: self._decaying].mul_(1 - learning_rate * self._train.weight_decay)
        m.lerp_(g, 1 - BETA_1)
        v.mul_(BETA_2).addcmul_(g, g, value=1 - BETA_2)
        # The gradient has been used: its memory takes the denominator, since fresh memory of this size is slow to get.
        denominator = torch.sqrt(v, out=g).div_(math.sqrt(1 - BETA_2**self._step)).add_(ADAM_EPS)
        p.addcdiv_(m, denominator, value=-learning_rate / (1 - BETA_1**self._step))

    def _fill(self, flat: Tensor, arrays: Parameters) -> None:
        check_parameters(self._model, arrays)
        for name, view in _views(flat, self._shapes).items():
            view.copy_(torch.tensor(arrays[name]))

    def _copy(self, flat: Tensor) -> Parameters:
        views = _views(flat, self._shapes)
        return {name: views[name].numpy().copy() for name in parameter_shapes(self._model)}


class _Gpt:
    """The forward pass: token embedding (+ positions) -> blocks x [attention -> feed-forward] -> output Linear.

    Args:
        model: Which parts there are, and their sizes.
        weights: By name; a block's queries, keys and values are joined as `_join_projections` says.
        seed: Of dropout.
    """

    def __init__(self, model: ModelConfig, weights: dict[str, Tensor], seed: int) -> None:
        self._model, self._weights, self._seed = model, weights, seed

    def logits(self, tokens: Tensor, dropout_step: int | None = None) -> Tensor:
        """Return the logits (B, T, V) of tokens (B, T), with the dropout of a training step, or None: without."""
        model, T = self._model, tokens.shape[1]
        x = F.embedding(tokens, self._weights["token_embedding.weight"])  # (B, T) -> (B, T, E)
        if model.positions:
            x = x + self._weights["position_embedding.weight"][:T]  # (B, T, E) + (T, E)
        x = self._dropout(x, dropout_step, site=0)
        for index in range(model.blocks):
            block = f"blocks.{index}"
            if model.attention is not None:
                mixed = self._norm(f"{block}.attention_norm", x)
                mixed = self._attention(f"{block}.attention", model.attention, mixed)  # (B, T, E)
                mixed = self._dropout(mixed, dropout_step, site=1 + 2 * index)
                x = x + mixed if model.residual else mixed
            hidden = self._norm(f"{block}.feed_forward_norm", x)
            hidden = self._feed_forward(f"{block}.feed_forward", hidden)  # (B, T, E)
            hidden = self._dropout(hidden, dropout_step, site=2 + 2 * index)
            x = x + hidden if model.residual else hidden
        return self._linear("output", self._norm("final_norm", x))  # (B, T, V)

    def _attention(self, name: str, settings: AttentionConfig, x: Tensor) -> Tensor:
        """Return merge(softmax(mask(Q Kᵀ / sqrt(D))) V) through the output Linear (Vaswani et al. 2017, eq. 1)."""
        B, T, E = x.shape
        H, D = self._model.heads, self._model.head_size
        if settings.projections:
            joint = self._linear(f"{name}.query_key_value", x)  # (B, T, 3E)
            # (B, T, 3, H, D) -> (3, B, H, T, D) -> each (B, H, T, D)
            queries, keys, values = joint.view(B, T, 3, H, D).permute(2, 0, 3, 1, 4).unbind()
        else:
            queries = keys = values = x.view(B, T, H, D).transpose(1, 2)  # (B, T, H, D) -> (B, H, T, D)
        heads = self._mix(settings, queries, keys, values)  # (B, H, T, D)
        merged = heads.transpose(1, 2).reshape(B, T, E)  # (B, H, T, D) -> (B, T, H, D) -> (B, T, E)
        return self._linear(f"{name}.output", merged)

    def _mix(self, settings: AttentionConfig, queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
        """Return softmax(mask(Q Kᵀ / divisor)) V: (B, H, T, D) from three of (B, H, T, D)."""
        divisor = self._model.score_divisor
        if settings.softmax_over == "keys":
            # The same in one piece, without keeping the (B, H, T, T) weights: 0.95 of the time of a step with T = 32,
            # 0.55 with T = 128 and 8 heads.
            return F.scaled_dot_product_attention(queries, keys, values, is_causal=settings.causal, scale=1 / divisor)
        scores = queries @ keys.transpose(-1, -2) / divisor  # (B, H, T, T)
        if settings.causal:
            T = scores.shape[-1]
            future = torch.ones(T, T, dtype=torch.bool).triu(1)  # True where the key comes after the query
            scores = scores.masked_fill(future, -math.inf)
        return scores.softmax(dim=-2) @ values

    def _feed_forward(self, name: str, x: Tensor) -> Tensor:
        """(B, T, E) -> (B, T, 4E) -> GELU -> (B, T, E)."""
        return self._linear(f"{name}.output", F.gelu(self._linear(f"{name}.input", x), approximate="tanh"))

    def _linear(self, name: str, x: Tensor) -> Tensor:
        return F.linear(x, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"])

    def _norm(self, name: str, x: Tensor) -> Tensor:
        if not self._model.layer_norm:
            return x
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        return F.layer_norm(x, x.shape[-1:], weight, bias, LAYER_NORM_EPS)

    def _dropout(self, x: Tensor, step: int | None, *, site: int) -> Tensor:
        if step is None or self._model.dropout == 0:
            return x
        mask = dropout_mask(tuple(x.shape), self._model.dropout, seed=self._seed, step=step, site=site)
        return x * torch.from_numpy(mask)


def _indices(tokens: NDArray[np.integer]) -> Tensor:
    return torch.from_numpy(tokens.astype(np.int64))


def _join_projections(shapes: Shapes) -> Shapes:
    """Put the shapes of each `query`, and of the `key` and `value` that lie after it, together as `query_key_value`."""
    joined: Shapes = {}
    for name, (outputs, *inputs) in shapes.items():
        if ".query." in name:
            joined[name.replace(".query.", ".query_key_value.")] = (3 * outputs, *inputs)
        elif ".key." not in name and ".value." not in name:
            joined[name] = (outputs, *inputs)
    return joined


def _views(flat: Tensor, shapes: Shapes) -> dict[str, Tensor]:
    """Return consecutive parts of a flat tensor in these shapes; they share its memory."""
    views, start = {}, 0
    for name, shape in shapes.items():
        end = start + math.prod(shape)
        views[name] = flat[start:end].view(shape)
        start = end
    return views
