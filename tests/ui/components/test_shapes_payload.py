"""What the walk is sent: every number of the layer as it is, and names for all that the browser shows."""

import json
import struct

import numpy as np
import pytest

from gptviz.analysis.attention_steps import STEPS, attention_steps, linear_layers
from gptviz.config import AttentionConfig, ModelConfig
from gptviz.figures import theme
from gptviz.parameters import initial_parameters
from gptviz.trace import trace
from gptviz.ui.components.shapes import Layer, Place, ShapesWords, StepWords, shapes_walk
from gptviz.ui.components.shapes.component import place_of
from gptviz.ui.components.shapes.payload import packed


def layer(head=1, T=5, **switches):
    attention = AttentionConfig(**switches)
    config = ModelConfig(7, context_size=8, embedding_size=12, heads=3, blocks=2, attention=attention)
    parameters = initial_parameters(config, 0)
    block = trace(parameters, config, np.arange(T)[None]).blocks[1]
    steps = attention_steps(block.attention_input, block.attention, attention)
    return Layer(config, steps, linear_layers(parameters, config, 1), head), block, parameters


def unpack(payload):
    """Read a payload as the browser does."""
    (size,) = struct.unpack_from("<I", payload)
    header = json.loads(payload[4 : 4 + size])
    numbers, arrays, start = np.frombuffer(payload[4 + size :], dtype="<f4"), {}, 0
    for name, rows, columns in header["arrays"]:
        arrays[name] = numbers[start : start + rows * columns].reshape(rows, columns)
        start += rows * columns
    assert start == len(numbers)
    return header, arrays


def test_the_numbers_arrive_bit_for_bit():
    one, block, parameters = layer(head=2)
    _, arrays = unpack(packed(one, {}))
    attention = block.attention
    expected = {
        "x": block.attention_input[0],
        "scores": attention.scores[0, 2],
        "weights": attention.weights[0, 2],
        "merged": attention.merged[0],
        "output": attention.output[0],
        "W_Q": parameters["blocks.1.attention.query.weight"],
        "W_O": parameters["blocks.1.attention.output.weight"],
        "b_V": parameters["blocks.1.attention.value.bias"][None],
    }
    for name, array in expected.items():
        np.testing.assert_array_equal(arrays[name], array, err_msg=name)
    # The head's columns of Q, K and V are what the trace computed with.
    for name, part in (("Q", attention.queries), ("K", attention.keys), ("V", attention.values)):
        np.testing.assert_array_equal(arrays[name][:, 8:12], part[0, 2], err_msg=name)
    np.testing.assert_allclose(arrays["raw"] / 2, arrays["scores"])
    np.testing.assert_allclose(
        arrays["weights"] @ arrays["V"][:, 8:12], arrays["merged"][:, 8:12], rtol=1e-4, atol=1e-6
    )


def test_a_model_without_projections_sends_no_weights_that_it_does_not_have():
    one, *_ = layer(projections=False, causal=False)
    header, arrays = unpack(packed(one, {}))
    assert {name for name in arrays if name[1:2] == "_"} == {"W_O", "b_O"}
    np.testing.assert_array_equal(arrays["Q"], arrays["x"])
    assert (header["causal"], header["projections"]) == (False, False)


def test_the_head_keeps_its_colour():
    header, _ = unpack(packed(layer(head=2)[0], {}))
    assert header["headColor"] == theme.head_color(2)
    assert (header["T"], header["E"], header["H"], header["D"], header["divisor"]) == (5, 12, 3, 4, 2.0)


def test_what_is_no_number_stays_none():
    one, *_ = layer()
    one.steps.x[0, 0, 0] = np.nan
    one.steps.output[0, 1, 1] = np.inf
    _, arrays = unpack(packed(one, {}))
    assert np.isnan(arrays["x"][0, 0])
    assert arrays["output"][1, 1] == np.inf


def test_a_head_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="head 3 of 3"):
        packed(layer(head=3)[0], {})


def test_a_label_is_needed_for_each_position():
    words = ShapesWords("t", {step: StepWords(*"tlnt") for step in STEPS}, *["w"] * 13)
    with pytest.raises(ValueError, match=r"\(1, 2, 12\)"):
        shapes_walk(layer()[0], ["a", "b"], words, key="k", place=Place("input", 0, 0, 0))


@pytest.mark.parametrize(
    "sent",
    [
        None,
        "scores",
        {"step": "scores"},
        {"step": "nowhere", "query": 0, "key": 0, "number": 0},
        {"step": "scores", "query": 5, "key": 0, "number": 0},
        {"step": "scores", "query": 0, "key": -1, "number": 0},
        {"step": "scores", "query": 0, "key": 0, "number": 12},
        {"step": "scores", "query": 0.5, "key": 0, "number": 0},
        {"step": ["scores"], "query": 0, "key": 0, "number": 0},
    ],
)
def test_what_is_no_place_in_the_layer_is_not_believed(sent):
    assert place_of(sent, T=5, E=12) is None


def test_a_place_in_the_layer_is():
    sent = {"step": "mix", "query": 4, "key": 0, "number": 11}
    assert place_of(sent, T=5, E=12) == Place("mix", 4, 0, 11)


def test_the_largest_layer_of_the_app_is_below_2_2_mb():
    config = ModelConfig(7, context_size=128, embedding_size=256, heads=4, blocks=1)
    parameters = initial_parameters(config, 0)
    block = trace(parameters, config, np.zeros((1, 128), dtype=int)).blocks[0]
    steps = attention_steps(block.attention_input, block.attention, config.attention)
    assert len(packed(Layer(config, steps, linear_layers(parameters, config, 0), 0), {})) < 2_200_000
