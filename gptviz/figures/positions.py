"""Position vectors: which are alike, how long they are, along which path they lie, and how far order reaches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from gptviz.analysis.positions import Array, DistanceCurve, PrincipalPath
from gptviz.figures import theme


@dataclass(frozen=True)
class PositionsWords:
    """The words of the pictures.

    Args:
        position: "position", an axis.
        similarity: "cosine similarity".
        norm: "length of the vector".
        axis: "principal axis", before its number and share.
        start: The first position.
        end: The last position.
        distance: "distance in characters".
        measured: The measured curve.
        shuffled: The curve of shuffled positions.
    """

    position: str
    similarity: str
    norm: str
    axis: str
    start: str
    end: str
    distance: str
    measured: str
    shuffled: str


def similarity_map(similarity: Array, words: PositionsWords) -> go.Figure:
    """Draw the cosine similarity of every two positions, blue -1 to brown +1; position 0 on top.

    Args:
        similarity: (T, T), -1 to 1.
        words: In the reader's language.
    """
    T = len(similarity)
    heatmap = go.Heatmap(
        z=np.asarray(similarity, dtype=np.float32),
        zmin=-1,
        zmax=1,
        colorscale=theme.colorscale(theme.DIVERGING),
        colorbar=theme.colorbar(words.similarity),
        hovertemplate=f"%{{y:d}} · %{{x:d}}<br>{words.similarity} %{{z:.3f}}<extra></extra>",
    )
    grid = {"showgrid": False, "constrain": "domain", "tickformat": "d"}
    x = theme.axis(words.position, range=[-0.5, T - 0.5], **grid)
    y = theme.axis(words.position, range=[T - 0.5, -0.5], scaleanchor="x", constraintoward="top", **grid)
    margin = theme.MARGIN_PX | {"t": 56}
    return go.Figure(data=[heatmap], layout=theme.layout(height_px=520, margin=margin, xaxis=x, yaxis=y))


def norm_bars(norms: Array, words: PositionsWords) -> go.Figure:
    """Draw the length of each position's vector.

    Args:
        norms: (T,).
        words: In the reader's language.
    """
    bars = go.Bar(
        x=np.arange(len(norms)),
        y=norms,
        marker={"color": theme.TRAIN},
        hovertemplate=f"{words.position} %{{x:d}}<br>{words.norm} %{{y:.3f}}<extra></extra>",
    )
    x = theme.axis(words.position, range=[-0.5, len(norms) - 0.5], showgrid=False, tickformat="d")
    y = theme.axis(words.norm, rangemode="tozero")
    return go.Figure(data=[bars], layout=theme.layout(height_px=280, xaxis=x, yaxis=y, bargap=0.15))


def principal_path_map(path: PrincipalPath, words: PositionsWords) -> go.Figure:
    """Draw the position vectors in their principal plane, joined in order, coloured from the first (dark) to the last.

    Args:
        path: Of T positions.
        words: In the reader's language.
    """
    x, y = path.points[:, 0], path.points[:, 1]
    line = go.Scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={"color": theme.MUTED, "width": 1},
        marker={
            "size": 10,
            "color": np.arange(len(x)),
            "colorscale": theme.colorscale(theme.SEQUENTIAL),
            "colorbar": theme.colorbar(words.position),
            "line": {"width": 1, "color": theme.MUTED},
        },
        hovertemplate=f"{words.position} %{{marker.color:d}}<extra></extra>",
    )
    ends = [(0, words.start), (len(x) - 1, words.end)][: min(len(x), 2)]
    notes = [
        {"x": float(x[at]), "y": float(y[at]), "text": name, "yshift": 16, "showarrow": False} for at, name in ends
    ]
    titles = [f"{words.axis} {at + 1} · {share:.0%}" for at, share in enumerate(path.explained)]
    layout = theme.layout(
        height_px=440,
        margin=theme.MARGIN_PX | {"t": 56},
        xaxis=theme.axis(titles[0]),
        yaxis=theme.axis(titles[1], scaleanchor="x"),
        annotations=notes,
    )
    return go.Figure(data=[line], layout=layout)


def similarity_by_distance_curve(curve: DistanceCurve, words: PositionsWords) -> go.Figure:
    """Draw mean similarity against distance over the band in which 95 % of shuffled positions lie.

    Args:
        curve: Of T positions.
        words: In the reader's language.
    """
    band = {"x": curve.distances, "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    hover = "%{x:d}: %{y:.3f}<extra></extra>"
    traces = [
        go.Scatter(y=curve.shuffled_low, **band),
        go.Scatter(y=curve.shuffled_high, fill="tonexty", fillcolor=theme.GRID, **band),
        go.Scatter(
            x=curve.distances,
            y=curve.shuffled_mean,
            mode="lines",
            line={"color": theme.MUTED, "dash": "dot"},
            hovertemplate=f"{words.shuffled} {hover}",
        ),
        go.Scatter(
            x=curve.distances,
            y=curve.similarity,
            mode="lines+markers",
            line={"color": theme.TEST, "width": 2},
            marker={"size": 5},
            hovertemplate=f"{words.measured} {hover}",
        ),
    ]
    x = theme.axis(words.distance, showgrid=False, tickformat="d")
    # The 0 is on it, and above the highest point there is room for a name.
    ends = [0.0, *curve.similarity, *curve.shuffled_low, *curve.shuffled_high]
    y = theme.axis(words.similarity, range=[np.nanmin(ends) - 0.06, np.nanmax(ends) + 0.16])
    layout = theme.layout(height_px=340, xaxis=x, yaxis=y, annotations=_names(curve, words))
    return go.Figure(data=traces, layout=layout)


def _names(curve: DistanceCurve, words: PositionsWords) -> list[dict]:
    """Name the measured curve at its start, where it differs most, the shuffled one above its band."""
    if not len(curve.distances):
        return []
    at = len(curve.distances) * 2 // 3
    measured = {"text": words.measured, "x": 1, "y": float(curve.similarity[0]), "xanchor": "left", "yshift": 14}
    shuffled = {"text": words.shuffled, "x": int(curve.distances[at]), "y": float(curve.shuffled_high[at])}
    return [
        measured | {"showarrow": False, "font": {"color": theme.TEST}},
        shuffled | {"showarrow": False, "yshift": 12},
    ]
