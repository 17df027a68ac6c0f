"""What a model's size depends on: growth curves, and why HEADS is not in them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from gptviz.analysis.parameter_growth import REACH, Growth
from gptviz.figures import theme
from gptviz.figures.axis_notes import with_note
from gptviz.figures.end_names import End, named_ends, room_px
from gptviz.figures.parameter_treemap import MODULE_COLORS, ParametersWords

HEIGHT_PX = 400
CONSTANT_COLORS = {
    "vocab_size": theme.HEADS[6],
    "context_size": theme.HEADS[12],
    "embedding_size": theme.HEADS[1],
    "blocks": theme.HEADS[2],
    "heads": theme.HEADS[3],
}


def growth_curves(growths: Sequence[Growth], words: ParametersWords) -> go.Figure:
    """Draw the parameter count against each constant, as a multiple of its present value; both axes are logarithmic.

    On such axes the slope is the power: flat is no influence, a rise of 1 is proportional, of 2 quadratic.

    Args:
        growths: One a constant, all of one model.
        words: In the reader's language.
    """
    lines = [_growth_line(growth) for growth in growths]
    counts = np.concatenate([growth.counts for growth in growths])
    reach = math.log10(REACH) * 1.03  # room for the markers at both ends
    low, high = math.log10(counts.min()) - 0.06, math.log10(counts.max()) + 0.06
    ends = [_end(growth) for growth in growths]
    plot_px = HEIGHT_PX - theme.MARGIN_PX["t"] - theme.MARGIN_PX["b"]
    layout = theme.layout(
        height_px=HEIGHT_PX,
        margin=theme.MARGIN_PX | {"r": room_px(ends)},
        xaxis=theme.axis(
            with_note(words.factor, words.logarithmic),
            type="log",
            range=[-reach, reach],
            tickvals=[1 / 4, 1 / 2, 1, 2, 4],
            ticktext=["× ¼", "× ½", "× 1", "× 2", "× 4"],
        ),
        yaxis=theme.axis(
            with_note(words.parameters, words.logarithmic), type="log", range=[low, high], **_round_ticks(counts)
        ),
        annotations=named_ends(ends, units_per_px=(high - low) / plot_px),
    )
    return go.Figure(data=lines, layout=layout)


def _growth_line(growth: Growth) -> go.Scatter:
    name = growth.constant.upper()
    few = len(growth.values) <= 8
    return go.Scatter(
        x=growth.values / growth.now,
        y=growth.counts,
        customdata=growth.values,
        mode="lines+markers" if few else "lines",
        line={"color": CONSTANT_COLORS[growth.constant], "width": 2.5},
        marker={"size": 8},
        name=name,
        hovertemplate=f"{name} %{{customdata:,}}: %{{y:,}}<extra></extra>",
    )


def _round_ticks(counts: np.ndarray) -> dict:
    """Ticks at 1, 2 and 5 times the powers of ten."""
    decades = range(math.floor(math.log10(counts.min())), math.ceil(math.log10(counts.max())) + 1)
    ticks = [lead * 10**decade for decade in decades for lead in (1, 2, 5)]
    return {"tickvals": ticks, "ticktext": [f"{tick:,}" for tick in ticks]}


def _end(growth: Growth) -> End:
    name, color = growth.constant.upper(), CONSTANT_COLORS[growth.constant]
    return End((name,), color, math.log10(growth.values[-1] / growth.now), math.log10(growth.counts[-1]))


def growth_by_module(growth: Growth, words: ParametersWords) -> go.Figure:
    """Draw where the parameters go when one constant moves: the modules stacked, with a line at the present value.

    Args:
        growth: Of that constant.
        words: In the reader's language.
    """
    areas = [
        go.Scatter(
            x=growth.values,
            y=counts,
            mode="lines",
            stackgroup="modules",
            line={"color": MODULE_COLORS[module], "width": 1},
            fillcolor=MODULE_COLORS[module],
            name=words.modules[module],
            hovertemplate="%{y:,}",
        )
        for module, counts in growth.by_module.items()
        if counts.any()
    ]
    now = {"type": "line", "x0": growth.now, "x1": growth.now, "yref": "paper", "y0": 0, "y1": 1}
    layout = theme.layout(
        height_px=HEIGHT_PX,
        margin=theme.MARGIN_PX | {"t": 48},
        showlegend=True,  # up to six areas, some of them thinner than a name is high
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
        hovermode="x unified",
        xaxis=theme.axis(growth.constant.upper(), showgrid=False, tickformat=",d", rangemode="tozero"),
        yaxis=theme.axis(words.parameters, tickformat=",d", rangemode="tozero"),
        shapes=[now | {"line": {"color": theme.MUTED, "dash": "dot", "width": 2}}],
    )
    return go.Figure(data=areas, layout=layout)


def head_cuts(embedding_size: int, head_counts: Sequence[int]) -> go.Figure:
    """Draw one E x E matrix once for each head count, cut into its heads: D rows each, a colour a head.

    Args:
        embedding_size: E.
        head_counts: Each divides E.
    """
    shapes, notes = [], []
    for at, heads in enumerate(head_counts):
        left, head_size = at * 1.25, embedding_size // heads
        for head in range(heads):
            band = {"x0": left, "x1": left + 1, "y0": 1 - head / heads, "y1": 1 - (head + 1) / heads}
            line = {"width": 1 if heads <= 16 else 0, "color": theme.SEAM}
            shapes.append({"type": "rect", "fillcolor": theme.head_color(head), "line": line, **band})
        text = f"HEADS {heads}<br>{heads} × {head_size} × {embedding_size}<br>= {embedding_size**2:,}"
        notes.append({"x": left + 0.5, "y": 0, "text": text, "showarrow": False, "yanchor": "top", "yshift": -6})
    hidden = {"visible": False, "fixedrange": True}
    layout = theme.layout(
        height_px=216,
        margin={"l": 0, "r": 0, "t": 8, "b": 64},
        shapes=shapes,
        annotations=notes,
        xaxis=hidden | {"range": [-0.1, len(head_counts) * 1.25 - 0.15], "constrain": "domain"},
        yaxis=hidden | {"range": [0, 1], "scaleanchor": "x", "constrain": "domain", "constraintoward": "top"},
    )
    return go.Figure(layout=layout)
