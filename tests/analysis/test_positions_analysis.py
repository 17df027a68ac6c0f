import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gptviz.analysis.positions import cosine_similarity, principal_path, similarity_by_distance, vector_norms

VECTORS = arrays(np.float32, st.tuples(st.integers(1, 6), st.integers(1, 5)), elements=st.floats(-100, 100, width=32))


def test_cosine_of_vectors_made_by_hand():
    vectors = np.array([[1.0, 0.0], [3.0, 0.0], [0.0, 2.0], [-5.0, 0.0], [1.0, 1.0]])
    half = np.sqrt(0.5)
    expected = [
        [1, 1, 0, -1, half],
        [1, 1, 0, -1, half],
        [0, 0, 1, 0, half],
        [-1, -1, 0, 1, -half],
        [half, half, half, -half, 1],
    ]
    np.testing.assert_allclose(cosine_similarity(vectors), expected, atol=1e-15)


def test_a_zero_vector_is_like_no_vector():
    similarity = cosine_similarity(np.array([[0.0, 0.0], [1.0, 2.0]], dtype=np.float32))
    np.testing.assert_allclose(similarity, [[0, 0], [0, 1]])


@given(VECTORS)
def test_similarity_is_symmetric_and_within_bounds(vectors):
    similarity = cosine_similarity(vectors)
    assert np.isfinite(similarity).all()
    assert (np.abs(similarity) <= 1).all()
    np.testing.assert_allclose(similarity, similarity.T, atol=1e-12)


def test_norms_made_by_hand():
    np.testing.assert_allclose(vector_norms(np.array([[3.0, 4.0], [0.0, 0.0]])), [5, 0])


def test_points_on_a_line_have_one_axis():
    direction = np.array([3.0, 4.0, 0.0]) / 5
    along = np.array([-2.0, -1.0, 0.0, 3.0])
    path = principal_path(along[:, None] * direction + 7.0)
    np.testing.assert_allclose(path.points[:, 0], along, atol=1e-12)
    np.testing.assert_allclose(path.points[:, 1], 0, atol=1e-12)
    np.testing.assert_allclose(path.explained, [1, 0], atol=1e-12)
    np.testing.assert_allclose(path.axes[0], direction, atol=1e-12)


@settings(deadline=None)
@given(VECTORS)
def test_axes_are_the_eigenvectors_of_the_covariance(vectors):
    path = principal_path(vectors)
    assert np.isfinite(path.points).all()
    assert 0 <= path.explained.sum() <= 1 + 1e-9
    assert path.explained[0] >= path.explained[1]
    centred = vectors.astype(float) - vectors.astype(float).mean(axis=0)
    scatter = centred.T @ centred
    total = np.trace(scatter) or 1.0
    for axis, share in zip(path.axes, path.explained, strict=True):
        np.testing.assert_allclose(scatter @ axis / total, share * axis, atol=1e-5)


def test_explained_shares_are_variances_of_the_points():
    vectors = np.random.default_rng(0).normal(size=(20, 6))
    path = principal_path(vectors)
    variances = path.points.var(axis=0) / (vectors - vectors.mean(axis=0)).var(axis=0).sum()
    np.testing.assert_allclose(path.explained, variances)


def test_a_film_does_not_flip():
    """Singular vectors of nearly equal matrices may point the opposite way; with a reference the points stay close."""
    generator = np.random.default_rng(1)
    start = generator.normal(size=(12, 5)) * [5, 3, 1, 1, 1]
    reference = principal_path(start)
    for _ in range(20):
        jittered = start + generator.normal(size=start.shape) * 0.01
        again = principal_path(-jittered, principal_path(-start, None))
        np.testing.assert_allclose(again.points, principal_path(-start, None).points, atol=0.2)
        mirrored = principal_path(start[:, ::-1] + 0.0, reference)  # other axes, the same points
        np.testing.assert_allclose(mirrored.points, reference.points, atol=1e-9)


def test_reference_decides_the_sign():
    vectors = np.random.default_rng(2).normal(size=(8, 4)) * [4, 2, 1, 1]
    path = principal_path(vectors)
    turned = type(path)(-path.points, path.explained, -path.axes)
    np.testing.assert_allclose(principal_path(vectors, turned).points, turned.points)


def test_a_reference_of_another_length_is_left_aside():
    vectors = np.random.default_rng(3).normal(size=(8, 4))
    shorter = principal_path(vectors[:5])
    np.testing.assert_array_equal(principal_path(vectors, shorter).points, principal_path(vectors).points)


def test_similarity_by_distance_is_the_mean_of_each_diagonal():
    matrix = np.array([[1.0, 0.5, 0.1], [0.5, 1.0, 0.3], [0.1, 0.3, 1.0]])
    curve = similarity_by_distance(matrix)
    assert curve.distances.tolist() == [1, 2]
    np.testing.assert_allclose(curve.similarity, [0.4, 0.1])


def test_shuffled_band_lies_around_the_mean_of_all_pairs():
    vectors = np.random.default_rng(4).normal(size=(30, 8)) + 1.0  # a common direction, no order
    matrix = cosine_similarity(vectors)
    curve = similarity_by_distance(matrix, seed=1, shuffles=400)
    everything = matrix[np.triu_indices(30, 1)].mean()
    np.testing.assert_allclose(curve.shuffled_mean[:15], everything, atol=0.02)
    inside = (curve.similarity >= curve.shuffled_low) & (curve.similarity <= curve.shuffled_high)
    assert inside.mean() > 0.8  # without order the measured curve is one of the shuffled ones


def test_order_stands_out_of_the_band():
    walk = np.cumsum(np.random.default_rng(5).normal(size=(40, 16)), axis=0)  # neighbours are alike
    curve = similarity_by_distance(cosine_similarity(walk))
    assert curve.similarity[0] > curve.shuffled_high[0]


def test_the_same_seed_gives_the_same_band():
    matrix = cosine_similarity(np.random.default_rng(6).normal(size=(10, 4)))
    first, again, other = (similarity_by_distance(matrix, seed=seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.shuffled_low, again.shuffled_low)
    assert (first.shuffled_low != other.shuffled_low).any()


@pytest.mark.parametrize("T", [1, 2])
def test_the_shortest_texts_have_a_curve(T):
    curve = similarity_by_distance(np.ones((T, T)))
    assert len(curve.similarity) == len(curve.shuffled_low) == T - 1
    assert np.isfinite(curve.shuffled_mean).all()
