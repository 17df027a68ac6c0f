"""Names at the right ends of lines, instead of a legend: how they break, how much room they take, where they stand."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gptviz.figures import theme
from gptviz.labels import escaped

MOST_NAMED = 4  # lines; more names than this stand in a legend, where they cannot push each other away

LINE_PX = 16
NAME_GAP_PX = 12  # between a line's last marker and its name

_COLUMNS = 16  # of a line; more would take the picture's width on a phone
_LINES = 3
# At the size of ticks: capitals are wider than this, small letters narrower.
_COLUMN_PX = 7


def name_lines(name: str) -> tuple[str, ...]:
    """Break a name into at most 3 lines of 16 columns, after a space or a Chinese character if there is one.

    Args:
        name: Not escaped.

    Returns:
        The lines, not escaped; a name that is too long ends in "…".
    """
    lines = [""]
    for piece in re.findall(rf"\s*[\u2e80-\uffff]|\s*[^\s\u2e80-\uffff]{{1,{_COLUMNS}}}", name):
        if _columns(lines[-1] + piece) <= _COLUMNS:
            lines[-1] += piece
        else:
            lines.append(piece.lstrip())
    if len(lines) > _LINES:
        lines[_LINES - 1] = lines[_LINES - 1][: _COLUMNS // 2] + "…"
    return tuple(line.strip() for line in lines[:_LINES])


def width_px(line: str) -> float:
    """Return about how wide a line is at the size of ticks, rather more than less."""
    return _columns(line) * _COLUMN_PX


def _columns(text: str) -> int:
    """Chinese characters are two columns wide."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


@dataclass(frozen=True)
class End:
    """The right end of a line.

    Args:
        lines: Of its name, not escaped.
        color: Of the line.
        x: On the axis; on a logarithmic one the power of ten.
        y: Likewise.
    """

    lines: tuple[str, ...]
    color: str
    x: float
    y: float


def room_px(ends: Sequence[End]) -> int:
    """Return how wide the right margin of a figure must be for the names."""
    return math.ceil(NAME_GAP_PX + max([width_px(line) for end in ends for line in end.lines], default=0))


def named_ends(ends: Sequence[End], units_per_px: float) -> list[dict[str, Any]]:
    """Return Plotly annotations that name lines at their ends; names of lines that end close together move apart.

    Args:
        ends: One a line; those that are not finite have no name.
        units_per_px: Of the vertical axis; on a logarithmic one powers of ten.
    """
    placed = []
    free_from_px = -math.inf
    for end in sorted((end for end in ends if math.isfinite(end.y)), key=lambda end: end.y):
        wanted_px, half_px = end.y / units_per_px, LINE_PX * len(end.lines) / 2
        middle_px = max(wanted_px, free_from_px + half_px)
        free_from_px = middle_px + half_px
        placed.append(_annotation(end, middle_px - wanted_px))
    return placed


def _annotation(end: End, shift_px: float) -> dict[str, Any]:
    return {
        "text": "<br>".join(escaped(line) for line in end.lines),
        "align": "left",
        "x": end.x,
        "y": end.y,
        "xanchor": "left",
        "xshift": NAME_GAP_PX,
        "yshift": shift_px,
        "showarrow": False,
        "font": {"color": end.color, "size": theme.TICK_SIZE_PX},
    }
