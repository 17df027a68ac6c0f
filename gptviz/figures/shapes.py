"""What the scale factor does: how scores, and the weights made of them, are distributed with and without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptviz.analysis.scale_effect import Scaled
from gptviz.figures import theme
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
    """

    score: str
    weight: str
    share: str
    names: dict[str, str]


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
    return _lines(effects, [effect.scores for effect in effects], edges, words.score, words)


def weight_distribution(effects: Sequence[Scaled], words: ScaleWords) -> go.Figure:
    """Draw the share of pairs with each weight, one line a scale; shares on a log axis, as most weights are small.

    Args:
        effects: The same scores, divided by different numbers.
        words: In the reader's language.
    """
    figure = _lines(effects, [effect.weights for effect in effects], np.linspace(0, 1, 21), words.weight, words)
    figure.update_yaxes(type="log", tickformat=".1~%")
    return figure


def _lines(
    effects: Sequence[Scaled], values: Sequence[Array], edges: Array, title: str, words: ScaleWords
) -> go.Figure:
    middles = (edges[1:] + edges[:-1]) / 2
    lines = []
    for effect, numbers in zip(effects, values, strict=True):
        name = words.names[effect.name]
        lines.append(
            go.Scatter(
                x=middles,
                y=_shares(numbers, edges),
                name=name,
                mode="lines+markers",
                line={"shape": "hvh", "color": _COLORS[effect.name], "width": 2},
                marker={"size": 4},
                hovertemplate=f"{name}<br>{title} %{{x:.2f}}<br>{words.share} %{{y:.1%}}<extra></extra>",
            )
        )
    x = theme.axis(title, range=[float(edges[0]), float(edges[-1])])
    y = theme.axis(words.share, tickformat=".0%", rangemode="tozero")
    legend = {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"}
    more = {"showlegend": True, "legend": legend, "margin": theme.MARGIN_PX | {"t": 44}}
    return go.Figure(data=lines, layout=theme.layout(height_px=HEIGHT_PX, xaxis=x, yaxis=y, **more))


def _shares(numbers: Array, edges: Array) -> Array:
    """(N,) numbers -> the share of them in each bin; NaN where the numbers are none."""
    finite = _finite(numbers)
    counts = np.histogram(finite, edges)[0].astype(float)
    counts[counts == 0] = np.nan  # an empty bin has no point, on a log axis too
    return counts / max(1, len(finite))


def _finite(numbers: Array) -> Array:
    return numbers[np.isfinite(numbers)]
