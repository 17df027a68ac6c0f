"""The pictures of a choice draw the numbers they get, and texts cannot become markup."""

import numpy as np
import pytest

from gptviz.figures.generation import ChoiceWords, HeadRowsWords, choice_bars, head_rows

CHARACTERS = ["<", "$", " ", "\n", "ש"]
WORDS = ChoiceWords("probability", "model", "drawn")


def test_bars_show_both_probabilities_and_point_at_the_chosen_character():
    own, drawn = np.array([0.5, 0.3, 0.1, 0.06, 0.04]), np.array([0.6, 0.4, 0, 0, 0])
    figure = choice_bars(CHARACTERS, own, drawn, 3, WORDS)
    assert [trace.name for trace in figure.data] == ["model", "drawn"]
    np.testing.assert_array_equal(figure.data[0].x, own)
    np.testing.assert_array_equal(figure.data[1].x, drawn)
    ticks = figure.layout.yaxis.ticktext
    assert ticks[:4] == ("&#60;", "&#36;", "␣", "▶ ↵")
    assert figure.layout.yaxis.range == (4.5, -0.5)  # the first on top


def test_rows_show_each_heads_weights_in_order():
    weights = np.arange(10).reshape(2, 5) / 10
    figure = head_rows(weights, ["one", "two"], CHARACTERS, HeadRowsWords("seen", "weight"))
    np.testing.assert_allclose(figure.data[0].z, weights)
    assert figure.data[0].text[1, 0] == "two → &#60;"
    assert figure.layout.xaxis.ticktext[1] == "&#36;"
    assert figure.layout.yaxis.ticktext == ("one", "two")
    assert (figure.data[0].zmin, figure.data[0].zmax) == (0, 1)


def test_rows_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"\(1, 5\)"):
        head_rows(np.zeros((2, 5)), ["one"], CHARACTERS, HeadRowsWords("seen", "weight"))
