"""What the scale factor does: how scores, and the weights made of them, are distributed with and without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gptviz.analysis.scale_effect import Scaled
from gptviz.figures import theme
from gptviz.figures.axis_notes import with_note
from gptviz.trace import Array

BINS = 41
HEIGHT_PX = 280
_COLORS = {"none": theme.TEST, "head_size": theme.TRAIN, "embedding_size": theme.HEADS[2]}


@dataclass(frozen=True)
class ScaleWords:
    """The words of the pictures.

    Args:
        score: Title of an axis.
        weight: Title of an axis.
        share: Title of an axis: which share of all pairs.
        names: What each scale is called: "none", "head_size", "embedding_size".
        logarithmic: Note of an axis.
    """

    score: str
    weight: str
    share: str
    names: dict[str, str]
    logarithmic: str


def score_distribution(effects: Sequence[Scaled], words: ScaleWords) -> go.Figure:
    """Draw the share of pairs with each score, one line a scale.

    Args:
        effects: The same scores, divided by different numbers.
        words: In the reader's language.
    """
    finite = np.concatenate([_finite(effect.scores) for effect in effects])
    # Whatever the scores are, the picture needs an extent; a diverged model has none at all.
    most = max(float(np.abs(finite).max(initial=0)), 1e-6)
    edges = np.linspace(-most, most, BINS + 1)
    lines = _lines(effects, [effect.scores for effect in effects], edges, words.score, words)
    y = theme.axis(words.share, tickformat=".0%", rangemode="tozero")
    return _figure(lines, edges, words.score, y, _names(lines, logarithmic=False))


def weight_distribution(effects: Sequence[Scaled], words: ScaleWords) -> go.Figure:
    """Draw the share of pairs with each weight, one line a scale; shares on a log axis, as most weights are small.

    Args:
        effects: The same scores, divided by different numbers.
        words: In the reader's language.
    """
    edges = np.linspace(0, 1, 21)
    lines = _lines(effects, [effect.weights for effect in effects], edges, words.weight, words)
    shares = np.concatenate([line.y for line in lines])
    smallest = float(np.nanmin(shares, initial=1.0))
    # Above 100% there is room for a name, but no tick.
    y = theme.axis(
        with_note(words.share, words.logarithmic),
        type="log",
        tickformat=".1~%",
        range=[np.log10(smallest) - 0.1, np.log10(1.9)],
    )
    return _figure(lines, edges, words.weight, y, _names(lines, logarithmic=True))


def _lines(
    effects: Sequence[Scaled], values: Sequence[Array], edges: Array, title: str, words: ScaleWords
) -> list[go.Scatter]:
    lines = []
    for effect, numbers in zip(effects, values, strict=True):
        name = words.names[effect.name]
        lines.append(
            go.Scatter(
                x=(edges[1:] + edges[:-1]) / 2,
                y=_shares(numbers, edges),
                name=name,
                mode="lines+markers",
                line={"shape": "hvh", "color": _COLORS[effect.name], "width": 2},
                marker={"size": 4},
                hovertemplate=f"{name}<br>{title} %{{x:.2f}}<br>{words.share} %{{y:.1%}}<extra></extra>",
            )
        )
    return lines


def _figure(lines: list[go.Scatter], edges: Array, title: str, y: dict[str, Any], names: list[dict]) -> go.Figure:
    x = theme.axis(title, range=[float(edges[0]), float(edges[-1])])
    margin = theme.MARGIN_PX | {"t": 32}  # of a name above the highest point
    return go.Figure(
        data=lines, layout=theme.layout(height_px=HEIGHT_PX, margin=margin, xaxis=x, yaxis=y, annotations=names)
    )


# Where a name stands, from the picture's left to its right: at the edges it grows inwards, else away from the middle.
_SIDES = ((0.12, "left"), (0.42, "right"), (0.58, "center"), (0.88, "left"), (1.0, "right"))


def _names(lines: list[go.Scatter], *, logarithmic: bool) -> list[dict]:
    """Name each line where it stands furthest above the others: these lines begin and end together."""
    heights = np.nan_to_num(np.array([line.y for line in lines], dtype=float))  # (lines, bins)
    names = []
    for at, line in enumerate(lines):
        others = np.delete(heights, at, axis=0).max(axis=0, initial=0)
        place = int(np.argmax(heights[at] - others))
        share = float(heights[at, place])
        if not share:
            continue
        side = next(side for end, side in _SIDES if place <= end * (len(line.x) - 1))
        here = {"x": float(line.x[place]), "y": float(np.log10(share)) if logarithmic else share}
        style = {"xanchor": side, "yanchor": "bottom", "yshift": 4, "showarrow": False}
        names.append(here | style | {"text": line.name, "font": {"color": line.line.color, "size": theme.TICK_SIZE_PX}})
    return names


def _shares(numbers: Array, edges: Array) -> Array:
    """(N,) numbers -> the share of them in each bin; NaN where the numbers are none."""
    finite = _finite(numbers)
    counts = np.histogram(finite, edges)[0].astype(float)
    counts[counts == 0] = np.nan  # an empty bin has no point, on a log axis too
    return counts / max(1, len(finite))


def _finite(numbers: Array) -> Array:
    return numbers[np.isfinite(numbers)]
