"""Where a model's parameters are: a tile for every layer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from gptviz.analysis.parameter_table import MODULES, Part
from gptviz.figures import theme

MODULE_COLORS = dict(
    zip(
        MODULES,
        (theme.HEADS[0], theme.HEADS[12], theme.BROWN, theme.HEADS[2], theme.TILE, theme.HEADS[6]),
        strict=True,
    )
)


@dataclass(frozen=True)
class ParametersWords:
    """The words of the pictures.

    Args:
        total: Of the whole model, with its count.
        parameters: "parameters", an axis.
        factor: "times the value it has now", an axis.
        blocks: Names of the blocks.
        modules: Names by module.
        layers: Names by layer.
        logarithmic: Note of an axis.
    """

    total: str
    parameters: str
    factor: str
    blocks: Sequence[str]
    modules: dict[str, str]
    layers: dict[str, str]
    logarithmic: str


@dataclass(frozen=True)
class _Tile:
    id: str
    parent: str
    label: str
    count: int
    color: str
    detail: str = ""


def parameter_treemap(parts: Sequence[Part], words: ParametersWords) -> go.Figure:
    """Draw every layer as a tile whose area is its number of parameters, weight and bias together.

    Args:
        parts: Of `parameter_table`.
        words: In the reader's language.
    """
    tiles = _with_parents(_leaves(parts, words), words)
    treemap = go.Treemap(
        ids=[tile.id for tile in tiles],
        parents=[tile.parent for tile in tiles],
        labels=[tile.label for tile in tiles],
        values=[tile.count for tile in tiles],
        branchvalues="total",
        marker={"colors": [tile.color for tile in tiles], "line": {"width": 1, "color": theme.SEAM}},
        customdata=[tile.detail for tile in tiles],
        texttemplate="%{label}<br>%{value:,}",
        hovertemplate="%{label}<br>%{value:,} · %{percentRoot:.1%}%{customdata}<extra></extra>",
        textfont={"color": theme.ON_COLOR, "size": theme.TEXT_SIZE_PX},
        tiling={"pad": 2},
        pathbar={"visible": False},
        root={"color": theme.TILE},
    )
    margin = {"l": 0, "r": 0, "t": 0, "b": theme.MENU_PX}
    return go.Figure(data=[treemap], layout=theme.layout(height_px=420 + theme.MENU_PX, margin=margin))


def _leaves(parts: Sequence[Part], words: ParametersWords) -> list[_Tile]:
    """One tile a layer and place; a layer of the blocks has one in each block."""
    layers: dict[str, list[Part]] = {}
    for part in parts:
        layers.setdefault(part.layer, []).append(part)
    tiles = []
    for layer, its_parts in layers.items():
        first = its_parts[0]
        detail = "".join(
            f"<br>{part.name.rpartition('.')[2]}: {' × '.join(map(str, part.shape))}" for part in its_parts
        )
        count = sum(math.prod(part.shape) for part in its_parts)
        for place in range(first.times):
            # A block's norms stand beside its attention and feed-forward, not below them.
            inner = f".{first.module}" if first.module in ("attention", "feed_forward") else ""
            parent = f"block.{place}{inner}" if first.in_blocks else "model"
            color = MODULE_COLORS[first.module]
            tiles.append(_Tile(f"{parent}.{layer}", parent, words.layers[layer], count, color, detail))
    return tiles


def _with_parents(leaves: list[_Tile], words: ParametersWords) -> list[_Tile]:
    """Add the tiles that hold others: attention and feed-forward, their block, and the model."""
    parents: dict[str, list[_Tile]] = {}
    for leaf in leaves:
        steps = leaf.parent.split(".")  # ["block", "0", "attention"], ["block", "0"] or ["model"]
        chain = {".".join(steps), ".".join(steps[:2]), "model"}
        for parent in chain:
            parents.setdefault(parent, []).append(leaf)
    tiles = list(leaves)
    for parent, held in parents.items():
        steps = parent.split(".")
        count = sum(tile.count for tile in held)
        if parent == "model":
            tiles.append(_Tile(parent, "", words.total, count, theme.TILE))
        elif len(steps) == 2:
            tiles.append(_Tile(parent, "model", words.blocks[int(steps[1])], count, theme.TILE))
        else:
            tiles.append(_Tile(parent, ".".join(steps[:2]), words.modules[steps[2]], count, MODULE_COLORS[steps[2]]))
    return tiles
