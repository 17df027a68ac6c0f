"""The notebook's pictures show the arrays that they are given, and nothing a text holds becomes markup."""

import numpy as np
import pytest

from gptviz.figures.bpe_windows import INPUT, ONLY_TARGET, WindowsWords, windows_picture
from gptviz.figures.notebook import leak_bars, speed_curves, vectors_picture, weights_with_sums
from gptviz.notebook.windows import cut_windows

WORDS = WindowsWords("token", "window", "input", "target", "count", "never")
BAD = "<b>$x$</b>"


@pytest.mark.parametrize(("max_length", "stride"), [(4, 5), (4, 4), (4, 1), (2, 6)])
def test_each_row_is_a_window_and_the_last_row_counts_inputs(max_length, stride):
    windows = cut_windows(np.arange(40), max_length, stride)
    starts = windows.starts[1:4]
    labels = [str(place) for place in range(40)]
    figure = windows_picture(starts, max_length, labels, windows.times_input, WORDS, first=1)
    squares, counts = figure.data
    for row, start in enumerate(starts):
        cells = dict(zip(squares.x, squares.z[row], strict=True))
        assert [place for place, cell in cells.items() if cell == INPUT] == list(range(start, start + max_length))
        assert [place for place, cell in cells.items() if cell == ONLY_TARGET] == [start + max_length]
    assert [int(text) for text in counts.text[0]] == windows.times_input[list(counts.x)].tolist()
    assert [bool(cell) for cell in counts.z[0]] == (windows.times_input[list(counts.x)] == 0).tolist()
    assert list(figure.layout.yaxis.ticktext) == ["2", "3", "4", "count"]


def test_sums_that_are_not_one_are_marked():
    weights = np.array([[0.25, 0, 0], [0.5, 0.25, 0], [0.25, 0.75, 1.0]])
    figure = weights_with_sums(weights, ["a", "b", "c"], query="q", key="k", sum_name="Σ", weight="w")
    cells, rows_right, rows_wrong, columns_right, columns_wrong = figure.data
    assert np.isnan(cells.z[np.triu_indices(3, 1)]).all()
    np.testing.assert_allclose(cells.z[np.tril_indices(3)], weights[np.tril_indices(3)])
    assert list(rows_right.text) == []
    assert list(rows_wrong.text) == ["<b>0.25</b>", "<b>0.75</b>", "<b>2.00</b>"]
    assert list(rows_wrong.y) == [0, 1, 2]
    assert list(columns_right.text) == ["1.00 ✓"] * 3
    assert list(columns_right.x) == [0, 1, 2]
    assert list(columns_wrong.text) == []


def test_the_colour_bar_is_there_where_the_weights_are_not_written():
    for T, bar in ((4, False), (12, True)):
        figure = weights_with_sums(np.eye(T), ["a"] * T, query="q", key="k", sum_name="Σ", weight="w")
        assert figure.data[0].showscale is bar


def test_a_change_of_exactly_zero_is_written_as_zero():
    leaks = {"right": np.array([0.0, 0.0, 0.5]), "wrong": np.array([1e-9, 0.25, 1.0])}
    right, wrong = leak_bars(leaks, ["1", "2", "3"], place="p", change="c").data
    assert list(right.text) == ["0", "0", "0.5"]
    assert list(wrong.text) == ["1.0 × 10⁻⁹", "0.25", "1"]
    np.testing.assert_array_equal(wrong.y, leaks["wrong"])


def test_speed_curves_and_vectors_draw_their_numbers():
    ratios = {"a": [1.0, 4.0], "b": [1.0, 1.1], "fused": [0.9, 0.8]}
    figure = speed_curves(
        (1, 8), ratios, {way: way for way in ratios}, axis_heads="h", axis_time="t", logarithmic="log"
    )
    assert {line.name: list(line.y) for line in figure.data} == ratios
    assert [note.text for note in figure.layout.annotations] == ["fused", "b", "a"]
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("h (log)", "t (log)")
    parts = {"token": np.ones((2, 8)), "place": np.full((2, 8), -3.0), "sum": np.full((2, 8), -2.0)}
    figure = vectors_picture(parts, {name: ["x", "y"] for name in parts}, number="n", value="v")
    for trace, values in zip(figure.data, parts.values(), strict=True):
        np.testing.assert_array_equal(trace.z, values)
        assert (trace.zmin, trace.zmax) == (-3, 3)
    assert [trace.showscale for trace in figure.data] == [True, False, False]


def test_tokens_cannot_become_markup():
    windows = cut_windows(np.arange(12), 4, 5)
    weights = np.tri(4)
    pictures = [
        windows_picture(windows.starts, 4, [BAD] * 12, windows.times_input, WORDS),
        weights_with_sums(weights, [BAD] * 4, query="q", key="k", sum_name="Σ", weight="w"),
        vectors_picture({"token": weights}, {"token": [BAD] * 4}, number="n", value="v"),
        leak_bars({"a": np.ones(4), "b": np.ones(4)}, [BAD] * 4, place="p", change="c"),
    ]
    for figure in pictures:
        drawn = figure.to_json()
        assert "$x$" not in drawn
        assert "b>\\u0024" not in drawn
        assert "\\u003cb\\u003e$" not in drawn
        assert "&#60;b&#62;" in drawn
