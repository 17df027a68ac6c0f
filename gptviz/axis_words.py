"""What axes of figures say of themselves, in the language in use."""

from __future__ import annotations

from gptviz.figures.axis_notes import AxisNotes
from gptviz.i18n import t


def axis_notes() -> AxisNotes:
    """Return what figures say of axes that do not begin at 0, and of logarithmic ones."""
    return AxisNotes(t("axis-vertical"), t("axis-horizontal"), t("axis-colors"), t("axis-logarithmic"))
