"""The two charts of the mistakes lesson: what is in them is what was measured."""

import json

import numpy as np

from gptviz.figures.mistakes import COLORS, MistakesWords, SideCurve, pair_curves, position_losses

WORDS = MistakesWords(step="Step", position="Position", loss_nats="Loss", test="test")
NONE = np.zeros(0)


def side(name, steps, losses, tests=NONE):
    return SideCurve(
        name, name == "Wrong", np.asarray(steps), np.asarray(losses), np.arange(len(tests)), np.asarray(tests)
    )


def test_each_run_is_a_line_in_its_colour_with_its_name_at_the_end():
    chart = pair_curves([side("Right", [1, 2], [4.0, 4.0], [4.1]), side("Wrong", [1], [0.5])], WORDS, total_steps=9)
    lines = [one for one in chart["series"] if one["type"] == "line"]
    assert [line["name"] for line in lines] == ["Right", "Wrong"]
    assert tuple(line["lineStyle"]["color"] for line in lines) == COLORS
    assert lines[0]["data"] == [[1.0, 4.0], [2.0, 4.0]]
    rings = [one for one in chart["series"] if one["type"] == "scatter"]
    assert rings[0]["data"] == [[0.0, 4.1]]
    assert (chart["xAxis"]["min"], chart["xAxis"]["max"]) == (0, 9)


def test_the_wrong_run_alone_keeps_its_colour():
    chart = pair_curves([side("Wrong", [1], [0.5])], WORDS, total_steps=9)
    assert chart["series"][0]["lineStyle"]["color"] == COLORS[1]


def test_runs_that_have_not_begun_or_overflowed_give_a_chart_that_json_can_hold():
    chart = pair_curves(
        [side("Right", [], []), side("Wrong", [1, 2], [np.nan, np.inf], [np.nan])], WORDS, total_steps=2
    )
    json.dumps(chart, allow_nan=False)


def test_positions_count_from_one():
    chart = position_losses([("Right", np.array([2.0, 1.5, 1.0])), ("Wrong", np.array([0.0, 0.0, 5.0]))], WORDS)
    assert [one["data"] for one in chart["series"]] == [
        [[1.0, 2.0], [2.0, 1.5], [3.0, 1.0]],
        [[1.0, 0.0], [2.0, 0.0], [3.0, 5.0]],
    ]
    assert (chart["xAxis"]["min"], chart["xAxis"]["max"]) == (1, 3)
