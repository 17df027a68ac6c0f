"""Tables in a terminal, whose Chinese characters are two columns wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_WIDE = ("W", "F")  # Unicode Standard Annex 11: wide and fullwidth


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    """Return rows of cells as lines with aligned columns.

    Args:
        rows: At least one, all with the same number of cells.
        right: Numbers of the columns, from 0, that are aligned to the right.
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths, right) for row in rows)


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(2 if unicodedata.east_asian_width(character) in _WIDE else 1 for character in text)


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    cells = []
    for column, (cell, columns) in enumerate(zip(row, widths, strict=True)):
        padding = " " * (columns - width(cell))
        cells.append(padding + cell if column in right else cell + padding)
    return "  ".join(cells).rstrip()
