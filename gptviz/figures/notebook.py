"""The pictures of the notebook lesson's attention: vectors, weights with sums on both sides, leak, and speed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.figures.axis_notes import with_note
from gptviz.figures.end_names import End, name_lines, named_ends, room_px
from gptviz.labels import escaped
from gptviz.numbers import rough

WAY_COLORS = {"a": theme.TEST, "b": theme.TRAIN, "fused": theme.HEADS[2]}
SPEED_PX = 400
MOST_WRITTEN = 8  # tokens; above, the numbers would touch
WAY_DASHES = {"a": "solid", "b": "dash", "fused": "dot"}


def vectors_picture(
    parts: dict[str, NDArray[np.floating]], labels: dict[str, list[str]], *, number: str, value: str
) -> go.Figure:
    """Draw token vectors, position vectors and their sum, one below the other.

    Args:
        parts: Their names and values (T, E), in the order of drawing.
        labels: For each name the T labels of its rows, not escaped.
        number: What a column is.
        value: Title of the colour bar.
    """
    highest = max(float(np.abs(values).max()) for values in parts.values())
    share = 1 / len(parts)
    figure = go.Figure()
    for at, (name, values) in enumerate(parts.items()):
        rows, top = [escaped(label) for label in labels[name]], 1 - at * share
        suffix = str(at + 1) if at else ""
        figure.add_heatmap(
            z=values.astype(np.float32),
            zmin=-highest,
            zmax=highest,
            colorscale=theme.colorscale(theme.DIVERGING),
            colorbar=theme.colorbar(value) | {"ypad": 26},  # above the name of the first part
            showscale=not at,
            yaxis=f"y{suffix}",
            text=np.array([[row] * values.shape[1] for row in rows], dtype=object),
            hovertemplate=f"%{{text}}<br>{number} %{{x:d}}<br>%{{z:.3f}}<extra>{name}</extra>",
        )
        y = theme.token_axis(rows, "") | {"range": [len(rows) - 0.5, -0.5], "domain": [top - 0.82 * share, top]}
        figure.update_layout({f"yaxis{suffix}": y})
        figure.add_annotation(
            x=0, y=top, xref="paper", yref="paper", text=name, showarrow=False, xanchor="left", yanchor="bottom"
        )
    height_px = 116 + sum(60 + 26 * len(values) for values in parts.values())
    x = theme.axis(number, showgrid=False, anchor=f"y{len(parts)}")
    return figure.update_layout(theme.layout(height_px=height_px, margin=theme.MARGIN_PX | {"t": 92}, xaxis=x))


def weights_with_sums(
    weights: NDArray[np.floating], labels: list[str], *, query: str, key: str, sum_name: str, weight: str
) -> go.Figure:
    """Draw the weights of one head on one window as numbers, with the sums of rows and of columns.

    Args:
        weights: (T, T); rows are queries (the first on top), columns keys.
        labels: T labels of tokens, not escaped.
        query: Title of the rows.
        key: Title of the columns.
        sum_name: Tick of the sums.
        weight: Title of the colour bar, which is there where the numbers are not.
    """
    T = len(labels)
    names = [escaped(label) for label in labels]
    future = ~np.tri(T, dtype=bool)
    written = np.where(future, "", np.char.mod("%.2f", weights)) if T <= MOST_WRITTEN else None
    pairs = np.array([[f"{q} → {k}" for k in names] for q in names], dtype=object)
    cells = go.Heatmap(
        z=np.where(future, np.nan, weights).astype(np.float32),
        zmin=0,
        zmax=1,
        colorscale=theme.weight_colorscale(),
        colorbar=theme.colorbar(weight),
        showscale=written is None,
        hoverongaps=False,
        customdata=pairs,
        text=written,
        texttemplate=None if written is None else "%{text}",
        hovertemplate="%{customdata}<br>%{z:.4f}<extra></extra>",
        xgap=2,
        ygap=2,
    )
    traces = [cells, *_sums(weights.sum(axis=1), rows=True), *_sums(weights.sum(axis=0), rows=False)]
    ends = [-0.5, T + 0.5]
    x = theme.token_axis([*names, sum_name], key) | {"range": ends, "tickangle": -90 if T > 4 else 0}
    y = theme.token_axis([*names, sum_name], query) | {"range": ends[::-1], "scaleanchor": "x"}
    height_px = int(np.clip(46 * T + 160, 320, 560))
    margin = theme.MARGIN_PX | {"t": 72 if written is None else 16}
    return go.Figure(data=traces, layout=theme.layout(height_px=height_px, margin=margin, xaxis=x, yaxis=y))


def _sums(sums: NDArray[np.floating], *, rows: bool) -> list[go.Scatter]:
    """The sums beside the rows or below the columns: those that are 1 with a tick, the others orange and bold."""
    T, right = len(sums), np.abs(sums - 1) < 1e-4
    traces = []
    for shown, pattern, font in ((right, "%.2f ✓", {}), (~right, "<b>%.2f</b>", {"color": theme.TEST})):
        along = np.flatnonzero(shown)
        aside = np.full(len(along), T)
        traces.append(
            go.Scatter(
                x=aside if rows else along,
                y=along if rows else aside,
                mode="text",
                text=np.char.mod(pattern, sums[shown]),
                textfont={"size": theme.TEXT_SIZE_PX, **font},
                hoverinfo="skip",
            )
        )
    return traces


def leak_bars(leaks: dict[str, NDArray[np.floating]], labels: list[str], *, place: str, change: str) -> go.Figure:
    """Draw how much the output of each position changes when only the last token does.

    Args:
        leaks: Name of the softmax -> (T,) changes; the right one first.
        labels: T labels of places, not escaped.
        place: Title of the positions.
        change: Title of the changes.
    """
    T = len(labels)
    bars = [
        go.Bar(
            x=np.arange(T),
            y=values,
            name=name,
            marker={"color": color},
            text=[rough(value) for value in values.tolist()],
            textposition="outside",
            constraintext="none",
            cliponaxis=False,
            hovertemplate="%{y:.6g}",
        )
        for (name, values), color in zip(leaks.items(), (theme.TRAIN, theme.TEST), strict=True)
    ]
    layout = theme.layout(
        height_px=340,
        margin=theme.MARGIN_PX | {"t": 56},
        showlegend=True,  # bars stand in pairs: no place beside them belongs to one of the two
        legend={"orientation": "h", "x": 0, "y": 1.06, "yanchor": "bottom"},
        hovermode="x unified",
        xaxis=theme.token_axis([escaped(label) for label in labels], place),
        yaxis=theme.axis(change, rangemode="tozero"),
    )
    return go.Figure(data=bars, layout=layout)


def speed_curves(
    heads: Sequence[int],
    ratios: dict[str, list[float]],
    names: dict[str, str],
    *,
    axis_heads: str,
    axis_time: str,
    logarithmic: str,
) -> go.Figure:
    """Draw times, as multiples of one of them, against the number of heads; steps on both axes are factors.

    Args:
        heads: Head counts, in rising order.
        ratios: Way ("a", "b", "fused") -> one number a head count.
        names: Of the ways; each stands at the end of its line.
        axis_heads: Title of the head counts.
        axis_time: Title of the ratios.
        logarithmic: Note of both axes.
    """
    lines = [
        go.Scatter(
            x=list(heads),
            y=values,
            mode="lines+markers",
            name=names[way],
            line={"color": WAY_COLORS[way], "dash": WAY_DASHES[way], "width": 3},
            marker={"size": 9},
            hovertemplate="× %{y:.2f}",
        )
        for way, values in ratios.items()
    ]
    ends = [
        End(name_lines(names[way]), WAY_COLORS[way], math.log10(heads[-1]), math.log10(values[-1]))
        for way, values in ratios.items()
    ]
    powers = [math.log10(value) for values in ratios.values() for value in values]
    low, high = min(powers) - 0.08, max(powers) + 0.08
    plot_px = SPEED_PX - theme.MARGIN_PX["t"] - theme.MARGIN_PX["b"]
    reach = [math.log10(heads[0]) - 0.05, math.log10(heads[-1]) + 0.03]
    ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
    x = theme.axis(with_note(axis_heads, logarithmic), type="log", range=reach, tickvals=list(heads))
    y = theme.axis(with_note(axis_time, logarithmic), type="log", range=[low, high], tickvals=ticks)
    layout = theme.layout(
        height_px=SPEED_PX,
        margin=theme.MARGIN_PX | {"r": room_px(ends)},
        hovermode="x unified",
        xaxis=x | {"ticktext": [str(count) for count in heads]},
        yaxis=y | {"ticktext": [f"× {tick}" for tick in ticks]},
        annotations=named_ends(ends, units_per_px=(high - low) / plot_px),
    )
    return go.Figure(data=lines, layout=layout)
