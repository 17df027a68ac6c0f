"""What enters attention in the notebook: a vector for each token plus a vector for its place in the window."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class TokenPlusPosition(nn.Module):
    """Token embedding plus position embedding, both drawn from N(0, 1) and never trained in the notebook.

    Args:
        vocabulary: V, rows of the token table.
        places: Rows of the position table; the longest window.
        embedding_size: E.
    """

    def __init__(self, vocabulary: int, places: int, embedding_size: int) -> None:
        super().__init__()
        self.token = nn.Embedding(vocabulary, embedding_size)
        self.position = nn.Embedding(places, embedding_size)

    def forward(self, tokens: Tensor) -> Tensor:
        """(B, T) token numbers -> (B, T, E)."""
        return self.token(tokens) + self.positions(tokens.shape[1])  # (B, T, E) + (T, E)

    def positions(self, length: int) -> Tensor:
        """Return the vectors (T, E) of the first places."""
        return self.position(torch.arange(length))
