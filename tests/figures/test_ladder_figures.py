"""The charts of the ladder page."""

import json

import numpy as np
import pytest

from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.ladder import LadderCurve, LadderRow, LadderWords, ladder_chart, ladder_curves

NOTES = AxisNotes("vertical not from 0", "horizontal not from 0", "colours not from 0", "logarithmic")
WORDS = LadderWords("loss", "step", "published", "tolerance", "ours", "ours so far", NOTES)
ROWS = [
    LadderRow("1 one", 2.46, 0.03, 2.45, comparable=True),
    LadderRow("2 two", 2.04, 0.03, 4.17, comparable=False),
    LadderRow("3 three", 1.89, 0.02, None, comparable=False),
]


def series(option, name):
    (found,) = [one for one in option["series"] if one["name"] == name]
    return found["data"]


def test_every_loss_stands_in_its_chapters_row():
    option = ladder_chart(ROWS, WORDS, chosen=1)
    assert series(option, "published") == [[2.46, 0], [2.04, 1], [1.89, 2]]
    assert series(option, "ours") == [[2.45, 0]]
    assert series(option, "ours so far") == [[4.17, 1]]
    assert [name["value"] for name in option["yAxis"]["data"]] == ["1 one", "2 two", "3 three"]
    assert [name["textStyle"]["fontWeight"] for name in option["yAxis"]["data"]] == ["normal", "bold", "normal"]


def test_the_tolerance_spans_both_sides_and_does_not_join_rows():
    spans = series(ladder_chart(ROWS, WORDS, chosen=0), "tolerance")
    assert spans[0] == pytest.approx([2.43, 0])
    assert spans[1] == pytest.approx([2.49, 0])
    assert spans[2][0] is None


def test_all_marks_are_inside_the_axis():
    axis = ladder_chart(ROWS, WORDS, chosen=0)["xAxis"]
    assert 0 < axis["min"] <= 1.89
    assert axis["name"] == "loss (horizontal not from 0)"
    assert axis["max"] >= 4.17


def test_a_line_for_each_run_in_its_chapters_colour_without_what_json_cannot_say():
    curves = [
        LadderCurve(6, "6 six", np.array([0, 10, 20]), np.array([4.2, 3.0, np.nan]), chosen=True),
        LadderCurve(7, "7 seven", np.array([0]), np.array([4.1]), chosen=False),
    ]
    option = ladder_curves(curves, WORDS)
    json.dumps(option, allow_nan=False)
    assert option["yAxis"]["name"] == "loss (vertical not from 0)"
    six, seven = option["series"]
    assert six["data"] == [[0.0, 4.2], [10.0, 3.0]]
    assert six["lineStyle"]["width"] > seven["lineStyle"]["width"]
    assert six["lineStyle"]["color"] != seven["lineStyle"]["color"]
    assert [one["endLabel"]["formatter"] for one in option["series"]] == ["6", "7"]
