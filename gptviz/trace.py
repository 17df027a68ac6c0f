"""The GPT's forward pass written out in plain NumPy, keeping every array: what all pictures in the app show.

Read it from top to bottom: it is the whole model. Engines train; this explains. Tests prove that its logits equal
those of both engines for every configuration, so what is shown is what was trained.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gptviz.config import AttentionConfig, ModelConfig
from gptviz.parameters import Parameters

Array = NDArray[np.floating]
# (block, head) -> what stands in place of the head's output: 0, or numbers that fit (B, T, D).
HeadOutputs = Mapping[tuple[int, int], Array | float]
_Replaced = dict[int, Array | float]  # the same for one block, by head

LAYER_NORM_EPS = 1e-5  # chapter 8


@dataclass(frozen=True)
class AttentionTrace:
    """Every array of one attention layer; rows of scores and weights are queries, columns keys.

    Args:
        queries: (B, H, T, D).
        keys: (B, H, T, D).
        values: (B, H, T, D).
        scores: (B, H, T, T), Q Kᵀ / sqrt(D), before the mask.
        weights: (B, H, T, T), after mask and softmax: the picture of attention.
        head_outputs: (B, H, T, D), weights @ V, or what replaced it.
        merged: (B, T, E), the heads side by side.
        output: (B, T, E), after the output Linear.
    """

    queries: Array
    keys: Array
    values: Array
    scores: Array
    weights: Array
    head_outputs: Array
    merged: Array
    output: Array


@dataclass(frozen=True)
class BlockTrace:
    """The arrays of one block.

    Args:
        attention_input: (B, T, E), what attention reads: the stream, normalised where the model has LayerNorm.
        attention: The attention layer, or None in the chapters before it.
        after_attention: (B, T, E), the stream after attention (with the shortcut, where there is one).
        after_feed_forward: (B, T, E), the stream after feed-forward.
    """

    attention_input: Array
    attention: AttentionTrace | None
    after_attention: Array
    after_feed_forward: Array


@dataclass(frozen=True)
class Trace:
    """All arrays of one forward pass.

    Args:
        tokens: (B, T) integers.
        token_embeddings: (B, T, E).
        position_embeddings: (T, E), or None without positions.
        embeddings: (B, T, E), their sum: the stream that enters the first block.
        blocks: One entry a block.
        logits: (B, T, V).
    """

    tokens: NDArray[np.integer]
    token_embeddings: Array
    position_embeddings: Array | None
    embeddings: Array
    blocks: tuple[BlockTrace, ...]
    logits: Array

    @property
    def attention_weights(self) -> Array:
        """(L, B, H, T, T), the weights of every block and head; L = 0 without attention."""
        layers = [block.attention.weights for block in self.blocks if block.attention is not None]
        B, T = self.tokens.shape
        return np.stack(layers) if layers else np.zeros((0, B, 0, T, T), dtype=self.logits.dtype)


def trace(
    parameters: Parameters,
    config: ModelConfig,
    tokens: NDArray[np.integer],
    replaced_heads: HeadOutputs | None = None,
) -> Trace:
    """Run the model on tokens and keep every array on the way (evaluation mode: no dropout).

    Args:
        parameters: By name, as `gptviz.parameters` lists them; their dtype is the dtype of the result.
        config: The model they belong to.
        tokens: (B, T) integers, 0 <= token < V, 1 <= T <= context_size.
        replaced_heads: Outputs to put in place of those of some heads (ablation); everything after them follows.

    Returns:
        The arrays, named.

    Raises:
        ValueError: tokens are not (B, T), longer than context_size, or outside the vocabulary.
        IndexError: There is no such block or head to replace.
    """
    check_tokens(tokens, config)
    replaced = _by_block(config, replaced_heads or {})
    T = tokens.shape[1]
    token_embeddings = parameters["token_embedding.weight"][tokens]  # (B, T, E)
    position_embeddings = parameters["position_embedding.weight"][:T] if config.positions else None  # (T, E)
    x = token_embeddings if position_embeddings is None else token_embeddings + position_embeddings
    embeddings = x
    blocks = []
    for index in range(config.blocks):
        block = _block(parameters, config, f"blocks.{index}", x, replaced[index])
        blocks.append(block)
        x = block.after_feed_forward
    if config.layer_norm:
        x = _layer_norm(parameters, "final_norm", x)
    logits = _linear(parameters, "output", x)  # (B, T, V)
    return Trace(tokens, token_embeddings, position_embeddings, embeddings, tuple(blocks), logits)


def check_tokens(tokens: NDArray[np.integer], config: ModelConfig) -> None:
    """Refuse tokens that the model cannot read.

    Raises:
        ValueError: tokens are not (B, T), longer than context_size, or outside the vocabulary.
    """
    if tokens.ndim != 2 or not np.issubdtype(tokens.dtype, np.integer):
        raise ValueError(f"tokens have shape {tokens.shape} and type {tokens.dtype}; valid: (B, T) integers")
    if not 1 <= tokens.shape[1] <= config.context_size:
        raise ValueError(f"the text has {tokens.shape[1]} tokens; valid: 1 to context_size={config.context_size}")
    if tokens.size and not (tokens.min() >= 0 and tokens.max() < config.vocab_size):
        raise ValueError(f"tokens run from {tokens.min()} to {tokens.max()}; valid: 0 to {config.vocab_size - 1}")


def _by_block(config: ModelConfig, replaced_heads: HeadOutputs) -> list[_Replaced]:
    """Return for each block its replaced heads."""
    heads = config.heads if config.attention is not None else 0
    by_block: list[_Replaced] = [{} for _ in range(config.blocks)]
    for (block, head), output in replaced_heads.items():
        if not (0 <= block < config.blocks and 0 <= head < heads):
            raise IndexError(f"no head {head} in block {block}; this model has {config.blocks} blocks of {heads} heads")
        by_block[block][head] = output
    return by_block


def _block(parameters: Parameters, config: ModelConfig, name: str, x: Array, replaced: _Replaced) -> BlockTrace:
    """Send the stream (B, T, E) through attention and feed-forward, each with its LayerNorm and shortcut, if any."""
    attention, attention_input = None, x
    if config.attention is not None:
        attention_input = _layer_norm(parameters, f"{name}.attention_norm", x) if config.layer_norm else x
        attention = _attention(parameters, config, config.attention, f"{name}.attention", attention_input, replaced)
        x = x + attention.output if config.residual else attention.output
    after_attention = x
    hidden = _layer_norm(parameters, f"{name}.feed_forward_norm", x) if config.layer_norm else x
    hidden = gelu(_linear(parameters, f"{name}.feed_forward.input", hidden))  # (B, T, 4E)
    hidden = _linear(parameters, f"{name}.feed_forward.output", hidden)  # (B, T, E)
    x = x + hidden if config.residual else hidden
    return BlockTrace(attention_input, attention, after_attention, x)


def _attention(
    parameters: Parameters, config: ModelConfig, settings: AttentionConfig, name: str, x: Array, replaced: _Replaced
) -> AttentionTrace:
    """Return merge(softmax(mask(Q Kᵀ / sqrt(D))) V) through the output Linear (Vaswani et al. 2017, section 3.2)."""
    parts = [f"{name}.{part}" for part in ("query", "key", "value")]
    projected = [_linear(parameters, part, x) if settings.projections else x for part in parts]
    queries, keys, values = (split_heads(part, config.heads) for part in projected)  # each (B, H, T, D)
    scores = queries @ keys.swapaxes(-1, -2) / config.score_divisor  # (B, H, T, T)
    weights = attention_weights(scores, causal=settings.causal, softmax_over=settings.softmax_over)
    head_outputs = weights @ values  # (B, H, T, D)
    for head, head_output in replaced.items():
        head_outputs[:, head] = head_output
    merged = merge_heads(head_outputs)  # (B, T, E)
    output = _linear(parameters, f"{name}.output", merged)
    return AttentionTrace(queries, keys, values, scores, weights, head_outputs, merged, output)


def split_heads(x: Array, heads: int) -> Array:
    """(B, T, E) -> (B, T, H, D) -> (B, H, T, D): head h takes the numbers h*D to (h+1)*D of each position."""
    B, T, E = x.shape
    return x.reshape(B, T, heads, E // heads).transpose(0, 2, 1, 3)


def merge_heads(x: Array) -> Array:
    """(B, H, T, D) -> (B, T, H, D) -> (B, T, E): the heads side by side again."""
    B, H, T, D = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)


def attention_weights(scores: Array, *, causal: bool = True, softmax_over: str = "keys") -> Array:
    """Mask the future and normalise: the weights of masked pairs are exactly 0.

    Args:
        scores: (..., T, T), rows queries, columns keys.
        causal: True: a query sees keys at its own and earlier positions only.
        softmax_over: "keys": each row sums to 1; "queries": each column does (a mistake that the lessons show).

    Returns:
        (..., T, T), of the dtype of scores.
    """
    past = np.tri(scores.shape[-2], scores.shape[-1], dtype=bool)  # (T, T), True on and below the diagonal
    seen = past if causal else np.ones_like(past)
    masked = np.where(seen, scores, -np.inf)
    axis = -1 if softmax_over == "keys" else -2
    exponentials = np.exp(masked - masked.max(axis=axis, keepdims=True))
    weights = exponentials / exponentials.sum(axis=axis, keepdims=True)
    # Scores that overflowed make a row NaN; the future stays exactly 0 even then.
    return np.where(seen, weights, scores.dtype.type(0))


def gelu(x: Array) -> Array:
    """Return 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x³))) (Hendrycks and Gimpel 2016, section 2)."""
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)
    return 0.5 * x * (1 + np.tanh(inner))


def _linear(parameters: Parameters, name: str, x: Array) -> Array:
    """Return x Wᵀ + b, W being (out, in)."""
    return x @ parameters[f"{name}.weight"].T + parameters[f"{name}.bias"]


def _layer_norm(parameters: Parameters, name: str, x: Array) -> Array:
    """Return (x - mean) / sqrt(variance + eps) * weight + bias, over the last axis (Ba et al. 2016)."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    normalised = centred / np.sqrt(variance + LAYER_NORM_EPS)
    return normalised * parameters[f"{name}.weight"] + parameters[f"{name}.bias"]
