"""Multi-head attention in two ways that compute the same. Shapes: B batch, T time, E embedding_size, H heads, D = E/H.

Way A is easy to understand: H small attentions side by side. Way B is quick: one attention, cut into heads afterwards.
Both are softmax(mask(Q Kᵀ / sqrt(D))) V through an output Linear (Vaswani et al. 2017, section 3.2).
"""

from __future__ import annotations

import math
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

OVER_KEYS, OVER_QUERIES = -1, 1  # dim of softmax on (B, T, T): right, and the notebook's slip


def future(length: int) -> Tensor:
    """Return (T, T), True where the key (column) comes after the query (row)."""
    return torch.ones(length, length, dtype=torch.bool).triu(1)


class OneHead(nn.Module):
    """One causal attention with an output of D numbers a position.

    Args:
        embedding_size: E, numbers of each input position.
        head_size: D.
        max_length: The longest window.
        softmax_dim: OVER_KEYS, or OVER_QUERIES as in the notebook.
    """

    future: Tensor

    def __init__(self, embedding_size: int, head_size: int, max_length: int, softmax_dim: int) -> None:
        super().__init__()
        self.query = nn.Linear(embedding_size, head_size, bias=False)
        self.key = nn.Linear(embedding_size, head_size, bias=False)
        self.value = nn.Linear(embedding_size, head_size, bias=False)
        # A buffer moves with the module (to a GPU, into a file), and is not trained.
        self.register_buffer("future", future(max_length))
        self.softmax_dim = softmax_dim

    def weights(self, x: Tensor) -> Tensor:
        """(B, T, E) -> (B, T, T): how much each query (row) takes of each key (column)."""
        queries, keys = self.query(x), self.key(x)  # (B, T, D)
        scores = queries @ keys.transpose(1, 2) / math.sqrt(queries.shape[-1])  # (B, T, D) @ (B, D, T) -> (B, T, T)
        T = x.shape[1]
        return scores.masked_fill(self.future[:T, :T], -math.inf).softmax(dim=self.softmax_dim)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, E) -> (B, T, D)."""
        return self.weights(x) @ self.value(x)  # (B, T, T) @ (B, T, D) -> (B, T, D)


class WayA(nn.Module):
    """H small attentions, their outputs side by side, and an output Linear.

    Args:
        embedding_size: E.
        heads: H, divides E.
        max_length: The longest window.
        softmax_dim: Of every head.
    """

    def __init__(self, embedding_size: int, heads: int, max_length: int, softmax_dim: int = OVER_KEYS) -> None:
        super().__init__()
        head_size = embedding_size // heads
        self.heads = nn.ModuleList(OneHead(embedding_size, head_size, max_length, softmax_dim) for _ in range(heads))
        self.output = nn.Linear(embedding_size, embedding_size)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, E) -> (B, T, E)."""
        return self.output(torch.cat([head(x) for head in self.heads], dim=-1))  # H x (B, T, D) -> (B, T, E)

    def weights(self, x: Tensor) -> Tensor:
        """(B, T, E) -> (H, B, T, T): the weights of every head."""
        return torch.stack([cast(OneHead, head).weights(x) for head in self.heads])


class WayB(nn.Module):
    """One Linear each for Q, K and V; their outputs are cut into heads.

    Args:
        embedding_size: E.
        heads: H, divides E.
        max_length: The longest window.
    """

    future: Tensor

    def __init__(self, embedding_size: int, heads: int, max_length: int) -> None:
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(embedding_size, embedding_size, bias=False)
        self.key = nn.Linear(embedding_size, embedding_size, bias=False)
        self.value = nn.Linear(embedding_size, embedding_size, bias=False)
        self.output = nn.Linear(embedding_size, embedding_size)
        self.register_buffer("future", future(max_length))

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, E) -> (B, T, E)."""
        heads = self.mix(self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x)))  # (B, H, T, D)
        return self.output(heads.transpose(1, 2).flatten(2))  # (B, H, T, D) -> (B, T, H, D) -> (B, T, E)

    def split(self, x: Tensor) -> Tensor:
        """(B, T, E) -> (B, T, H, D) -> (B, H, T, D)."""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def mix(self, queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
        """Return the heads' outputs (B, H, T, D) from three of (B, H, T, D)."""
        T, D = queries.shape[-2:]
        scores = queries @ keys.transpose(2, 3) / math.sqrt(D)  # (B, H, T, D) @ (B, H, D, T) -> (B, H, T, T)
        weights = scores.masked_fill(self.future[:T, :T], -math.inf).softmax(dim=-1)
        return weights @ values  # (B, H, T, T) @ (B, H, T, D) -> (B, H, T, D)


class FusedWayB(WayB):
    """Way B with PyTorch's own attention, which does not keep the (B, H, T, T) weights."""

    def mix(self, queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
        """Return what `WayB.mix` returns, computed in one piece."""
        return F.scaled_dot_product_attention(queries, keys, values, is_causal=True)


@torch.no_grad()
def copy_weights(a: WayA, b: WayB) -> None:
    """Give way B the weights of way A: head h becomes rows h*D to (h+1)*D of each of B's matrices."""
    for name in ("query", "key", "value"):
        small = [getattr(head, name).weight for head in a.heads]  # H x (D, E)
        getattr(b, name).weight.copy_(torch.cat(small))  # (E, E)
    b.output.load_state_dict(a.output.state_dict())
