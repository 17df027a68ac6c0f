"""Both ways on one batch: are their outputs the same, and does the future leak?"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gptviz.notebook.attention import OVER_QUERIES, WayA, WayB, copy_weights
from gptviz.notebook.embeddings import TokenPlusPosition
from gptviz.notebook.lesson import PLACES, VOCABULARY, Comparison, Softmax

SEED = 123


@torch.no_grad()
def compare(inputs: NDArray[np.int64], heads: int, embedding_size: int) -> Comparison:
    """Return what `Comparison` names, for fresh weights that depend on the sizes alone."""
    tokens, T = torch.from_numpy(inputs), inputs.shape[1]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(SEED)
        embeddings = TokenPlusPosition(VOCABULARY, PLACES, embedding_size)
        a = WayA(embedding_size, heads, max_length=T)
        faulty = WayA(embedding_size, heads, max_length=T, softmax_dim=OVER_QUERIES)
        b = WayB(embedding_size, heads, max_length=T)
    faulty.load_state_dict(a.state_dict())
    copy_weights(a, b)
    x, changed = embeddings(tokens), embeddings(with_another_last_token(tokens))
    return Comparison(
        tokens=embeddings.token(tokens).numpy(),
        positions=embeddings.positions(T).numpy(),
        sums=x.numpy(),
        parameters_a=count_parameters(a),
        parameters_b=count_parameters(b),
        output=b(x).numpy(),
        over_keys=_look_at(a, b, x, changed),
        over_queries=_look_at(faulty, b, x, changed),
    )


def with_another_last_token(tokens: Tensor) -> Tensor:
    """Return windows (B, T) whose last token is the next one of the vocabulary."""
    changed = tokens.clone()
    changed[:, -1] = (changed[:, -1] + 1) % VOCABULARY
    return changed


def count_parameters(module: nn.Module) -> int:
    """Return how many numbers of a module are trained; buffers such as the mask are not."""
    return sum(parameter.numel() for parameter in module.parameters())


def _look_at(a: WayA, b: WayB, x: Tensor, changed: Tensor) -> Softmax:
    output = a(x)  # (B, T, E)
    return Softmax(
        weights=a.weights(x).numpy(),
        difference=(output - b(x)).abs().max().item(),
        leak=(a(changed) - output).abs().amax(dim=(0, 2)).numpy(),  # (B, T, E) -> (T,)
    )
