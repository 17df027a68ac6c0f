"""Results against HEADS: every seed as a point, mean and 95 % interval; and a heat map when two things vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.figures.axis_notes import AxisNotes, from_zero_or_noted, with_note


@dataclass(frozen=True)
class Column:
    """The values of one head count.

    Args:
        heads: H.
        by_seed: Values by seed.
        mean: Of them.
        half_width: Of the mean's interval; infinite where there is none.
    """

    heads: int
    by_seed: Mapping[int, float]
    mean: float
    half_width: float


@dataclass(frozen=True)
class HeadsWords:
    """The words of the picture: title of the values' axis, names of a single seed and of the mean, notes of axes."""

    values: str
    seed: str
    mean: str
    notes: AxisNotes


def values_by_heads(
    columns: Sequence[Column], words: HeadsWords, *, digits: int, color: str = theme.TRAIN, from_zero: bool = False
) -> go.Figure:
    """Draw values against HEADS; thin lines join the points of one seed, since seeds are compared with themselves.

    Args:
        columns: One a head count, in rising order; evenly spaced in the picture.
        words: In the reader's language.
        digits: Decimals of the values.
        color: Of the means.
        from_zero: The values' axis begins at 0: for values of which one asks how many times as large one is.
    """
    heads = [column.heads for column in columns]
    low, high = _extent(columns, from_zero)
    title = from_zero_or_noted(words.values, words.notes.vertical, low, high)
    layout = theme.layout(
        height_px=380,
        xaxis=_heads_axis(heads),
        yaxis=theme.axis(title, tickformat=f",.{digits}~f", range=[low, high]),
        showlegend=True,  # it tells what a point and what a diamond with its bar is, not which line is whose
        legend={"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom"},
        margin=theme.MARGIN_PX | {"t": 40},
    )
    return go.Figure(data=[*_seeds(columns, words, digits), _means(columns, words, digits, color)], layout=layout)


def _extent(columns: Sequence[Column], from_zero: bool) -> tuple[float, float]:
    """Where the values' axis begins and ends: all seeds and intervals are on it."""
    ends = [value for column in columns for value in column.by_seed.values()]
    ends += [column.mean + side * column.half_width for column in columns for side in (-1, 1)]
    held = [end for end in ends if np.isfinite(end)]
    if not held:
        return 0.0, 1.0
    room = 0.06 * max(max(held) - min(held), 0.01 * abs(max(held)))
    return (min(0.0, min(held)) if from_zero else min(held) - room), max(held) + room


def _heads_axis(heads: Sequence[int]) -> dict:
    return theme.axis(
        "HEADS",
        tickmode="array",
        tickvals=list(range(len(heads))),
        ticktext=[str(count) for count in heads],
        range=[-0.5, len(heads) - 0.5],
        showgrid=False,
    )


def _seeds(columns: Sequence[Column], words: HeadsWords, digits: int) -> list[go.Scatter]:
    seeds = sorted({seed for column in columns for seed in column.by_seed})
    shift = np.linspace(-0.12, 0.12, len(seeds)) if len(seeds) > 1 else np.zeros(len(seeds))
    lines = []
    for number, seed in enumerate(seeds):
        held = [(at, column) for at, column in enumerate(columns) if seed in column.by_seed]
        lines.append(
            go.Scatter(
                x=[at + shift[number] for at, _ in held],
                y=[column.by_seed[seed] for _, column in held],
                customdata=[column.heads for _, column in held],
                mode="lines+markers",
                line={"color": theme.GRID, "width": 1},
                marker={"color": theme.MASKED_HATCH, "size": 7},
                name=words.seed,
                showlegend=number == 0,
                legendgroup="seeds",
                hovertemplate=f"HEADS %{{customdata}}, SEED {seed}: %{{y:.{digits}f}}<extra></extra>",
            )
        )
    return lines


def _means(columns: Sequence[Column], words: HeadsWords, digits: int, color: str) -> go.Scatter:
    # An interval that does not exist has no bar; it is not a bar of length zero.
    widths = [column.half_width if np.isfinite(column.half_width) else None for column in columns]
    shown = ["" if width is None else f" ± {width:.{digits}f}" for width in widths]
    return go.Scatter(
        x=list(range(len(columns))),
        y=[column.mean for column in columns],
        customdata=[[column.heads, text] for column, text in zip(columns, shown, strict=True)],
        error_y={"type": "data", "array": widths, "color": color, "thickness": 2, "width": 8},
        mode="markers",
        marker={"color": color, "size": 12, "symbol": "diamond"},
        name=words.mean,
        hovertemplate=f"HEADS %{{customdata[0]}}: %{{y:.{digits}f}}%{{customdata[1]}}<extra></extra>",
    )


@dataclass(frozen=True)
class GridWords:
    """The words of the heat map: title of the values, of the rows' axis, of a combination that cannot be, and notes."""

    values: str
    rows: str
    invalid: str
    notes: AxisNotes


def loss_grid(
    heads: Sequence[int],
    rows: Sequence[str],
    means: NDArray[np.floating],
    invalid: NDArray[np.bool_],
    words: GridWords,
) -> go.Figure:
    """Draw mean test losses of combinations of HEADS and one other setting; low is dark.

    Args:
        heads: C head counts.
        rows: R values of the other setting, as text.
        means: (R, C); NaN where no run has finished yet.
        invalid: (R, C); True where the combination cannot be trained: a cross, not an empty place.
        words: In the reader's language.
    """
    crosses = np.argwhere(invalid)
    heat = go.Heatmap(
        x=list(range(len(heads))),
        y=list(range(len(rows))),
        z=means,
        colorscale=theme.colorscale(theme.SEQUENTIAL),
        colorbar=theme.colorbar(with_note(words.values, words.notes.colors)),
        customdata=np.array([[f"HEADS {count}, {words.rows} {row}" for count in heads] for row in rows]),
        texttemplate="%{z:.4f}",
        hovertemplate="%{customdata}: %{z:.4f}<extra></extra>",
        hoverongaps=False,
        xgap=2,
        ygap=2,
    )
    cross = go.Scatter(
        x=crosses[:, 1],
        y=crosses[:, 0],
        mode="markers",
        marker={"symbol": "x-thin", "size": 14, "line": {"width": 2, "color": theme.MUTED}},
        name=words.invalid,
        hovertemplate=f"{words.invalid}<extra></extra>",
    )
    y_axis = theme.axis(
        words.rows, tickmode="array", tickvals=list(range(len(rows))), ticktext=list(rows), showgrid=False
    )
    layout = theme.layout(
        height_px=max(240, 130 + 64 * len(rows)),
        xaxis=_heads_axis(heads),
        yaxis=y_axis | {"range": [len(rows) - 0.5, -0.5]},
        margin=theme.MARGIN_PX | {"t": 72},
    )
    return go.Figure(data=[heat, cross], layout=layout)
