import json

import numpy as np
import plotly.io as pio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gptviz.figures.attention_map import AttentionMapWords, attention_map
from gptviz.figures.attention_overview import (
    FUTURE,
    GAP,
    STRONGEST,
    WEAKEST,
    AttentionOverviewWords,
    attention_overview,
    tiles,
)
from gptviz.labels import escaped, token_labels

WORDS = AttentionMapWords("query", "key", "weight", "row sum")


def causal_weights(*shape, seed=0):
    scores = np.random.default_rng(seed).normal(size=shape) * 3
    exponentials = np.where(np.tri(shape[-1]), np.exp(scores), 0)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def texts(figure):
    """Every text that Plotly would draw: ticks, hovers, annotations, names."""
    found = []
    for axis in figure.select_xaxes():
        found += axis.ticktext or ()
    for axis in figure.select_yaxes():
        found += axis.ticktext or ()
    for trace in figure.data:
        if trace.text is not None:
            found += np.asarray(trace.text, dtype=object).ravel().tolist()
        found.append(trace.name or "")
    return found + [note.text for note in figure.layout.annotations]


def test_first_query_is_on_top_and_cells_are_square():
    figure = attention_map(causal_weights(5, 5), list("abcde"), WORDS)
    assert list(figure.layout.yaxis.range) == [4.5, -0.5]
    assert list(figure.layout.xaxis.range) == [-0.5, 4.5]
    assert figure.layout.yaxis.scaleanchor == "x"


def test_equal_characters_keep_their_own_rows_and_columns():
    weights = causal_weights(3, 3)
    figure = attention_map(weights, token_labels("的的的"), WORDS)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert axis.tickmode == "array"
        assert list(axis.tickvals) == [0, 1, 2]
        assert list(axis.ticktext) == ["的"] * 3
    assert np.shape(figure.data[0].z) == (3, 3)
    assert figure.data[0].x is None  # positions, not labels


def test_future_is_no_number_and_past_is_unchanged():
    weights = causal_weights(6, 6)
    shown = np.asarray(attention_map(weights, list("abcdef"), WORDS).data[0].z)
    past = np.tri(6, dtype=bool)
    np.testing.assert_allclose(shown[past], weights[past], rtol=1e-6)
    assert np.isnan(shown[~past]).all()


def test_hatched_stairs_cover_exactly_the_future():
    T = 7
    _, future = attention_map(causal_weights(T, T), list("abcdefg"), WORDS).data
    x, y = np.asarray(future.x), np.asarray(future.y)

    def covered(column, row):  # even-odd rule with a ray to the right
        ends = zip(x, y, np.roll(x, -1), np.roll(y, -1), strict=True)
        crossings = sum((a_y > row) != (b_y > row) and a_x > column for a_x, a_y, _, b_y in ends)
        return crossings % 2 == 1

    inside = [[covered(column, row) for column in range(T)] for row in range(T)]
    np.testing.assert_array_equal(inside, ~np.tri(T, dtype=bool))


def test_without_a_mask_nothing_is_future():
    weights = np.full((4, 4), 0.25)
    figure = attention_map(weights, list("abcd"), WORDS, causal=False)
    assert len(figure.data) == 1
    np.testing.assert_allclose(figure.data[0].z, weights)
    assert figure.data[0].text[0][3] == "a → d"


def test_row_sums_stand_beside_their_rows_also_when_they_are_not_one():
    weights = np.array([[1.0, 0.0], [0.9, 0.6]])
    figure = attention_map(weights, ["a", "b"], WORDS, row_sums=True)
    bars = figure.data[-1]
    np.testing.assert_allclose(bars.customdata, [1.0, 1.5])
    assert bars.x[1] / bars.x[0] == pytest.approx(1.5)
    assert list(bars.y) == [0, 1]
    assert list(bars.text) == ["1.00", "1.50"]


@pytest.mark.parametrize("T", [1, 4, 32, 128])
def test_row_sums_stand_between_the_map_and_the_end_of_its_axis(T):
    figure = attention_map(causal_weights(T, T) * 7, token_labels("x" * T), WORDS, row_sums=True)
    bars, (_, end) = figure.data[-1], figure.layout.xaxis.range
    assert bars.xaxis in (None, "x")
    assert bars.base > T - 0.5
    assert bars.base + max(bars.x) < end


@pytest.mark.parametrize("T", [1, 2, 4, 12])
def test_a_short_text_gets_a_large_map(T):
    layout = attention_map(causal_weights(T, T), token_labels("x" * T), WORDS, row_sums=True).layout
    assert layout.height - layout.margin.t - layout.margin.b == 360


def test_map_and_colour_bar_begin_at_the_left_edge():
    figure = attention_map(causal_weights(4, 4), list("abcd"), WORDS, row_sums=True)
    bar = figure.data[0].colorbar
    assert figure.layout.xaxis.constraintoward == "left"
    assert (bar.x, bar.xanchor, bar.lenmode) == (0, "left", "pixels")
    assert bar.len < 238  # the width of the map on a phone


def test_weights_of_a_diverged_model_can_be_drawn():
    bars = attention_map(np.full((3, 3), np.nan), list("abc"), WORDS, row_sums=True).data[-1]
    assert list(bars.text) == ["nan"] * 3


@pytest.mark.parametrize("T", [1, 2, 64, 65, 256])
def test_any_length_up_to_256_has_a_readable_number_of_ticks(T):
    figure = attention_map(causal_weights(T, T), token_labels("x" * T), WORDS, row_sums=True)
    assert len(figure.layout.xaxis.tickvals) <= 64
    assert figure.layout.xaxis.tickvals[0] == 0
    assert np.shape(figure.data[0].z) == (T, T)


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=8))
def test_no_text_becomes_markup_or_a_formula(text):
    labels = token_labels(text)
    figure = attention_map(causal_weights(len(labels), len(labels)), labels, WORDS)
    for shown in texts(figure):
        assert not set(shown) & set("<>$\"'")
    assert list(figure.layout.xaxis.ticktext) == [escaped(label) for label in labels]


def test_hover_template_holds_no_text_of_the_learner():
    labels = token_labels("%{z}<b>")
    figure = attention_map(causal_weights(7, 7), labels, WORDS)
    assert figure.data[0].hovertemplate == attention_map(causal_weights(1, 1), ["a"], WORDS).data[0].hovertemplate
    assert figure.data[0].text[6][0] == "&#62; → %"


def test_map_refuses_labels_that_do_not_fit():
    with pytest.raises(ValueError, match=r"\(3, 3\).*2 labels"):
        attention_map(causal_weights(3, 3), ["a", "b"], WORDS)


def test_each_tile_is_its_head_with_gap_and_future_apart_from_zero():
    weights = causal_weights(2, 3, 4, 4)
    weights[1, 2, 3] = [0, 0, 0, 1]
    cells = tiles(weights, gap=1, causal=True)
    assert cells.shape == (2 * 5 - 1, 3 * 5 - 1)
    tile = cells[5:9, 10:14]  # block 1, head 2
    past = np.tri(4, dtype=bool)
    assert (tile[~past] == FUTURE).all()
    assert tile[3].tolist() == [WEAKEST, WEAKEST, WEAKEST, STRONGEST]
    recovered = ((tile[past] - WEAKEST) / (STRONGEST - WEAKEST)) ** 2
    np.testing.assert_allclose(recovered, weights[1, 2][past], atol=0.005)
    assert (cells[4] == GAP).all()
    assert (cells[:, 4] == GAP).all()


def test_overview_without_mask_has_no_future():
    assert not (tiles(np.zeros((1, 2, 3, 3)), gap=1, causal=False) == FUTURE).any()


def test_overview_names_stand_at_their_tiles():
    weights = causal_weights(2, 3, 4, 4)
    figure = attention_overview(weights, AttentionOverviewWords(["block 0", "block 1"], ["h0", "h1", "h2"]))
    notes = {note.text: note for note in figure.layout.annotations}
    assert [notes[f"h{head}"].x for head in range(3)] == [1.5, 6.5, 11.5]
    assert [notes[f"block {block}"].y for block in range(2)] == [1.5, 6.5]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]


def test_overview_refuses_names_that_do_not_fit():
    with pytest.raises(ValueError, match="valid"):
        attention_overview(causal_weights(2, 3, 4, 4), AttentionOverviewWords(["a"], ["b"]))


def test_overview_of_the_largest_grid_is_sent_in_200_kb():
    names = AttentionOverviewWords([str(block) for block in range(4)], [str(head) for head in range(8)])
    sent = pio.to_json(attention_overview(causal_weights(4, 8, 64, 64), names), validate=False)
    assert len(sent.encode()) < 200_000
    assert json.loads(sent)["data"][0]["z"]["dtype"] == "u1"
