import math

import numpy as np
import pytest

from gptviz.analysis.scale_effect import Scaled, scale_effect
from gptviz.config import AttentionConfig, ModelConfig
from gptviz.figures.shapes import ScaleWords, score_distribution, weight_distribution

WORDS = ScaleWords("score", "weight", "share", {"none": "none", "head_size": "√D", "embedding_size": "√E"}, "log")


def effects(scale="head_size", T=6):
    config = ModelConfig(5, context_size=8, embedding_size=8, heads=2, attention=AttentionConfig(scale=scale))
    raw = np.random.default_rng(0).normal(0, 3, (1, 2, T, T))
    return scale_effect(raw, config)


@pytest.mark.parametrize("draw", [score_distribution, weight_distribution])
@pytest.mark.parametrize(("scale", "lines"), [("head_size", 2), ("embedding_size", 3), ("none", 2)])
def test_one_line_a_scale_and_its_shares_sum_to_one(draw, scale, lines):
    figure = draw(effects(scale), WORDS)
    assert len(figure.data) == lines
    for line in figure.data:
        assert np.nansum(line.y) == pytest.approx(1)


@pytest.mark.parametrize("draw", [score_distribution, weight_distribution])
def test_each_line_is_named_where_it_stands_above_the_others(draw):
    figure = draw(effects("embedding_size"), WORDS)
    assert [note.text for note in figure.layout.annotations] == [line.name for line in figure.data]
    for note, line in zip(figure.layout.annotations, figure.data, strict=True):
        place = list(line.x).index(note.x)
        others = [np.nan_to_num(other.y[place]) for other in figure.data if other is not line]
        assert line.y[place] > max(others)
        assert note.font.color == line.line.color


def test_a_share_is_the_share_of_pairs_in_its_bin():
    one, _ = effects()
    line = weight_distribution(effects(), WORDS).data[0]
    assert (line.name, one.name) == ("none", "none")
    first = np.mean(one.weights < 0.05)
    assert line.y[0] == pytest.approx(first)
    assert line.x[0] == pytest.approx(0.025)


def test_a_diverged_model_and_a_single_character_are_drawn():
    broken = Scaled("none", 1.0, np.full(3, np.nan), np.full(3, np.nan), math.nan, math.nan)
    for draw in (score_distribution, weight_distribution):
        assert np.isnan(draw([broken], WORDS).data[0].y.astype(float)).all()
        assert np.nansum(draw(effects(T=1), WORDS).data[0].y) == pytest.approx(1)
