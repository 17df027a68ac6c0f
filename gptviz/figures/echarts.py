"""What options of ECharts share: quiet lines across the plot; larger letters, and room for them, for a projector."""

from __future__ import annotations

from typing import Any

from gptviz.figures import theme

LETTERS_PX = 12  # of axes, legends and names, where an option says nothing

# Seen on light and dark pages, and on paper.
QUIET_LINES: dict[str, Any] = {"show": True, "lineStyle": {"color": theme.GRID}}

# What grows with the letters: the room around the plot, and the distance of titles from their axes.
_ROOM = {"left", "right", "top", "bottom", "height"}


def enlarged_option(option: dict[str, Any], factor: float) -> dict[str, Any]:
    """Return an option with larger letters.

    Args:
        option: Of a chart with axes.
        factor: Above 1.
    """
    letters = {"fontSize": round(LETTERS_PX * factor)}
    larger = option | {
        "textStyle": letters,
        "tooltip": option["tooltip"] | {"textStyle": letters},
        "grid": {name: round(factor * one) if name in _ROOM else one for name, one in option["grid"].items()},
        "series": [_series(one, letters) for one in option["series"]],
    }
    for name in ("xAxis", "yAxis"):
        larger[name] = _axis(option[name], letters, factor)
    if "legend" in option:
        larger["legend"] = option["legend"] | {"textStyle": letters}
    return larger


def _axis(axis: dict[str, Any], letters: dict[str, int], factor: float) -> dict[str, Any]:
    """Names of categories have styles of their own, the chosen one in bold: they keep it."""
    larger = axis | {"axisLabel": axis.get("axisLabel", {}) | letters, "nameTextStyle": letters}
    if "nameGap" in axis:
        larger["nameGap"] = round(factor * axis["nameGap"])
    if "data" in axis:
        larger["data"] = [one | {"textStyle": one["textStyle"] | letters} for one in axis["data"]]
    return larger


def _series(series: dict[str, Any], letters: dict[str, int]) -> dict[str, Any]:
    return series | {"endLabel": series["endLabel"] | letters} if "endLabel" in series else series
