"""Names, shapes, counts and first values of the parameters, against the chapters."""

import dataclasses

import numpy as np
import pytest

from gptviz.config import AttentionConfig, ModelConfig
from gptviz.parameters import check_parameters, count_parameters, initial_parameters, parameter_shapes

PLAIN = AttentionConfig(projections=False)
LADDER = [
    (ModelConfig(65, attention=None, positions=False), 74_561),
    (ModelConfig(65, attention=None), 76_609),
    (ModelConfig(65, attention=AttentionConfig(projections=False, causal=False), heads=1), 84_929),
    (ModelConfig(65, attention=PLAIN, heads=1), 84_929),
    (ModelConfig(65, heads=1), 109_889),
    (ModelConfig(65, heads=2), 109_889),
    (ModelConfig(65, residual=True), 109_889),
    (ModelConfig(65, residual=True, layer_norm=True), 110_529),
    (ModelConfig(65, residual=True, layer_norm=True, dropout=0.1), 110_529),
]
SMALL = ModelConfig(11, context_size=8, embedding_size=6, heads=2, layer_norm=True)


@pytest.mark.parametrize(("config", "count"), LADDER, ids=[str(row) for row in range(1, 10)])
def test_every_chapter_has_its_published_count(config, count):
    assert count_parameters(config) == count
    assert sum(array.size for array in initial_parameters(config, 42).values()) == count


@pytest.mark.parametrize("heads", [1, 2, 4, 8, 16, 32, 64])
def test_heads_change_neither_the_count_nor_the_first_values(heads):
    config = ModelConfig(65, heads=heads)
    assert count_parameters(config) == 109_889
    expected = initial_parameters(ModelConfig(65), 7)
    given = initial_parameters(config, 7)
    assert list(given) == list(expected)
    for name in expected:
        np.testing.assert_array_equal(given[name], expected[name])


def test_values_are_drawn_in_the_order_in_which_the_book_builds_its_layers():
    config = ModelConfig(11, context_size=8, embedding_size=6, heads=2, blocks=2)
    names = ["token_embedding", "position_embedding"]
    for block in range(2):
        names += [f"blocks.{block}.attention.{part}" for part in ("query", "key", "value", "output")]
        names += [f"blocks.{block}.feed_forward.{part}" for part in ("input", "output")]
    names.append("output")
    parameters = initial_parameters(config, 42)
    # The book seeds NumPy's global generator once and calls randn for one matrix after another.
    np.random.seed(42)
    for name in names:
        weight = parameters[f"{name}.weight"]
        deviation = 0.02 if "embedding" in name else np.sqrt(2 / weight.shape[1])
        np.testing.assert_array_equal(weight, (np.random.randn(*weight.shape) * deviation).astype(np.float32))
    drawn = {f"{name}.weight" for name in names}
    assert all(not parameters[name].any() for name in parameters.keys() - drawn)


def test_a_learned_scale_starts_at_one_and_every_shift_at_zero():
    for name, array in initial_parameters(SMALL, 1).items():
        assert array.dtype == np.float32
        if name.endswith(".bias"):
            assert not array.any()
        elif "norm" in name:
            assert (array == 1).all()
        else:
            assert array.std() > 0


def test_initial_values_do_not_touch_the_global_generator():
    np.random.seed(5)
    expected = np.random.rand()
    np.random.seed(5)
    initial_parameters(SMALL, 42)
    assert np.random.rand() == expected


def test_linear_weights_are_out_by_in():
    shapes = parameter_shapes(SMALL)
    assert shapes["blocks.1.feed_forward.input.weight"] == (24, 6)
    assert shapes["blocks.1.feed_forward.output.weight"] == (6, 24)
    assert shapes["output.weight"] == (11, 6)
    assert shapes["token_embedding.weight"] == (11, 6)
    assert shapes["position_embedding.weight"] == (8, 6)


def test_parameters_of_another_model_are_refused_by_name():
    parameters = initial_parameters(SMALL, 42)
    check_parameters(SMALL, parameters)
    with pytest.raises(ValueError, match=r"final_norm\.bias is not part of this model"):
        check_parameters(
            dataclasses.replace(SMALL, layer_norm=False),
            {"final_norm.bias": np.zeros(6), **initial_parameters(dataclasses.replace(SMALL, layer_norm=False), 42)},
        )
    with pytest.raises(ValueError, match=r"blocks\.0\.attention\.key\.bias is missing"):
        check_parameters(
            SMALL, {name: array for name, array in parameters.items() if name != "blocks.0.attention.key.bias"}
        )
    with pytest.raises(ValueError, match=r"output\.weight has shape \(6, 11\); this model needs \(11, 6\)"):
        check_parameters(SMALL, parameters | {"output.weight": parameters["output.weight"].T})
