"""Pictures of an experiment: every seed is in them, and an interval that does not exist is not drawn."""

import math

import numpy as np

from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.experiment import Column, GridWords, HeadsWords, loss_grid, values_by_heads

NOTES = AxisNotes("vertical not from 0", "horizontal not from 0", "colours not from 0", "logarithmic")
WORDS = HeadsWords("Test loss (nats)", "one seed", "mean", NOTES)
COLUMNS = [Column(1, {42: 1.95, 43: 1.97}, 1.96, 0.1), Column(8, {42: 1.83, 43: 1.85, 44: 1.81}, 1.83, 0.05)]


def test_every_seed_is_a_point_and_joined_with_itself():
    *seeds, means = values_by_heads(COLUMNS, WORDS, digits=4).data
    assert [list(seed.y) for seed in seeds] == [[1.95, 1.83], [1.97, 1.85], [1.81]]
    assert [list(seed.customdata) for seed in seeds] == [[1, 8], [1, 8], [8]]
    assert all(abs(x - round(x)) < 0.2 for seed in seeds for x in seed.x)
    assert [seed.showlegend for seed in seeds] == [True, False, False]
    assert list(means.y) == [1.96, 1.83]
    assert list(means.error_y.array) == [0.1, 0.05]


def test_head_counts_are_evenly_spaced_and_named():
    axis = values_by_heads(COLUMNS, WORDS, digits=4).layout.xaxis
    assert list(axis.ticktext) == ["1", "8"]
    assert list(axis.tickvals) == [0, 1]


def test_one_seed_has_no_interval():
    *seeds, means = values_by_heads([Column(2, {42: 1.9}, 1.9, math.inf)], WORDS, digits=4).data
    assert list(means.error_y.array) == [None]
    assert means.customdata[0][1] == ""
    assert list(seeds[0].x) == [0]


def test_the_heat_map_marks_what_cannot_be_and_leaves_open_what_is_not_known():
    means = np.array([[1.9, np.nan], [1.8, 1.7]])
    invalid = np.array([[False, True], [False, False]])
    words = GridWords("Test loss (nats)", "EMBEDDING_SIZE", "cannot be", NOTES)
    heat, cross = loss_grid([2, 16], ["24", "64"], means, invalid, words).data
    np.testing.assert_array_equal(heat.z, means)
    assert heat.customdata[1][1] == "HEADS 16, EMBEDDING_SIZE 64"
    assert (list(cross.x), list(cross.y)) == ([1], [0])
    assert loss_grid([2, 16], ["24", "64"], means, invalid, words).layout.yaxis.range[0] > 1  # the first row is on top


def test_values_fill_the_axis_which_says_so_or_it_begins_at_0():
    axis = values_by_heads(COLUMNS, WORDS, digits=4).layout.yaxis
    low, high = axis.range
    assert 0 < low < 1.78  # the lowest end of an interval
    assert high > 2.06
    assert axis.title.text == "Test loss (nats; vertical not from 0)"
    axis = values_by_heads(COLUMNS, WORDS, digits=4, from_zero=True).layout.yaxis
    assert axis.range[0] == 0
    assert axis.title.text == "Test loss (nats)"


def test_an_experiment_of_which_nothing_is_finite_is_drawn():
    broken = [Column(1, {42: math.nan}, math.nan, math.inf)]
    assert values_by_heads(broken, WORDS, digits=4).layout.yaxis.range == (0, 1)
