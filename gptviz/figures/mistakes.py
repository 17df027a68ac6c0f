"""Right against wrong: two losses while they fall, and where in a window the loss sits; for `st.echarts_chart`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.smoothing import smoothed, thinned
from gptviz.figures import theme
from gptviz.figures.echarts import QUIET_LINES

POINTS = 400
COLORS = (theme.TRAIN, theme.TEST)  # right, wrong


@dataclass(frozen=True)
class SideCurve:
    """The losses of one of the two runs.

    Args:
        name: "right" or "wrong", in the reader's language.
        wrong: It is the wrong one: it has its own colour.
        steps: (N,) rising.
        losses_nats: (N,) of each step's batch.
        test_steps: (M,) rising.
        test_losses_nats: (M,).
    """

    name: str
    wrong: bool
    steps: NDArray
    losses_nats: NDArray
    test_steps: NDArray
    test_losses_nats: NDArray


@dataclass(frozen=True)
class MistakesWords:
    """The words of the charts: axes, and what is told of a run."""

    step: str
    position: str
    loss_nats: str
    test: str


def pair_curves(curves: Sequence[SideCurve], words: MistakesWords, *, total_steps: int) -> dict[str, Any]:
    """Return the chart of two runs in progress: training loss as a line, test loss as rings.

    Args:
        curves: Of the right run, the wrong run, or both.
        words: In the reader's language.
        total_steps: Of both.

    Returns:
        An ECharts option.
    """
    series = []
    for curve in curves:
        color = COLORS[curve.wrong]
        x, losses = thinned(curve.steps, curve.losses_nats, POINTS)
        line = _points(x, smoothed(losses, half_width=2 + len(x) // 50))
        series.append(_line(curve.name, line, color))
        tests = _points(curve.test_steps, curve.test_losses_nats)
        series.append(_rings(f"{curve.name}, {words.test}", tests, color))
    return _option(words.step, words.loss_nats, 0, total_steps, series)


def position_losses(losses: Sequence[tuple[str, NDArray]], words: MistakesWords) -> dict[str, Any]:
    """Return the chart of the loss at each position of a window.

    Args:
        losses: (name, (T,)) of the right one, then the wrong one.
        words: In the reader's language.

    Returns:
        An ECharts option.
    """
    series = []
    for (name, values), color in zip(losses, COLORS, strict=False):
        points = _points(np.arange(1, len(values) + 1), values)
        series.append(_line(name, points, color) | {"showSymbol": True, "symbolSize": 5})
    return _option(words.position, words.loss_nats, 1, max(len(values) for _, values in losses), series)


def _line(name: str, points: list[list[float]], color: str) -> dict[str, Any]:
    return {
        "type": "line",
        "name": name,
        "data": points,
        "showSymbol": False,
        "lineStyle": {"width": 2, "color": color},
        "itemStyle": {"color": color},
        # The name at the end of the line takes the place of a legend.
        "endLabel": {"show": True, "formatter": "{a}", "color": color, "fontWeight": "bold"},
        "labelLayout": {"moveOverlap": "shiftY"},
    }


def _rings(name: str, points: list[list[float]], color: str) -> dict[str, Any]:
    # Not ECharts' own empty circle: it is filled with white, on dark pages too.
    style = {"color": theme.TRANSPARENT, "borderColor": color, "borderWidth": 1.5}
    ring = {"symbol": "circle", "symbolSize": 7, "itemStyle": style}
    return {"type": "scatter", "name": name, "data": points, **ring}


def _points(x: NDArray, y: NDArray) -> list[list[float]]:
    finite = np.isfinite(y)  # JSON has no NaN
    return np.stack([np.asarray(x, dtype=float)[finite].round(1), y[finite].round(4)], axis=1).tolist()


def _option(x_name: str, y_name: str, first: int, last: int, series: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "%.4f"},
        # Fixed bounds: nothing moves when tick labels grow; room for names at the right.
        "grid": {"left": 52, "right": 64, "top": 16, "bottom": 48, "outerBoundsMode": "none"},
        "xAxis": {
            "type": "value",
            "min": first,
            "max": last,
            "name": x_name,
            "nameLocation": "middle",
            "nameGap": 28,
            "axisLabel": {"hideOverlap": True},
            "splitLine": {"show": False},
        },
        "yAxis": {
            "type": "value",
            "min": 0,
            "name": y_name,
            "nameLocation": "middle",
            "nameGap": 36,
            "splitLine": QUIET_LINES,
        },
        "series": series,
    }
