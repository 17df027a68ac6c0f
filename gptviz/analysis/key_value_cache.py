"""Reading a text one character at a time: keys and values of earlier characters are kept, not computed again.

With a causal mask, what the model made of a character does not change when others follow. So for one more character
only its own row is new: its query looks at all keys so far. That holds while the text fits CONTEXT_SIZE. Then the
window slides, every character moves to another position with another learned vector, and nothing kept is true any more:
the whole window is computed anew for each character. It never holds where characters see later ones.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import LAYER_NORM_EPS, gelu, trace

Array = NDArray[np.floating]


def sees_only_past(config: ModelConfig) -> bool:
    """Return whether what the model makes of a character is independent of the characters after it.

    Not so without a mask; nor with softmax over queries, where a weight is a share of a column that later rows fill.
    """
    attention = config.attention
    return attention is None or (attention.causal and attention.softmax_over == "keys")


def next_logits(parameters: Parameters, config: ModelConfig, tokens: Sequence[int]) -> Array:
    """Return what follows a text, the plain way: the last context_size characters, computed in full.

    Args:
        parameters: Of the model.
        config: The model.
        tokens: (N,), N >= 1.

    Returns:
        (V,) logits; not finite where the numbers of the model overflow.
    """
    # A diverged model's numbers overflow; who reads the logits sees that, a warning adds nothing.
    with np.errstate(over="ignore", invalid="ignore"):
        return trace(parameters, config, np.array([tokens[-config.context_size :]])).logits[0, -1]


class Reader:
    """Gives the same logits as `next_logits`, faster when each text is the one before and one character more.

    Args:
        parameters: Of the model.
        config: The model.
    """

    def __init__(self, parameters: Parameters, config: ModelConfig) -> None:
        self._parameters, self._config = parameters, config
        self._keeps = sees_only_past(config)
        self._read: list[int] = []  # the characters whose keys and values are kept
        shape = (config.blocks, config.heads, config.context_size, config.head_size)
        self._keys = np.zeros(shape, dtype=parameters["output.weight"].dtype)
        self._values = np.zeros_like(self._keys)  # (L, H, context_size, D)

    def next_logits(self, tokens: Sequence[int]) -> Array:
        """Return what follows a text.

        Args:
            tokens: (N,), N >= 1.

        Returns:
            (V,) logits.
        """
        tokens = list(tokens)
        if not self._keeps or len(tokens) > self._config.context_size:
            return next_logits(self._parameters, self._config, tokens)
        if tokens[: len(self._read)] != self._read or len(tokens) == len(self._read):
            self._read = []
        with np.errstate(over="ignore", invalid="ignore"):
            for token in tokens[len(self._read) :]:
                stream = self._read_one(token)
        return self._linear("output", stream)

    def _read_one(self, token: int) -> Array:
        """Send one character through all blocks, keep its keys and values, return its stream (E,)."""
        config, position = self._config, len(self._read)
        x = self._parameters["token_embedding.weight"][token]  # (E,)
        if config.positions:
            x = x + self._parameters["position_embedding.weight"][position]
        for block in range(config.blocks):
            name = f"blocks.{block}"
            if config.attention is not None:
                attended = self._attend(block, position, self._norm(f"{name}.attention_norm", x))
                x = x + attended if config.residual else attended
            hidden = gelu(self._linear(f"{name}.feed_forward.input", self._norm(f"{name}.feed_forward_norm", x)))
            hidden = self._linear(f"{name}.feed_forward.output", hidden)  # (4E,) -> (E,)
            x = x + hidden if config.residual else hidden
        self._read.append(token)
        return self._norm("final_norm", x)

    def _attend(self, block: int, position: int, x: Array) -> Array:
        """Return softmax(q Kᵀ / sqrt(D)) V for the newest character alone; no mask: it may see all that is kept."""
        H, D = self._config.heads, self._config.head_size
        query, key, value = (part.reshape(H, D) for part in self._projected(f"blocks.{block}.attention", x))
        self._keys[block, :, position], self._values[block, :, position] = key, value
        keys, values = self._keys[block, :, : position + 1], self._values[block, :, : position + 1]  # (H, T, D)
        scores = (keys @ query[:, :, None])[..., 0] / self._config.score_divisor  # (H, T)
        exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
        output = weights[:, None] @ values  # (H, 1, T) @ (H, T, D) -> (H, 1, D)
        return self._linear(f"blocks.{block}.attention.output", output.reshape(H * D))

    def _projected(self, name: str, x: Array) -> list[Array]:
        if self._config.attention is None or not self._config.attention.projections:
            return [x, x, x]
        return [self._linear(f"{name}.{part}", x) for part in ("query", "key", "value")]

    def _linear(self, name: str, x: Array) -> Array:
        return self._parameters[f"{name}.weight"] @ x + self._parameters[f"{name}.bias"]

    def _norm(self, name: str, x: Array) -> Array:
        """LayerNorm of one vector, where the model has it."""
        if not self._config.layer_norm:
            return x
        centred = x - x.mean()
        normalised = centred / np.sqrt((centred * centred).mean() + LAYER_NORM_EPS)
        return normalised * self._parameters[f"{name}.weight"] + self._parameters[f"{name}.bias"]
