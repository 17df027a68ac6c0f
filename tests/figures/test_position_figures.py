import numpy as np

from gptviz.analysis.positions import cosine_similarity, principal_path, similarity_by_distance, vector_norms
from gptviz.analysis.word_order import compare_orders
from gptviz.config import ModelConfig
from gptviz.figures.positions import (
    PositionsWords,
    norm_bars,
    principal_path_map,
    similarity_by_distance_curve,
    similarity_map,
)
from gptviz.figures.word_order import WordOrderWords, order_bars
from gptviz.parameters import initial_parameters

WORDS = PositionsWords("position", "similarity", "norm", "axis", "start", "end", "distance", "measured", "shuffled")
ORDER_WORDS = WordOrderWords("character", "change", "with", "without")
VECTORS = np.random.default_rng(0).normal(size=(9, 5))


def test_similarity_runs_from_minus_one_to_one_with_the_first_position_on_top():
    figure = similarity_map(cosine_similarity(VECTORS), WORDS)
    heatmap = figure.data[0]
    assert (heatmap.zmin, heatmap.zmax) == (-1, 1)
    assert list(figure.layout.yaxis.range) == [8.5, -0.5]
    assert heatmap.colorscale[4] == (0.5, "#eeeeee")


def test_bars_of_length_start_at_zero():
    figure = norm_bars(vector_norms(VECTORS), WORDS)
    assert figure.layout.yaxis.rangemode == "tozero"
    np.testing.assert_allclose(figure.data[0].y, np.linalg.norm(VECTORS, axis=1))


def test_path_names_its_ends_and_its_shares():
    path = principal_path(VECTORS)
    figure = principal_path_map(path, WORDS)
    start, end = figure.layout.annotations
    assert (start.text, start.x) == ("start", path.points[0, 0])
    assert (end.text, end.y) == ("end", path.points[-1, 1])
    assert figure.layout.xaxis.title.text == f"axis 1 · {path.explained[0]:.0%}"
    assert list(figure.data[0].marker.color) == list(range(9))


def test_path_of_one_position_has_one_name():
    assert len(principal_path_map(principal_path(VECTORS[:1]), WORDS).layout.annotations) == 1


def test_measured_curve_lies_over_its_band():
    curve = similarity_by_distance(cosine_similarity(VECTORS))
    low, high, shuffled, measured = similarity_by_distance_curve(curve, WORDS).data
    assert (np.asarray(low.y) <= np.asarray(high.y)).all()
    assert high.fill == "tonexty"
    np.testing.assert_array_equal(measured.y, curve.similarity)
    np.testing.assert_array_equal(shuffled.y, curve.shuffled_mean)


def test_curve_of_one_position_is_empty():
    curve = similarity_by_distance(np.ones((1, 1)))
    assert len(similarity_by_distance_curve(curve, WORDS).layout.annotations) == 0


def test_order_bars_pair_each_character_and_show_zero():
    config = ModelConfig(vocab_size=5, context_size=8, embedding_size=8)
    first, second = np.array([0, 1, 2, 3, 4]), np.array([3, 4, 2, 0, 1])
    changes = compare_orders(initial_parameters(config, 0), config, first, second)
    figure = order_bars(changes[changes["causal"]], "embedding_change", list("老鼠爱大米"), ORDER_WORDS)
    heads = {trace.name: trace for trace in figure.data if trace.name}
    assert set(heads) == {"with", "without"}
    assert list(heads["without"].y) == [0] * 5
    assert heads["with"].y[2] == 0  # 爱 stands at the same place in both
    assert (np.delete(np.asarray(heads["with"].y), 2) > 0.1).all()
    assert list(figure.layout.xaxis.ticktext) == list("老鼠爱大米")
    assert heads["with"].customdata.tolist() == [[0, 3], [1, 4], [2, 2], [3, 0], [4, 1]]
