"""The ladder of chapters: ours against published, and all curves over each other; options for `st.echarts_chart`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.figures.axis_notes import AxisNotes, from_zero_or_noted
from gptviz.figures.echarts import QUIET_LINES

CHOSEN_WIDTH, OTHER_WIDTH = 3.5, 1.5


@dataclass(frozen=True)
class LadderRow:
    """One chapter of the chart.

    Args:
        name: Number and name.
        published_nats: Its published test loss.
        tolerance_nats: How far off a loss may be on the same text.
        ours_nats: Our test loss so far; None where nothing was trained.
        comparable: Ours was trained in full, as the published one.
    """

    name: str
    published_nats: float
    tolerance_nats: float
    ours_nats: float | None
    comparable: bool


@dataclass(frozen=True)
class LadderCurve:
    """The test losses of one chapter's run.

    Args:
        number: Of the chapter.
        name: Number and name.
        steps: (M,) rising.
        test_losses_nats: (M,).
        chosen: It is the one the page is about.
    """

    number: int
    name: str
    steps: NDArray
    test_losses_nats: NDArray
    chosen: bool


@dataclass(frozen=True)
class LadderWords:
    """The words of the charts: axes and their notes, and what the marks are."""

    test_loss_nats: str
    step: str
    published: str
    tolerance: str
    ours: str
    ours_partial: str
    notes: AxisNotes


def ladder_chart(rows: Sequence[LadderRow], words: LadderWords, chosen: int) -> dict[str, Any]:
    """Return the chart of the rungs: one row a chapter, the first on top, the test loss to the right.

    Args:
        rows: The chapters, in order.
        words: In the reader's language.
        chosen: Row whose name is bold.

    Returns:
        An ECharts option.
    """
    known = [row.published_nats for row in rows] + [row.ours_nats for row in rows if row.ours_nats is not None]
    published = [[row.published_nats, at] for at, row in enumerate(rows)]
    spans = [
        [row.published_nats + side * row.tolerance_nats if side else None, at]
        for at, row in enumerate(rows)
        for side in (-1, 1, 0)
    ]
    ours = {
        comparable: [
            [round(row.ours_nats, 4), at]
            for at, row in enumerate(rows)
            if row.ours_nats is not None and row.comparable == comparable
        ]
        for comparable in (True, False)
    }
    # Half nats: the axis seldom moves while a loss falls.
    low, high = math.floor(min(known) * 2) / 2, math.ceil(max(known) * 2) / 2
    grey, orange = theme.GREY, theme.TEST
    # Not ECharts' "emptyCircle", which is filled with white on dark pages too.
    ring = {"color": "transparent", "borderColor": orange, "borderWidth": 2.5}
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "axisPointer": {"type": "shadow", "axis": "y"}},
        # A legend: it tells what each kind of mark is, and marks have no end to be named at.
        "legend": {"top": 0, "left": 0, "itemGap": 14, "data": [words.published, words.ours, words.ours_partial]},
        "grid": {"left": 8, "right": 24, "top": 56, "bottom": 44, "containLabel": True},
        "xAxis": {
            "type": "value",
            "name": from_zero_or_noted(words.test_loss_nats, words.notes.horizontal, low, high),
            "nameLocation": "middle",
            "nameGap": 28,
            "min": low,
            "max": high,
            "interval": 0.5,
            "axisLabel": {"hideOverlap": True},
            "splitLine": QUIET_LINES,
        },
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": [
                {"value": row.name, "textStyle": {"fontWeight": "bold" if at == chosen else "normal"}}
                for at, row in enumerate(rows)
            ],
            "axisTick": {"show": False},
            "splitLine": QUIET_LINES,
        },
        "series": [
            _marks(
                words.tolerance,
                spans,
                grey,
                "line",
                lineStyle={"width": 5, "color": grey, "opacity": 0.45},
                symbol="none",
            ),
            _marks(
                words.published,
                published,
                grey,
                "line",
                symbol="diamond",
                symbolSize=12,
                lineStyle={"type": "dotted", "color": grey},
            ),
            _marks(words.ours, ours[True], orange, "scatter", symbol="circle", symbolSize=13),
            _marks(words.ours_partial, ours[False], orange, "scatter", symbol="circle", symbolSize=11, itemStyle=ring),
        ],
    }


def _marks(name: str, data: list, color: str, kind: str, **style: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "name": name,
        "data": data,
        "itemStyle": {"color": color},
        # The tolerance is seen, its ends need no numbers.
        "tooltip": {"show": style.get("symbol") != "none"},
        "silent": style.get("symbol") == "none",
        **style,
    }


def ladder_curves(curves: Sequence[LadderCurve], words: LadderWords) -> dict[str, Any]:
    """Return the test losses of several chapters against steps; each line ends in its number, the chosen one is bold.

    Args:
        curves: At least one.
        words: In the reader's language.

    Returns:
        An ECharts option.
    """
    # Runs that go on end at different steps: moved apart, their numbers would leave their lines.
    together = len({curve.steps[-1] for curve in curves if len(curve.steps)}) == 1
    series = []
    losses = np.concatenate([curve.test_losses_nats[np.isfinite(curve.test_losses_nats)] for curve in curves])
    # ECharts puts the 0 on a `scale` axis only if it is among the values.
    lowest = float(losses.min(initial=math.inf))
    for curve in curves:
        color = theme.head_color(curve.number - 1)
        finite = np.isfinite(curve.test_losses_nats)
        points = np.stack([curve.steps[finite], np.round(curve.test_losses_nats[finite], 4)], axis=1).tolist()
        series.append(
            {
                "type": "line",
                "name": curve.name,
                "data": points,
                "showSymbol": False,
                "z": 3 if curve.chosen else 2,
                "lineStyle": {"width": CHOSEN_WIDTH if curve.chosen else OTHER_WIDTH, "color": color},
                "itemStyle": {"color": color},
                "endLabel": {"show": True, "formatter": str(curve.number), "color": color, "fontWeight": "bold"},
                "labelLayout": {"moveOverlap": "shiftY"} if together else {},
            }
        )
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "%.4f"},
        "grid": {"left": 56, "right": 32, "top": 16, "bottom": 48, "outerBoundsMode": "none"},
        "xAxis": {
            "type": "value",
            "max": "dataMax",
            "name": words.step,
            "nameLocation": "middle",
            "nameGap": 28,
            "splitLine": {"show": False},
        },
        "yAxis": {
            "type": "value",
            "scale": True,
            "name": from_zero_or_noted(words.test_loss_nats, words.notes.vertical, lowest, math.inf),
            "nameLocation": "middle",
            "nameGap": 40,
            "splitLine": QUIET_LINES,
        },
        "series": series,
    }
