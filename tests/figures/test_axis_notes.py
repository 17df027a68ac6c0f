"""Axes say what the eye takes for granted."""

import pytest

from gptviz.figures.axis_notes import from_zero_or_noted, with_note


@pytest.mark.parametrize(
    ("title", "note", "noted"),
    [
        ("Loss (nats)", "axis not from 0", "Loss (nats; axis not from 0)"),
        ("损失（奈特）", "纵轴不从 0 起", "损失（奈特；纵轴不从 0 起）"),
        ("Step", "logarithmic", "Step (logarithmic)"),
        ("HEADS", "对数刻度", "HEADS（对数刻度）"),
    ],
)
def test_a_note_stands_in_the_brackets_of_its_title(title, note, noted):
    assert with_note(title, note) == noted


@pytest.mark.parametrize(("low", "high", "noted"), [(1.8, 4, True), (0, 4, False), (-1, 1, False), (-3, -1, True)])
def test_only_an_axis_without_its_0_is_noted(low, high, noted):
    assert ("x" in from_zero_or_noted("loss", "x", low, high)) is noted
