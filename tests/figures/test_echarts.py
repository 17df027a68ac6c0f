"""Charts for a projector: every letter of a chart grows, and nothing that it shows changes."""

import copy

import numpy as np
import pytest

from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.echarts import LETTERS_PX, enlarged_option
from gptviz.figures.ladder import LadderCurve, LadderRow, LadderWords, ladder_chart, ladder_curves
from gptviz.figures.mistakes import MistakesWords, SideCurve, pair_curves, position_losses

NOTES = AxisNotes("not from 0", "not from 0", "not from 0", "logarithmic")
LADDER = LadderWords("loss", "step", "published", "tolerance", "ours", "ours so far", NOTES)
MISTAKES = MistakesWords("step", "position", "loss", "test")
STEPS, LOSSES = np.arange(1, 9), np.linspace(4, 2, 8)
OPTIONS = {
    "ladder": ladder_chart([LadderRow("1 one", 2.46, 0.03, 2.45, comparable=True)], LADDER, chosen=0),
    "ladder-curves": ladder_curves([LadderCurve(1, "1 one", STEPS, LOSSES, chosen=True)], LADDER),
    "pair": pair_curves([SideCurve("right", False, STEPS, LOSSES, STEPS, LOSSES)], MISTAKES, total_steps=8),
    "positions": position_losses([("right", LOSSES)], MISTAKES),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_letter_grows_and_the_numbers_stay(name):
    option = OPTIONS[name]
    before = copy.deepcopy(option)
    larger = enlarged_option(option, 1.5)
    assert option == before
    for axis in ("xAxis", "yAxis"):
        assert larger[axis]["axisLabel"]["fontSize"] == larger[axis]["nameTextStyle"]["fontSize"] == 1.5 * LETTERS_PX
        assert larger[axis].get("name") == option[axis].get("name")
    assert larger["grid"]["bottom"] == 1.5 * option["grid"]["bottom"]
    assert [one["data"] for one in larger["series"]] == [one["data"] for one in option["series"]]
    assert all(one["endLabel"]["fontSize"] == 18 for one in larger["series"] if "endLabel" in one)


def test_the_chosen_chapter_stays_bold():
    (row,) = enlarged_option(OPTIONS["ladder"], 1.5)["yAxis"]["data"]
    assert row["textStyle"] == {"fontWeight": "bold", "fontSize": 18}
