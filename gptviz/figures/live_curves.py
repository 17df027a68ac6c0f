"""The loss while it falls: an option for `st.echarts_chart`, cheap enough to be built anew every second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.smoothing import smoothed
from gptviz.figures import theme

POINTS = 400  # more than this a chart of some 600 pixels cannot show
RATE_POINTS = 100  # the schedule is smooth, its panel small


@dataclass(frozen=True)
class LiveCurvesWords:
    """The words of the picture: axes and lines."""

    step: str
    loss_nats: str
    train: str
    test: str
    learning_rate: str


def live_curves(
    steps: NDArray,
    losses_nats: NDArray,
    words: LiveCurvesWords,
    *,
    total_steps: int,
    test_steps: NDArray,
    test_losses_nats: NDArray,
    learning_rates: NDArray | None = None,
    log_steps: bool = False,
) -> dict[str, Any]:
    """Return the chart of a run in progress. The axis of steps doubles when it is full, so it seldom moves.

    Args:
        steps: (N,) rising, from 1.
        losses_nats: (N,), of each step's batch.
        words: In the reader's language.
        total_steps: Of the whole run, at least 1.
        test_steps: (M,) rising.
        test_losses_nats: (M,).
        learning_rates: (N,): a small panel below shows them; None: no panel.
        log_steps: True: the axis of steps is logarithmic.

    Returns:
        An ECharts option.
    """
    x, losses = _grouped(steps, losses_nats, POINTS)
    series = [
        _line(words.train, _points(x, losses), theme.TRAIN, width=1, faded=True),
        _line(words.train, _points(x, smoothed(losses, half_width=2 + len(x) // 100)), theme.TRAIN, width=2),
        _line(words.test, _points(*_grouped(test_steps, test_losses_nats, POINTS)), theme.TEST, width=2, marked=True),
    ]
    # Fixed bounds: the panels stay aligned, and nothing moves when tick labels grow.
    sides: dict[str, Any] = {"left": 64, "right": 72, "outerBoundsMode": "none"}
    grids = [sides | {"top": 16, "bottom": 48}]
    if learning_rates is not None:
        panel = _points(*_grouped(steps, learning_rates, RATE_POINTS), digits=9)
        series.append(_line(words.learning_rate, panel, theme.GREY, width=1.5) | {"xAxisIndex": 1, "yAxisIndex": 1})
        grids = [grids[0] | {"bottom": 140}, sides | {"height": 56, "bottom": 48}]
    first, last = 1 if log_steps else 0, _last_step(int(steps[-1]) if len(steps) else 0, total_steps)
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "%.4f"},
        "grid": grids,
        "xAxis": [_x_axis(at, len(grids), words, first, last, log_steps) for at in range(len(grids))],
        "yAxis": [_y_axis(at, words) for at in range(len(grids))],
        "series": series,
    }


def _last_step(step: int, total_steps: int) -> int:
    return max(2, min(total_steps, 64 << max(0, (step // 64).bit_length())))


def _grouped(steps: NDArray, values: NDArray, points: int) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Return the means of groups of 1, 2, 4, ... neighbours, at most `points` of them; the last value stays as it is.

    A group that is full never changes until all groups double: as the curve grows, its past stands still.
    """
    size = 1
    while len(steps) > (points - 1) * size + 1:
        size *= 2
    if size == 1:
        return np.asarray(steps, dtype=float), np.asarray(values, dtype=float)
    starts = np.arange(0, len(steps) - 1, size)
    sizes = np.diff(starts, append=len(steps) - 1)
    x, y = (np.add.reduceat(column[:-1], starts, dtype=float) / sizes for column in (steps, values))
    return np.append(x, steps[-1]), np.append(y, values[-1])


def _points(x: NDArray[np.floating], y: NDArray[np.floating], digits: int = 4) -> list[list[float]]:
    finite = np.isfinite(y)  # JSON has no NaN
    return np.stack([x[finite].round(1), y[finite].round(digits)], axis=1).tolist()


def _line(
    name: str, points: list[list[float]], color: str, *, width: float, faded: bool = False, marked: bool = False
) -> dict[str, Any]:
    line: dict[str, Any] = {
        "type": "line",
        "name": name,
        "data": points,
        "showSymbol": marked,
        "symbolSize": 6,
        "lineStyle": {"width": width, "color": color, "opacity": 0.25 if faded else 1},
        "itemStyle": {"color": color},
        "silent": faded,
        "labelLayout": {"moveOverlap": "shiftY"},
    }
    # The name at the end of the line takes the place of a legend.
    return line if faded else line | {"endLabel": {"show": True, "formatter": "{a}", "color": color}}


def _x_axis(at: int, panels: int, words: LiveCurvesWords, first: int, last: int, log_steps: bool) -> dict[str, Any]:
    lowest = at == panels - 1
    return {
        "type": "log" if log_steps else "value",
        "gridIndex": at,
        "min": first,
        "max": last,
        "name": words.step if lowest else "",
        "nameLocation": "middle",
        "nameGap": 28,
        "axisLabel": {"show": lowest, "hideOverlap": True},
        "splitLine": {"show": False},
    }


def _y_axis(at: int, words: LiveCurvesWords) -> dict[str, Any]:
    return {
        "type": "value",
        "gridIndex": at,
        "scale": at == 0,
        "name": words.learning_rate if at else words.loss_nats,
        "nameLocation": "middle",
        "nameGap": 44,
        "splitNumber": 2 if at else 5,
        "axisLabel": {"fontSize": 10} if at else {},
    }
