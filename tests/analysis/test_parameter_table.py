"""The table of parameters against the arrays that the engines really train."""

from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gptviz.analysis.parameter_table import MODULES, counts_by_module, parameter_table
from gptviz.chapters import CHAPTERS, chapter, model_config
from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.engines import create_engine
from gptviz.parameters import count_parameters, initial_parameters, parameter_shapes


@st.composite
def models(draw):
    heads, head_size = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    attention = draw(st.sampled_from([None, AttentionConfig(), AttentionConfig(projections=False)]))
    return ModelConfig(
        vocab_size=draw(st.integers(2, 40)),
        context_size=draw(st.integers(2, 20)),
        embedding_size=heads * head_size,
        heads=heads,
        blocks=draw(st.integers(1, 4)),
        positions=draw(st.booleans()),
        attention=attention,
        layer_norm=draw(st.booleans()),
    )


@settings(max_examples=60, deadline=None)
@given(models())
def test_the_rows_are_all_parameters_and_their_formulas_give_the_shapes(model):
    parts = parameter_table(model)
    assert sum(part.count for part in parts) == count_parameters(model) == sum(counts_by_module(model).values())
    letters = {
        "V": model.vocab_size,
        "T": model.context_size,
        "E": model.embedding_size,
        "4E": 4 * model.embedding_size,
    }
    shapes = parameter_shapes(model)
    for part in parts:
        assert tuple(letters[factor] for factor in part.factors) == part.shape
        places = [f"blocks.{at}.{part.name}" for at in range(part.times)] if part.in_blocks else [part.name]
        assert len(places) == part.times
        assert all(shapes.pop(place) == part.shape for place in places)
        assert part.module in MODULES
    assert not shapes


@pytest.mark.parametrize(("rung", "engine"), list(product(CHAPTERS, ["torch", "numpy"])), ids=str)
def test_counts_are_those_of_the_engines_arrays(rung, engine):
    model = model_config(rung, 65)
    trained = create_engine(model, TrainConfig(engine=engine))
    trained.load(initial_parameters(model, 42))
    arrays = trained.parameters()
    for part in parameter_table(model):
        places = [f"blocks.{at}.{part.name}" for at in range(part.times)] if part.in_blocks else [part.name]
        assert part.count == sum(arrays.pop(place).size for place in places)
    assert not arrays


def test_the_position_chapter_by_hand():
    counts = counts_by_module(model_config(chapter("position-embedding"), 65))
    assert counts == {
        "token_embedding": 65 * 64,
        "position_embedding": 32 * 64,
        "attention": 0,
        "feed_forward": 2 * ((256 * 64 + 256) + (64 * 256 + 64)),
        "norm": 0,
        "output": 65 * 64 + 65,
    }
    assert sum(counts.values()) == 76_609


def test_a_layer_is_its_weight_and_bias():
    parts = [part for part in parameter_table(ModelConfig(65)) if part.layer == "attention.query"]
    assert [part.factors for part in parts] == [("E", "E"), ("E",)]
    assert [prod(part.shape) for part in parts] == [4096, 64]
    assert np.unique([part.times for part in parts]) == 2
