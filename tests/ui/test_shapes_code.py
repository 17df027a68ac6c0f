"""The lines of code that the shapes page shows, run one after another, give the arrays that it shows."""

from itertools import product

import numpy as np
import pytest

from gptviz.analysis.attention_steps import STEPS, attention_steps, linear_layers
from gptviz.config import AttentionConfig, ModelConfig
from gptviz.parameters import initial_parameters
from gptviz.trace import trace
from gptviz.ui.shapes_code import step_code

KINDS = [
    AttentionConfig(*values)
    for values in product((True, False), (True, False), ("head_size", "embedding_size", "none"), ("keys", "queries"))
]


@pytest.fixture(params=KINDS, ids=str)
def layer(request):
    settings = request.param
    config = ModelConfig(9, context_size=8, embedding_size=12, heads=3, blocks=1, attention=settings)
    random = np.random.default_rng(0)
    drawn = initial_parameters(config, 0).items()
    parameters = {name: (array + random.normal(0, 0.3, array.shape)).astype(np.float32) for name, array in drawn}
    block = trace(parameters, config, random.integers(0, 9, (1, 6))).blocks[0]
    return settings, linear_layers(parameters, config, 0), block


def expected(settings, block):
    """Name of a variable -> its array after each step."""
    steps, attention = attention_steps(block.attention_input, block.attention, settings), block.attention
    B, T, _ = steps.x.shape
    whole = {"Q": steps.queries, "K": steps.keys, "V": steps.values}
    return {
        "project": whole,
        "split": {name: array.reshape(B, T, 3, 4) for name, array in whole.items()},
        "transpose": {"Q": attention.queries, "K": attention.keys, "V": attention.values},
        "scores": {"scores": steps.raw_scores},
        "scale": {"scores": steps.scores},
        "mask": {"scores": steps.masked},
        "softmax": {"weights": steps.weights},
        "mix": {"heads": attention.head_outputs},
        "transpose-back": {"heads": attention.head_outputs.transpose(0, 2, 1, 3)},
        "merge": {"merged": steps.merged},
        "output": {"out": steps.output},
    }


def test_the_numpy_lines_give_the_arrays(layer):
    settings, layers, block = layer
    names = {"query": "Q", "key": "K", "value": "V", "output": "O"}
    space = {"np": np, "x": block.attention_input, "H": 3}
    for part, linear in layers.items():
        space |= {f"W_{names[part]}": linear.weight, f"b_{names[part]}": linear.bias}
    arrays, code = expected(settings, block), step_code(settings)
    assert tuple(code) == STEPS
    for step in STEPS:
        exec(code[step].numpy, space)
        for name, array in arrays.get(step, {}).items():
            assert space[name].dtype == np.float32
            np.testing.assert_allclose(space[name], array, rtol=2e-4, atol=1e-6, err_msg=f"{step}: {name}")


def test_the_torch_lines_give_the_arrays(layer):
    import torch

    settings, layers, block = layer
    space = {"torch": torch, "x": torch.from_numpy(block.attention_input), "H": 3}
    for part, linear in layers.items():
        space[part] = torch.nn.Linear(12, 12)
        space[part].load_state_dict({"weight": torch.from_numpy(linear.weight), "bias": torch.from_numpy(linear.bias)})
    arrays = expected(settings, block)
    with torch.no_grad():
        for step, code in step_code(settings).items():
            exec(code.torch, space)
            for name, array in arrays.get(step, {}).items():
                np.testing.assert_allclose(space[name].numpy(), array, rtol=2e-4, atol=1e-5, err_msg=f"{step}: {name}")
