"""What position vectors have learned: which are alike, how long they are, along which path they lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating]

SHUFFLES = 200
BAND = (2.5, 97.5)  # percentiles: 95 % of the shuffles lie between


@dataclass(frozen=True)
class PrincipalPath:
    """Position vectors in the plane in which they differ most.

    Args:
        points: (T, 2), the vectors minus their mean, along the two axes.
        explained: (2,), the share of the vectors' variance along each axis, 0 to 1.
        axes: (2, E), of length 1 and at right angles; zeros where the vectors do not vary.
    """

    points: Array
    explained: Array
    axes: Array


@dataclass(frozen=True)
class DistanceCurve:
    """Mean cosine similarity of pairs of positions against their distance, beside what no order would give.

    Args:
        distances: (T-1,), 1 to T-1.
        similarity: (T-1,).
        shuffled_mean: (T-1,), over the shuffles.
        shuffled_low: (T-1,), 95 % of the shuffles lie from here
        shuffled_high: (T-1,), to here.
    """

    distances: NDArray[np.integer]
    similarity: Array
    shuffled_mean: Array
    shuffled_low: Array
    shuffled_high: Array


def vector_norms(vectors: Array) -> Array:
    """Return the Euclidean length of each row: (T, E) -> (T,)."""
    return np.linalg.norm(vectors, axis=-1)


def cosine_similarity(vectors: Array) -> Array:
    """Return the cosine of the angle between every two rows, a·b / (|a| |b|).

    Args:
        vectors: (T, E).

    Returns:
        (T, T), from -1 to 1. A vector of zeros points nowhere: 0 with every vector, itself too.
    """
    norms = vector_norms(vectors)[:, None]
    directions = np.divide(vectors, norms, out=np.zeros_like(vectors, dtype=float), where=norms > 0)
    return np.clip(directions @ directions.T, -1.0, 1.0)


def principal_path(vectors: Array, reference: PrincipalPath | None = None) -> PrincipalPath:
    """Project vectors on their two principal axes (PCA by singular value decomposition; Jolliffe 2002, section 3.5).

    An axis has no natural sign. With a reference, of the same run at another step, each axis points the way on which
    the points lie as in the reference, so that a film over training does not flip; else its largest entry is positive.

    Args:
        vectors: (T, E).
        reference: The path whose orientation to keep.

    Returns:
        The path; an axis along which nothing varies (T = 1, E = 1, equal vectors) has zeros.
    """
    E = vectors.shape[1]
    exact = vectors.astype(float)
    centred = exact - exact.mean(axis=0)
    _, singular_values, directions = np.linalg.svd(centred, full_matrices=False)
    variances = singular_values**2
    axes, explained = np.zeros((2, E)), np.zeros(2)
    # Rounding leaves values near 1e-16 of the largest one where there is no variance.
    found = int((singular_values[:2] > singular_values[:1] * 1e-9).sum())
    axes[:found] = directions[:found]
    explained[:found] = variances[:found] / max(variances.sum(), np.finfo(float).tiny)
    points = centred @ axes.T  # (T, E) (E, 2) -> (T, 2)
    signs = _signs(points, axes, reference)
    return PrincipalPath(points * signs, explained, axes * signs[:, None])


def _signs(points: Array, axes: Array, reference: PrincipalPath | None) -> Array:
    if reference is not None and reference.points.shape == points.shape:
        agreement = (points * reference.points).sum(axis=0)
    else:
        agreement = axes[np.arange(2), np.abs(axes).argmax(axis=1)]
    return np.where(agreement < 0, -1.0, 1.0)


def similarity_by_distance(similarity: Array, seed: int = 0, shuffles: int = SHUFFLES) -> DistanceCurve:
    """Average similarity over all pairs of positions that lie d apart, and compare with shuffled positions.

    The question is whether similarity depends on distance. So the null hypothesis is that the vectors are what they
    are, but any of them could stand at any position: the positions are permuted, the vectors (and with them lengths,
    common direction and the set of similarities) are kept. Shuffling entries within vectors would also destroy what
    all vectors share, and find "structure" wherever they have a common mean.

    Args:
        similarity: (T, T), symmetric.
        seed: Of the permutations.
        shuffles: How many, at least 1.

    Returns:
        The curve and the band in which 95 % of the shuffles lie at each distance; empty for T = 1.
    """
    T = len(similarity)
    rows, columns = np.triu_indices(T, k=1)
    distances = columns - rows
    pairs = np.bincount(distances, minlength=T)[1:]

    def by_distance(matrix: Array) -> Array:
        return np.bincount(distances, weights=matrix[rows, columns], minlength=T)[1:] / pairs

    generator = np.random.default_rng(seed)
    shuffled = np.empty((shuffles, max(T - 1, 0)))
    for at in range(shuffles):
        order = generator.permutation(T)
        shuffled[at] = by_distance(similarity[np.ix_(order, order)])
    low, high = np.percentile(shuffled, BAND, axis=0)
    return DistanceCurve(np.arange(1, T), by_distance(similarity), shuffled.mean(axis=0), low, high)
