"""Where a model's parameters are: one row a weight or bias, with the formula of its size.

The position chapter's exercise. Letters: V vocab_size, T context_size, E embedding_size. HEADS stands in no formula.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod

from gptviz.config import ModelConfig
from gptviz.parameters import parameter_shapes

MODULES = ("token_embedding", "position_embedding", "attention", "feed_forward", "norm", "output")

_BLOCK = re.compile(r"^blocks\.(\d+)\.")
# The factors of each size, in the order of the array's axes; a Linear's weight is (out, in).
_FACTORS = {
    "token_embedding.weight": ("V", "E"),
    "position_embedding.weight": ("T", "E"),
    **{f"attention.{part}.weight": ("E", "E") for part in ("query", "key", "value", "output")},
    **{f"attention.{part}.bias": ("E",) for part in ("query", "key", "value", "output")},
    "feed_forward.input.weight": ("4E", "E"),
    "feed_forward.input.bias": ("4E",),
    "feed_forward.output.weight": ("E", "4E"),
    "feed_forward.output.bias": ("E",),
    **{f"{place}_norm.weight": ("E",) for place in ("attention", "feed_forward", "final")},
    **{f"{place}_norm.bias": ("E",) for place in ("attention", "feed_forward", "final")},
    "output.weight": ("V", "E"),
    "output.bias": ("V",),
}


@dataclass(frozen=True)
class Part:
    """One weight or bias; those of the same name in all blocks are one part.

    Args:
        name: Without its block: `attention.query.weight`.
        factors: Of its size, as letters: ("V", "E").
        shape: The same as numbers.
        times: In how many places the model has it: BLOCKS, or 1 outside of them.
    """

    name: str
    factors: tuple[str, ...]
    shape: tuple[int, ...]
    times: int

    @property
    def in_blocks(self) -> bool:
        """Whether each block has one."""
        return self.name.split(".")[0] not in ("token_embedding", "position_embedding", "final_norm", "output")

    @property
    def layer(self) -> str:
        """The layer whose weight or bias it is: `attention.query`."""
        return self.name.rpartition(".")[0]

    @property
    def module(self) -> str:
        """One of `MODULES`."""
        first = self.name.split(".")[0]
        return "norm" if first.endswith("norm") else first

    @property
    def count(self) -> int:
        """Numbers that are learned here, in all places together."""
        return self.times * prod(self.shape)


def parameter_table(config: ModelConfig) -> list[Part]:
    """Return all parts of a model in the order in which the chapters build them; their counts add up to its own."""
    parts = []
    for name, shape in parameter_shapes(config).items():
        block = _BLOCK.match(name)
        if block is None or block[1] == "0":
            short = _BLOCK.sub("", name)
            parts.append(Part(short, _FACTORS[short], shape, times=config.blocks if block else 1))
    return parts


def counts_by_module(config: ModelConfig) -> dict[str, int]:
    """Return how many parameters each of `MODULES` has; 0 for what the model has not."""
    counts = dict.fromkeys(MODULES, 0)
    for part in parameter_table(config):
        counts[part.module] += part.count
    return counts
