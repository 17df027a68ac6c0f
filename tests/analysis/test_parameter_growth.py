"""How the parameter count follows each constant."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gptviz.analysis.parameter_growth import CHANGES, CONSTANTS, change, doubled, growth
from gptviz.config import ModelConfig
from gptviz.parameters import count_parameters

CHAPTER = ModelConfig(65)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(CONSTANTS), st.integers(2, 200), st.integers(2, 100), st.integers(1, 8), st.integers(1, 16),
    st.integers(1, 6), st.booleans(),
)  # fmt: skip
def test_every_point_is_the_count_of_a_valid_model(constant, V, T, H, D, L, layer_norm):
    model = ModelConfig(V, T, H * D, H, L, layer_norm=layer_norm)
    curve = growth(model, constant)
    assert (np.diff(curve.values) > 0).all()
    assert curve.now == getattr(model, constant)
    assert curve.now in curve.values
    assert curve.values.min() * 4 >= curve.now
    assert curve.values.max() <= curve.now * 4
    for value, count in zip(curve.values.tolist(), curve.counts.tolist(), strict=True):
        assert count == count_parameters(replace(model, **{constant: value}))


def test_heads_change_nothing_and_everything_else_does():
    assert set(growth(CHAPTER, "heads").counts) == {109_889}
    assert list(growth(CHAPTER, "heads").values) == [1, 2, 4, 8]
    for constant in set(CONSTANTS) - {"heads"}:
        assert (np.diff(growth(CHAPTER, constant).counts) > 0).all()


def test_the_context_costs_nothing_without_positions():
    model = replace(CHAPTER, positions=False)
    assert len(set(growth(model, "context_size").counts)) == 1


def test_only_the_embedding_size_counts_squared():
    """Its curve is a quadratic function, those of the others are straight lines."""
    for constant in ("vocab_size", "context_size", "blocks"):
        curve = growth(CHAPTER, constant)
        assert np.allclose(np.polyval(np.polyfit(curve.values, curve.counts, 1), curve.values), curve.counts)
    curve = growth(CHAPTER, "embedding_size")
    square, _, constant = np.polyfit(curve.values, curve.counts, 2)
    # 4 E² of attention and 8 E² of feed-forward in each of 2 blocks; the output's V biases are left at E = 0.
    assert square == pytest.approx(2 * 12)
    assert constant == pytest.approx(65, abs=1e-3)


@pytest.mark.parametrize("constant", CONSTANTS)
def test_doubled_doubles(constant):
    assert getattr(doubled(CHAPTER, constant), constant) == 2 * getattr(CHAPTER, constant)


def test_doubled_takes_the_nearest_valid_value_where_twice_is_not():
    assert doubled(replace(CHAPTER, heads=64), "heads").heads == 32
    assert doubled(replace(CHAPTER, embedding_size=96, heads=32), "heads").heads == 48
    assert doubled(replace(CHAPTER, blocks=64), "blocks").blocks == 63
    assert doubled(ModelConfig(65, embedding_size=1, heads=1), "heads") is None


def test_a_change_is_called_by_its_size_up_or_down():
    assert [change(100, after) for after in (100, 101, 149, 150, 249, 250, 900)] == [
        CHANGES[at] for at in (0, 1, 1, 2, 2, 3, 3)
    ]
    assert change(100, 50) == "double"


def test_what_doubling_does_to_the_chapters_model():
    changes = {one: change(109_889, count_parameters(doubled(CHAPTER, one))) for one in CONSTANTS}
    assert changes == {
        "vocab_size": "little",
        "context_size": "little",
        "embedding_size": "more",
        "blocks": "double",
        "heads": "same",
    }
