"""What an axis must say of itself, since the eye takes it for granted: that it begins at 0, and that equal is equal.

A curve whose axis begins just below it looks steeper than it is, and on a logarithmic axis equal distances are equal
factors. Both stand in the axis' title, in every kind of figure: "Loss (nats; axis not from 0)".
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True)
class AxisNotes:
    """The notes, in the reader's language, without brackets.

    Args:
        vertical: The vertical axis does not begin at 0.
        horizontal: The horizontal one does not.
        colors: The colours do not.
        logarithmic: Equal distances are equal factors.
    """

    vertical: str
    horizontal: str
    colors: str
    logarithmic: str


def with_note(title: str, note: str) -> str:
    """Return a title of an axis with a note in its brackets, or in brackets of its own.

    Args:
        title: Such as "Loss (nats)".
        note: Such as "axis not from 0".
    """
    if title.endswith(")"):
        return f"{title[:-1]}; {note})"
    if title.endswith("）"):
        return f"{title[:-1]}；{note}）"
    # Chinese brackets have their space within them.
    return f"{title}（{note}）" if unicodedata.east_asian_width(note[0]) == "W" else f"{title} ({note})"


def from_zero_or_noted(title: str, note: str, low: float, high: float) -> str:
    """Return the title of an axis: with the note, if the 0 is not on it.

    Args:
        title: Of the axis.
        note: That it does not begin at 0.
        low: Where it begins.
        high: Where it ends.
    """
    return title if low <= 0 <= high else with_note(title, note)
