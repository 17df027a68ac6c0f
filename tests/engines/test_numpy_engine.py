"""The NumPy engine is the model of `trace`, and its gradients and steps are those of torch's autograd and AdamW."""

import dataclasses
import math
import warnings

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from gptviz.chapters import CHAPTERS
from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.dropout import dropout_mask
from gptviz.engines.numpy_engine import NumpyEngine
from gptviz.engines.torch_engine import TorchEngine
from gptviz.parameters import initial_parameters, parameter_shapes
from gptviz.trace import trace

SIZES = {"vocab_size": 11, "context_size": 6, "embedding_size": 12, "blocks": 2}
EVERYTHING = {"heads": 3, "residual": True, "layer_norm": True}
MODELS = {f"chapter {chapter.number}": dict(chapter.switches) for chapter in CHAPTERS} | {
    "three heads": {"heads": 3},
    "mask off": {"heads": 2, "attention": AttentionConfig(causal=False)},
    "scale of embedding": {"heads": 3, "attention": AttentionConfig(scale="embedding_size")},
    "no scale": EVERYTHING | {"attention": AttentionConfig(scale="none")},
    "softmax over queries": {"heads": 2, "attention": AttentionConfig(softmax_over="queries")},
    "softmax over queries, mask off": EVERYTHING | {"attention": AttentionConfig(softmax_over="queries", causal=False)},
    "no positions": EVERYTHING | {"positions": False},
    "heads without projections": EVERYTHING | {"attention": AttentionConfig(projections=False)},
    "norm without attention": {"attention": None, "layer_norm": True, "dropout": 0.2},
    "every number its own head": EVERYTHING | {"heads": 12, "dropout": 0.5, "blocks": 3},
}
TRAIN = TrainConfig(engine="numpy", seed=7, clip_norm=0.5, weight_decay=0.1)


@pytest.fixture(params=MODELS.values(), ids=MODELS.keys())
def model(request):
    return ModelConfig(**{**SIZES, **request.param})


def batch(model, seed, size=3, length=6):
    generator = np.random.default_rng(seed)
    return generator.integers(0, model.vocab_size, (2, size, length))


def parameters_of(model, seed=1):
    """Random values for all parameters: with the chapters' zero biases, a wrong bias would not show."""
    generator = np.random.default_rng(seed)
    return {name: generator.standard_normal(shape) * 0.4 for name, shape in parameter_shapes(model).items()}


def reference_logits(model, weights, tokens, step=None):
    """The model of `gptviz.trace` with torch's own layers; with a step: in training, with dropout."""

    def linear(name, x):
        return F.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

    def norm(name, x):
        return F.layer_norm(x, x.shape[-1:], weights[f"{name}.weight"], weights[f"{name}.bias"], 1e-5)

    def drop(x, site):
        if step is None or model.dropout == 0:
            return x
        return x * torch.tensor(dropout_mask(tuple(x.shape), model.dropout, seed=TRAIN.seed, step=step, site=site))

    def attend(name, x):
        settings = model.attention
        q, k, v = (linear(f"{name}.{part}", x) if settings.projections else x for part in ("query", "key", "value"))
        q, k, v = (torch.stack(part.chunk(model.heads, dim=-1), dim=1) for part in (q, k, v))
        scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / model.score_divisor
        if settings.causal:
            scores = scores.masked_fill(torch.ones(scores.shape[-2:]).triu(1).bool(), -torch.inf)
        shares = scores.softmax(-1 if settings.softmax_over == "keys" else -2)
        return linear(f"{name}.output", torch.cat([*torch.einsum("bhqk,bhkd->hbqd", shares, v)], dim=-1))

    x = weights["token_embedding.weight"][torch.tensor(tokens)]
    if model.positions:
        x = x + weights["position_embedding.weight"][: tokens.shape[1]]
    x = drop(x, 0)
    for block in range(model.blocks):
        name = f"blocks.{block}"
        if model.attention is not None:
            y = drop(
                attend(f"{name}.attention", norm(f"{name}.attention_norm", x) if model.layer_norm else x), 1 + 2 * block
            )
            x = x + y if model.residual else y
        y = linear(f"{name}.feed_forward.input", norm(f"{name}.feed_forward_norm", x) if model.layer_norm else x)
        y = drop(linear(f"{name}.feed_forward.output", F.gelu(y, approximate="tanh")), 2 + 2 * block)
        x = x + y if model.residual else y
    return linear("output", norm("final_norm", x) if model.layer_norm else x)


def test_logits_are_those_of_trace_and_of_torch(model):
    engine, parameters = NumpyEngine(model, TRAIN, "float64"), parameters_of(model)
    engine.load(parameters)
    for length in (1, 4, model.context_size):
        tokens = batch(model, 2, length=length)[0]
        logits = engine.logits(tokens)
        weights = {name: torch.tensor(value) for name, value in parameters.items()}
        np.testing.assert_allclose(logits, trace(parameters, model, tokens).logits, rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(logits, reference_logits(model, weights, tokens).numpy(), rtol=1e-9, atol=1e-11)


def test_loss_and_all_gradients_are_those_of_torch_with_dropout_too(model):
    train = dataclasses.replace(TRAIN, clip_norm=1e9)
    engine, parameters = NumpyEngine(model, train, "float64"), parameters_of(model)
    engine.load(parameters, step=5)
    tokens, targets = batch(model, 3)
    result = engine.train_step(tokens, targets, 1e-3)
    weights = {name: torch.tensor(value, requires_grad=True) for name, value in parameters.items()}
    logits = reference_logits(model, weights, tokens, step=5)
    loss = F.cross_entropy(logits.flatten(0, 1), torch.tensor(targets).flatten())
    loss.backward()
    assert result.loss_nats == pytest.approx(loss.item(), rel=1e-12)
    norm = math.sqrt(sum(float((weight.grad**2).sum()) for weight in weights.values()))
    assert result.gradient_norm == pytest.approx(norm, rel=1e-12)
    first = engine.moments().first  # after one step from zero: (1 - 0.9) times the gradient
    for name, weight in weights.items():
        np.testing.assert_allclose(first[name] / (1 - 0.9), weight.grad.numpy(), rtol=1e-8, atol=1e-12, err_msg=name)


def test_30_steps_are_those_of_the_torch_engine(model):
    ours, theirs = NumpyEngine(model, TRAIN, "float64"), TorchEngine(model, TRAIN, "float64")
    parameters = parameters_of(model)
    for engine in (ours, theirs):
        engine.load(parameters)
    for step in range(30):
        tokens, targets = batch(model, 100 + step)
        rate = 3e-3 / (step + 1)
        mine, other = (engine.train_step(tokens, targets, rate) for engine in (ours, theirs))
        assert mine.loss_nats == pytest.approx(other.loss_nats, rel=1e-7)
        assert mine.gradient_norm == pytest.approx(other.gradient_norm, rel=1e-7)
    found, expected = ours.parameters(), theirs.parameters()
    assert list(found) == list(expected)
    for name in found.keys() - _without_gradient(model):
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-6, atol=1e-8, err_msg=name)
    tokens = batch(model, 200)[0]
    np.testing.assert_allclose(ours.logits(tokens), theirs.logits(tokens), rtol=1e-6, atol=1e-7)


def _without_gradient(model):
    """A bias that moves all scores of one softmax alike changes nothing: AdamW there amplifies rounding noise."""
    part = "key" if model.attention is None or model.attention.softmax_over == "keys" else "query"
    return {f"blocks.{block}.attention.{part}.bias" for block in range(model.blocks)}


def test_float32_trains_and_agrees_with_float64_to_rounding():
    model = ModelConfig(**SIZES, **EVERYTHING, dropout=0.1)
    engines = [NumpyEngine(model, TRAIN, dtype) for dtype in ("float32", "float64")]
    for step in range(5):
        losses = [engine.train_step(*batch(model, step), 1e-3).loss_nats for engine in engines]
        assert losses[0] == pytest.approx(losses[1], rel=1e-4)
    single = engines[0]
    arrays = [*single.parameters().values(), *single.moments().first.values(), *single.moments().second.values()]
    assert {array.dtype for array in arrays} == {np.dtype("float32")}
    assert single.logits(batch(model, 9)[0]).dtype == np.float32


def test_learns_a_batch_by_heart():
    model = ModelConfig(**SIZES, **EVERYTHING)
    engine = NumpyEngine(model, TRAIN)
    tokens, targets = batch(model, 4)
    losses = [engine.train_step(tokens, targets, 1e-2).loss_nats for _ in range(150)]
    assert losses[0] > 1.5
    assert losses[-1] < 0.05


def test_starts_from_the_chapters_values():
    model = ModelConfig(**SIZES)
    started = NumpyEngine(model, TRAIN).parameters()
    for name, value in initial_parameters(model, TRAIN.seed).items():
        np.testing.assert_array_equal(started[name], value)


@pytest.mark.parametrize("dropout", [0.0, 0.3])
def test_a_resumed_training_is_bit_identical(dropout):
    model = ModelConfig(**SIZES, dropout=dropout)
    straight, resumed = NumpyEngine(model, TRAIN), NumpyEngine(model, TRAIN)
    for step in range(10):
        straight.train_step(*batch(model, step), 1e-3)
        if step == 4:
            saved = resumed
            resumed = NumpyEngine(model, TRAIN)
            resumed.load(saved.parameters(), saved.moments(), step=4)
        resumed.train_step(*batch(model, step), 1e-3)
    for name, value in straight.parameters().items():
        np.testing.assert_array_equal(resumed.parameters()[name], value)
        np.testing.assert_array_equal(resumed.moments().first[name], straight.moments().first[name])
        np.testing.assert_array_equal(resumed.moments().second[name], straight.moments().second[name])


def test_arrays_go_in_and_out_as_copies():
    model = ModelConfig(**SIZES)
    engine, donor = NumpyEngine(model, TRAIN), NumpyEngine(model, TRAIN)
    donor.train_step(*batch(model, 0), 1e-3)
    parameters, moments = donor.parameters(), donor.moments()
    before = {name: value.copy() for name, value in parameters.items()}
    engine.load(parameters, moments, step=1)
    out, out_moments = engine.parameters(), engine.moments()
    kept = {name: value.copy() for name, value in out.items()}
    engine.train_step(*batch(model, 1), 1e-3)
    for name in before:
        np.testing.assert_array_equal(parameters[name], before[name])
        np.testing.assert_array_equal(out[name], kept[name])
        np.testing.assert_array_equal(out_moments.first[name], moments.first[name])
        np.testing.assert_array_equal(out_moments.second[name], moments.second[name])
    trained = engine.parameters()
    for value in out.values():
        value[...] = 0
    for name, value in trained.items():
        np.testing.assert_array_equal(engine.parameters()[name], value)


def test_load_without_moments_starts_them_anew():
    model = ModelConfig(**SIZES)
    engine, fresh = NumpyEngine(model, TRAIN), NumpyEngine(model, TRAIN)
    engine.train_step(*batch(model, 0), 1e-3)
    engine.load(fresh.parameters())
    for each in (engine, fresh):
        each.train_step(*batch(model, 1), 1e-3)
    for name, value in fresh.parameters().items():
        np.testing.assert_array_equal(engine.parameters()[name], value)


def test_a_diverged_training_tells_it_by_its_loss_and_warns_of_nothing():
    model = ModelConfig(**SIZES)
    engine = NumpyEngine(model, TRAIN)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        losses = [engine.train_step(*batch(model, step), 1e30).loss_nats for step in range(4)]
        engine.logits(batch(model, 5)[0])
    assert not math.isfinite(losses[-1])


def test_refuses_what_does_not_fit_the_model():
    model = ModelConfig(**SIZES)
    engine = NumpyEngine(model, TRAIN)
    parameters = engine.parameters()
    tokens, targets = batch(model, 0)
    with pytest.raises(ValueError, match=r"output\.bias is missing"):
        engine.load({name: value for name, value in parameters.items() if name != "output.bias"})
    with pytest.raises(ValueError, match="7 tokens; valid: 1 to context_size=6"):
        engine.logits(np.zeros((1, 7), int))
    with pytest.raises(ValueError, match="0 to 10"):
        engine.train_step(tokens + 1, targets, 1e-3)
    with pytest.raises(ValueError, match="cross_entropy"):
        engine.train_step(tokens, targets + 1, 1e-3)
    with pytest.raises(ValueError, match="cross_entropy"):
        engine.train_step(tokens, targets[:, 1:], 1e-3)
    for name, value in parameters.items():
        np.testing.assert_array_equal(engine.parameters()[name], value)
