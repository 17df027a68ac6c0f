"""Finished loss curves: raw and smoothed training loss, test loss, several runs over each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from gptviz.analysis.smoothing import smoothed, thinned
from gptviz.figures import theme
from gptviz.figures.axis_notes import AxisNotes, from_zero_or_noted, with_note
from gptviz.figures.end_names import End, name_lines, named_ends, room_px
from gptviz.labels import escaped

POINTS = 1000  # more than a screen has columns for
HEIGHT_PX = 420
PLOT_HEIGHT_PX = HEIGHT_PX - theme.MARGIN_PX["t"] - theme.MARGIN_PX["b"]

_FADED = 0.4


@dataclass(frozen=True)
class LossCurve:
    """The losses of one run.

    Args:
        name: Of the run; not escaped.
        train_steps: (N,) rising, from 1.
        train_loss_nats: (N,).
        test_steps: (M,) rising; may be empty.
        test_loss_nats: (M,).
    """

    name: str
    train_steps: NDArray
    train_loss_nats: NDArray
    test_steps: NDArray
    test_loss_nats: NDArray


@dataclass(frozen=True)
class LossCurvesWords:
    """The words of the picture: titles of the axes, names of the two losses, notes of the axes."""

    step: str
    loss_nats: str
    train: str
    test: str
    notes: AxisNotes


def loss_curves(curves: Sequence[LossCurve], words: LossCurvesWords, *, log_steps: bool = False) -> go.Figure:
    """Draw the loss of runs against steps; every line is named at its right end instead of in a legend.

    Args:
        curves: One run (training blue, test orange), or several (a colour each; test loss with points).
        words: In the reader's language.
        log_steps: True: the axis of steps is logarithmic, which opens up the first steps.

    Returns:
        The figure.
    """
    traces: list[go.Scatter] = []
    ends: list[End] = []
    for index, curve in enumerate(curves):
        alone = len(curves) == 1
        train_color = theme.TRAIN if alone else theme.head_color(index)
        test_color = theme.TEST if alone else train_color
        name = name_lines(curve.name)
        if len(curve.train_steps):
            raw, smooth = _train_lines(curve, train_color)
            traces += [raw, smooth]
            if alone or not len(curve.test_steps):
                lines = (words.train,) if alone else (*name, words.train)
                ends.append(_end(lines, train_color, smooth, log_steps))
        if len(curve.test_steps):
            test = _test_line(curve, test_color, log_steps)
            traces.append(test)
            ends.append(_end((words.test,) if alone else name, test_color, test, log_steps))
    low, high = _loss_range(traces)
    loss_title = from_zero_or_noted(words.loss_nats, words.notes.vertical, low, high)
    layout = theme.layout(
        height_px=HEIGHT_PX,
        margin=theme.MARGIN_PX | {"r": room_px(ends)},
        hovermode="x unified",
        xaxis=_step_axis(traces, words, log_steps),
        yaxis=theme.axis(loss_title, tickformat=".2~f", range=[low, high]),
        annotations=named_ends(ends, units_per_px=(high - low) / PLOT_HEIGHT_PX),
    )
    return go.Figure(data=traces, layout=layout)


def _loss_range(traces: list[go.Scatter]) -> tuple[float, float]:
    losses = np.concatenate([np.asarray(trace.y, dtype=float) for trace in traces] or [np.zeros(0)])
    losses = losses[np.isfinite(losses)]
    if not len(losses):
        return 0.0, 1.0
    room = 0.05 * max(float(np.ptp(losses)), 0.1)
    return float(losses.min()) - room, float(losses.max()) + room


def _step_axis(traces: list[go.Scatter], words: LossCurvesWords, log_steps: bool) -> dict:
    # Set by hand: left to itself, Plotly widens the axis for the names at the ends of the lines.
    last = max([float(trace.x[-1]) for trace in traces], default=1.0)
    if log_steps:
        decades = {"type": "log", "dtick": 1, "range": [0, math.log10(max(last, 10))]}
        title = with_note(words.step, words.notes.logarithmic)
        return theme.axis(title, showgrid=False, tickformat=",d", **decades)
    return theme.axis(words.step, showgrid=False, tickformat=",d", range=[0, last])


def _end(lines: tuple[str, ...], color: str, line: go.Scatter, log_steps: bool) -> End:
    last = float(line.x[-1])
    return End(lines, color, math.log10(max(last, 1)) if log_steps else last, float(line.y[-1]))


def _train_lines(curve: LossCurve, color: str) -> tuple[go.Scatter, go.Scatter]:
    steps, losses = thinned(curve.train_steps, curve.train_loss_nats, POINTS)
    raw = go.Scatter(
        x=steps, y=losses, mode="lines", line={"color": color, "width": 1}, opacity=_FADED, hoverinfo="skip"
    )
    averages = smoothed(losses, half_width=2 + len(losses) // 100)
    smooth = go.Scatter(x=steps, y=averages, mode="lines", line={"color": color, "width": 2}, name=escaped(curve.name))
    smooth.hovertemplate = "%{y:.4f}"
    return raw, smooth


def _test_line(curve: LossCurve, color: str, log_steps: bool) -> go.Scatter:
    # On a logarithmic axis there is no step 0: Plotly would draw a flat line from the axis to the next point.
    shown = np.asarray(curve.test_steps) > 0 if log_steps else slice(None)
    return go.Scatter(
        x=np.asarray(curve.test_steps)[shown],
        y=np.asarray(curve.test_loss_nats, dtype=float)[shown],
        mode="lines+markers",
        line={"color": color, "width": 2, "dash": "dot"},
        marker={"size": 6},
        name=escaped(curve.name),
        hovertemplate="%{y:.4f}",
    )
