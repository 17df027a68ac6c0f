"""What heads do, in curves and bars: a metric over training, heads that look alike, predictions without a head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.figures.axis_notes import with_note
from gptviz.figures.end_names import MOST_NAMED, End, name_lines, named_ends, room_px
from gptviz.labels import escaped, token_labels

BLOCK_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
# A logarithmic axis has no 0: the untrained model stands at a half.
UNTRAINED_AT = 0.5
BAR_PX = 40
METRIC_PX = 380

Place = tuple[int, int]  # block and head, from 0


@dataclass(frozen=True)
class HeadLinesWords:
    """The words of the curves.

    Args:
        step: "step", an axis.
        metric: What is measured, with its unit.
        uniform: Name of the line of a head that looks at all characters alike.
        places: Names of the heads.
        logarithmic: Note of the axis of steps.
        is_share: The metric is a share of 1, written in percent.
    """

    step: str
    metric: str
    uniform: str
    places: dict[Place, str]
    logarithmic: str
    is_share: bool = False


def head_metric_lines(history: pd.DataFrame, metric: str, uniform: float, words: HeadLinesWords) -> go.Figure:
    """Draw one metric of every head over training, a colour a head and a dash pattern a block.

    Args:
        history: Of `gptviz.analysis.head_history.head_history`.
        metric: A column of it.
        uniform: The metric of a head that looks at all it may see alike.
        words: In the reader's language.

    Returns:
        The figure; steps on a logarithmic axis with the untrained model at its left end.
    """
    traces = []
    for (block, head), name in words.places.items():
        values = history[metric].xs((block, head), level=("block", "head"))
        steps = np.maximum(values.index.to_numpy(), UNTRAINED_AT)
        line = {"color": theme.head_color(head), "width": 2, "dash": BLOCK_DASHES[block % len(BLOCK_DASHES)]}
        hover = f"%{{customdata:,d}}: %{{y:{'.1%' if words.is_share else '.3f'}}}"
        traces.append(
            go.Scatter(
                x=steps, y=values, customdata=values.index, mode="lines", line=line, name=name, hovertemplate=hover
            )
        )
    if np.isfinite(uniform):
        first_and_last = [min(line.x[0] for line in traces), max(line.x[-1] for line in traces)]
        line = {"color": theme.MUTED, "dash": "dot", "width": 1}
        level = {"x": first_and_last, "y": [uniform] * 2, "mode": "lines", "hoverinfo": "skip"}
        traces.append(go.Scatter(line=line, name=words.uniform, **level))
    highest = 1.05 * max([float(np.nanmax(line.y, initial=0.0)) for line in traces] or [0.0]) or 1.0
    layout = theme.layout(
        height_px=METRIC_PX,
        xaxis=_step_axis(history, with_note(words.step, words.logarithmic)),
        yaxis=theme.axis(words.metric, range=[0, highest], tickformat=".0%" if words.is_share else ""),
        **(_named(traces, highest) if len(words.places) <= MOST_NAMED else _LEGEND),
    )
    return go.Figure(data=traces, layout=layout)


# More heads than could be named at the ends of their lines, where they often lie on each other.
_LEGEND: dict[str, Any] = {
    "margin": theme.MARGIN_PX | {"t": 64},
    "showlegend": True,
    "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
}


def _named(lines: Sequence[go.Scatter], highest: float) -> dict[str, Any]:
    """Name few lines at their ends."""
    ends = [
        End(name_lines(line.name), line.line.color, float(np.log10(line.x[-1])), float(np.asarray(line.y)[-1]))
        for line in lines
    ]
    plot_px = METRIC_PX - theme.MARGIN_PX["t"] - theme.MARGIN_PX["b"]
    return {
        "margin": theme.MARGIN_PX | {"r": room_px(ends)},
        "annotations": named_ends(ends, units_per_px=highest / plot_px),
    }


def _step_axis(history: pd.DataFrame, title: str) -> dict:
    last = max(float(history.index.get_level_values("step").max()), 1.0)
    decades = [10**power for power in range(int(np.log10(last)) + 1)]
    return theme.axis(
        title,
        type="log",
        tickvals=[UNTRAINED_AT, *decades],
        ticktext=["0", *(f"{step:,}" for step in decades)],
        range=[np.log10(UNTRAINED_AT), np.log10(last * 1.05)],
        showgrid=False,
    )


def head_similarity_map(similarity: NDArray[np.floating], names: Sequence[str], title: str) -> go.Figure:
    """Draw how alike every two heads look.

    Args:
        similarity: (N, N) from 0 to 1.
        names: Of the N heads.
        title: Of the colour bar.
    """
    ticks: dict[str, Any] = {
        "tickmode": "array",
        "tickvals": list(range(len(names))),
        "ticktext": list(names),
        "showgrid": False,
    }
    heatmap = go.Heatmap(
        z=similarity,
        zmin=0,
        zmax=1,
        colorscale=theme.colorscale(theme.SEQUENTIAL),
        colorbar=theme.colorbar(title),
        hovertemplate="%{z:.3f}<extra></extra>",
    )
    edges = [-0.5, len(names) - 0.5]
    layout = theme.layout(
        height_px=max(280, 120 + 32 * len(names)),
        margin=theme.MARGIN_PX | {"t": 56},
        xaxis=theme.axis(range=edges, constrain="domain", **ticks),
        yaxis=theme.axis(range=edges[::-1], scaleanchor="x", constraintoward="top", **ticks),
    )
    return go.Figure(data=[heatmap], layout=layout)


@dataclass(frozen=True)
class PredictionWords:
    """The words of the bars: the axis of probability, the model as it is, the model without some heads."""

    probability: str
    whole: str
    without: str


def prediction_bars(
    characters: Sequence[str],
    whole: NDArray[np.floating],
    without: NDArray[np.floating],
    words: PredictionWords,
) -> go.Figure:
    """Draw what comes next according to the whole model and to the model without some heads.

    Args:
        characters: N of them, the first on top; not escaped.
        whole: (N,) probabilities.
        without: (N,) probabilities.
        words: In the reader's language.
    """
    at = np.arange(len(characters))
    bars = [
        go.Bar(y=at, x=values, orientation="h", name=name, marker={"color": color}, hovertemplate="%{x:.1%}")
        for values, name, color in ((whole, words.whole, theme.TRAIN), (without, words.without, theme.TEST))
    ]
    labels = [escaped(label) for label in token_labels(characters)]
    y = theme.token_axis(labels, "") | {"range": [len(labels) - 0.5, -0.5]}
    layout = theme.layout(
        height_px=120 + BAR_PX * len(characters),
        margin=theme.MARGIN_PX | {"t": 40},
        xaxis=theme.axis(words.probability, tickformat=".0%", rangemode="tozero"),
        yaxis=y,
        barmode="group",
        showlegend=True,  # bars stand in pairs: no place beside them belongs to one of the two
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "traceorder": "normal"},
    )
    return go.Figure(data=bars, layout=layout)
