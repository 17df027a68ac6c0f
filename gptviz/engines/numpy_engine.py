"""The GPT of every ModelConfig, trained by our own NumPy engine: `gptviz.trace` with gradients."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.dropout import dropout_mask
from gptviz.engines.engine import Moments, StepResult
from gptviz.parameters import Parameters, check_parameters, initial_parameters, parameter_shapes
from gptviz.scratch.layers import (
    attention,
    causal_mask,
    cross_entropy,
    dropout,
    embedding,
    gelu,
    layer_norm,
    linear,
)
from gptviz.scratch.optim import AdamW, FlatArrays
from gptviz.scratch.tensor import Tensor, no_grad
from gptviz.trace import check_tokens


class NumpyEngine:
    """An `Engine` on `gptviz.scratch`.

    Args:
        model: What to train.
        train: How; `train.seed` draws the first values.
        dtype: "float32", or "float64" for comparisons.
    """

    def __init__(self, model: ModelConfig, train: TrainConfig, dtype: str = "float32") -> None:
        self.model = model
        self.train = train
        self.dtype = np.dtype(dtype)
        self._mask = causal_mask(model.context_size, self.dtype)
        self.load(initial_parameters(model, train.seed))

    def load(self, parameters: Parameters, moments: Moments | None = None, step: int = 0) -> None:
        """Take over parameters (copied), the optimizer's moments (None: zeros) and the number of steps done.

        Raises:
            ValueError: The names or shapes are not those of the model.
        """
        for arrays in (parameters, *((moments.first, moments.second) if moments else ())):
            check_parameters(self.model, arrays)
        self._tensors = {
            name: Tensor(np.asarray(parameters[name], self.dtype), requires_grad=True)
            for name in parameter_shapes(self.model)
        }
        self._optimizer = AdamW(self._tensors, self.train.weight_decay)
        self._optimizer.steps_done = step
        if moments is not None:
            _fill(self._optimizer.first, moments.first)
            _fill(self._optimizer.second, moments.second)

    def parameters(self) -> Parameters:
        """Return copies of the parameters."""
        return {name: tensor.data.copy() for name, tensor in self._tensors.items()}

    def moments(self) -> Moments:
        """Return copies of the optimizer's moments."""
        first, second = self._optimizer.first.named, self._optimizer.second.named
        return Moments(
            {name: first[name].copy() for name in self._tensors}, {name: second[name].copy() for name in self._tensors}
        )

    def train_step(self, tokens: NDArray[np.integer], targets: NDArray[np.integer], learning_rate: float) -> StepResult:
        """Take one AdamW step on a batch, with dropout, clipping and weight decay as configured.

        Args:
            tokens: (B, T) integers.
            targets: (B, T) integers, the character that follows each token.
            learning_rate: Of this step.

        Raises:
            ValueError: tokens are not (B, T), longer than context_size, or outside the vocabulary; or targets do not
                fit them.
        """
        check_tokens(tokens, self.model)
        # A training that diverges is reported by its loss, which becomes inf or NaN; NumPy need not warn as well.
        with np.errstate(over="ignore", invalid="ignore"):
            loss = cross_entropy(self._forward(tokens, training=True), targets=targets)
            loss.backward()
            norm = self._optimizer.step(learning_rate, self.train.clip_norm)
        return StepResult(float(loss.data), norm)

    def logits(self, tokens: NDArray[np.integer]) -> NDArray[np.floating]:
        """Return the logits (B, T, V) of tokens (B, T), without dropout and without a graph.

        Raises:
            ValueError: tokens are not (B, T), longer than context_size, or outside the vocabulary.
        """
        check_tokens(tokens, self.model)
        with no_grad(), np.errstate(over="ignore", invalid="ignore"):
            return self._forward(tokens, training=False).data

    def _forward(self, tokens: NDArray[np.integer], *, training: bool) -> Tensor:
        """Tokens (B, T) -> embeddings (B, T, E) -> blocks -> logits (B, T, V)."""
        x = embedding(self._tensors["token_embedding.weight"], tokens=tokens)  # (B, T, E)
        if self.model.positions:
            x = x + self._tensors["position_embedding.weight"][: tokens.shape[1]]  # + (T, E)
        x = self._dropout(x, 0, training)
        for block in range(self.model.blocks):
            x = self._block(x, block, training)
        if self.model.layer_norm:
            x = self._layer_norm("final_norm", x)
        return self._linear("output", x)

    def _block(self, x: Tensor, block: int, training: bool) -> Tensor:
        """X (B, T, E) -> attention -> feed-forward, each with its LayerNorm before and its shortcut around, if any."""
        name = f"blocks.{block}"
        if self.model.attention is not None:
            hidden = self._layer_norm(f"{name}.attention_norm", x) if self.model.layer_norm else x
            hidden = self._attention(f"{name}.attention", hidden, self.model.attention)
            hidden = self._dropout(hidden, 1 + 2 * block, training)
            x = x + hidden if self.model.residual else hidden
        hidden = self._layer_norm(f"{name}.feed_forward_norm", x) if self.model.layer_norm else x
        hidden = gelu(self._linear(f"{name}.feed_forward.input", hidden))  # (B, T, 4E)
        hidden = self._linear(f"{name}.feed_forward.output", hidden)  # (B, T, E)
        hidden = self._dropout(hidden, 2 + 2 * block, training)
        return x + hidden if self.model.residual else hidden

    def _attention(self, name: str, x: Tensor, settings: AttentionConfig) -> Tensor:
        """Queries, keys and values of x (B, T, E) -> attention in each head -> output Linear (B, T, E)."""
        T = x.shape[1]
        queries, keys, values = (
            self._linear(f"{name}.{part}", x) if settings.projections else x for part in ("query", "key", "value")
        )
        mixed = attention(
            queries,
            keys,
            values,
            heads=self.model.heads,
            divisor=self.model.score_divisor,
            axis=-1 if settings.softmax_over == "keys" else -2,
            mask=self._mask[:T, :T] if settings.causal else None,
        )
        return self._linear(f"{name}.output", mixed)

    def _linear(self, name: str, x: Tensor) -> Tensor:
        return linear(x, self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"])

    def _layer_norm(self, name: str, x: Tensor) -> Tensor:
        return layer_norm(x, self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"])

    def _dropout(self, x: Tensor, site: int, training: bool) -> Tensor:
        if not training or self.model.dropout == 0:
            return x
        step = self._optimizer.steps_done
        mask = dropout_mask(x.shape, self.model.dropout, seed=self.train.seed, step=step, site=site)
        return dropout(x, mask=mask.astype(self.dtype, copy=False))


def _fill(arrays: FlatArrays, values: Parameters) -> None:
    for name, view in arrays.named.items():
        view[...] = values[name]
