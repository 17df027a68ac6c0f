"""The pictures of what heads do."""

import numpy as np
import pandas as pd

from gptviz.figures import theme
from gptviz.figures.head_metrics import (
    HeadLinesWords,
    PredictionWords,
    head_metric_lines,
    head_similarity_map,
    prediction_bars,
)
from gptviz.labels import escaped

PLACES = {(0, 0): "a", (0, 1): "b", (1, 0): "c", (1, 1): "d"}
WORDS = HeadLinesWords("step", "previous", "uniform", PLACES, "logarithmic")
PREDICTION = PredictionWords("probability", "whole", "without")


def history(*steps):
    index = pd.MultiIndex.from_tuples([(step, *place) for step in steps for place in PLACES])
    index.names = ["step", "block", "head"]
    return pd.DataFrame({"previous": np.arange(len(index), dtype=float)}, index=index)


def test_a_head_keeps_its_colour_and_a_block_its_dashes():
    figure = head_metric_lines(history(0, 1, 10, 1400), "previous", 0.1, WORDS)
    lines = figure.data
    assert [line.name for line in lines] == [*"abcd", "uniform"]
    assert [line.line.color for line in lines[:4]] == [theme.head_color(head) for _, head in PLACES]
    assert lines[0].line.dash == lines[1].line.dash != lines[2].line.dash
    assert list(lines[1].y) == [1, 5, 9, 13]


def test_the_untrained_model_has_its_place_on_the_logarithmic_axis():
    figure = head_metric_lines(history(0, 1, 10, 1400), "previous", 0.1, WORDS)
    axis = figure.layout.xaxis
    assert axis.type == "log"
    assert figure.data[0].x[0] == axis.tickvals[0]
    assert list(axis.ticktext) == ["0", "1", "10", "100", "1,000"]
    assert list(figure.data[0].customdata) == [0, 1, 10, 1400]
    low, high = (10**end for end in axis.range)
    assert low <= figure.data[0].x[0] < 1400 <= high


def test_few_lines_are_named_at_their_ends_many_in_a_legend():
    few = head_metric_lines(history(0, 10), "previous", 0.1, WORDS).layout
    assert sorted(note.text for note in few.annotations) == ["a", "b", "c", "d", "uniform"]
    assert not few.showlegend
    assert few.xaxis.title.text == "step (logarithmic)"
    many = {place: str(place) for place in [*PLACES, (2, 0)]}
    index = pd.MultiIndex.from_tuples([(step, *place) for step in (0, 1) for place in many])
    index.names = ["step", "block", "head"]
    longer = pd.DataFrame({"previous": np.arange(len(index), dtype=float)}, index=index)
    words = HeadLinesWords("step", "previous", "uniform", many, "logarithmic")
    layout = head_metric_lines(longer, "previous", 0.1, words).layout
    assert layout.showlegend
    assert not layout.annotations


def test_the_uniform_head_is_a_line_where_it_has_a_value():
    line = head_metric_lines(history(0, 9), "previous", 0.1, WORDS).data[-1]
    assert (line.name, list(line.y), line.x[-1]) == ("uniform", [0.1, 0.1], 9)
    assert len(head_metric_lines(history(0, 9), "previous", float("nan"), WORDS).data) == len(PLACES)


def test_the_first_head_is_on_top_of_the_map():
    figure = head_similarity_map(np.eye(4), ["1 · 1", "1 · 2", "2 · 1", "2 · 2"], "alike")
    assert list(figure.layout.yaxis.range) == [3.5, -0.5]
    assert (figure.data[0].zmin, figure.data[0].zmax) == (0, 1)


def test_predictions_are_pairs_of_bars_the_first_on_top_and_characters_are_no_code():
    characters = ["$", "<", " ", "a"]
    whole, without = np.array([0.5, 0.3, 0.2, 0.0]), np.array([0.1, 0.1, 0.1, 0.7])
    figure = prediction_bars(characters, whole, without, PREDICTION)
    assert [bar.name for bar in figure.data] == ["whole", "without"]
    np.testing.assert_array_equal(figure.data[1].x, without)
    axis = figure.layout.yaxis
    assert list(axis.ticktext) == [escaped("$"), escaped("<"), "␣", "a"]
    assert axis.range[0] > axis.range[1]
