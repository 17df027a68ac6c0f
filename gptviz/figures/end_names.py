"""Names at the right ends of lines: how they break into short lines, and how much room these take."""

from __future__ import annotations

import re
import unicodedata

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
