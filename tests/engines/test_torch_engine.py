"""The PyTorch engine against the trace, finite differences, torch's own optimizer, and itself after a restart."""

import dataclasses
import itertools

import numpy as np
import pytest
import torch

from gptviz.config import SCALES, SOFTMAX_AXES, AttentionConfig, ModelConfig, TrainConfig
from gptviz.engines import torch_engine
from gptviz.engines.torch_engine import TorchEngine
from gptviz.parameters import initial_parameters, parameter_shapes
from gptviz.trace import trace

SIZES = {"vocab_size": 7, "context_size": 6, "embedding_size": 8, "heads": 2, "blocks": 2}
ATTENTIONS = [
    None,
    *(AttentionConfig(*switches) for switches in itertools.product((True, False), (True, False), SCALES, SOFTMAX_AXES)),
]
FLAGS = ("positions", "residual", "layer_norm")
EVERY_MODEL = [
    ModelConfig(**SIZES, attention=attention, **dict(zip(FLAGS, flags, strict=True)))
    for attention, flags in itertools.product(ATTENTIONS, itertools.product((True, False), repeat=3))
]
MODEL = ModelConfig(**SIZES, residual=True, layer_norm=True, dropout=0.2)
NO_CLIP = TrainConfig(clip_norm=1e9, weight_decay=0.0)


def name_of(config):
    a = config.attention
    switches = [name for name in FLAGS if getattr(config, name)]
    if a is not None:
        switches += ["qkv" * a.projections or "x", "causal" * a.causal or "open", a.scale, f"over-{a.softmax_over}"]
    return "-".join(switches) or "bare"


def random_parameters(config, dtype=np.float64, deviation=0.5):
    """Values everywhere, biases and norms too, so that nothing can be left out unnoticed."""
    generator = np.random.default_rng(0)
    return {
        name: generator.normal(0.1, deviation, shape).astype(dtype) for name, shape in parameter_shapes(config).items()
    }


def random_batch(config, batch_size=3, length=None, seed=1):
    shape = (2, batch_size, length or config.context_size)
    tokens, targets = np.random.default_rng(seed).integers(0, config.vocab_size, shape)
    return tokens, targets


def mean_loss(parameters, config, tokens, targets):
    logits = trace(parameters, config, tokens).logits
    chosen = np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]
    return float((np.log(np.exp(logits).sum(axis=-1)) - chosen).mean())


def engine_with(config, train=NO_CLIP, dtype="float64", parameters=None):
    engine = TorchEngine(config, train, dtype)
    engine.load(random_parameters(config) if parameters is None else parameters)
    return engine


def first_gradient(engine, tokens, targets):
    """A fresh engine's gradient: its first moment after one unclipped step is (1 - beta1) times it."""
    result = engine.train_step(tokens, targets, 1e-3)
    return {name: array / (1 - 0.9) for name, array in engine.moments().first.items()}, result


def assert_same(one, other):
    assert list(one) == list(other)
    for name in one:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


@pytest.mark.parametrize("config", EVERY_MODEL, ids=name_of)
@pytest.mark.parametrize(("dtype", "tolerance"), [("float64", 1e-12), ("float32", 2e-5)])
def test_its_logits_are_those_of_the_trace(config, dtype, tolerance):
    parameters = random_parameters(config, dtype)
    for length in (1, 4, config.context_size):
        tokens, _ = random_batch(config, length=length)
        given = engine_with(config, dtype=dtype, parameters=parameters).logits(tokens)
        expected = trace(parameters, config, tokens).logits
        assert given.dtype == expected.dtype == np.dtype(dtype)
        np.testing.assert_allclose(given, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize("config", EVERY_MODEL, ids=name_of)
def test_its_gradient_is_the_slope_of_the_loss(config):
    # Smaller values than elsewhere: the loss is then smooth enough for differences.
    parameters = random_parameters(config, deviation=0.2)
    tokens, targets = random_batch(config)
    gradient, result = first_gradient(engine_with(config, parameters=parameters), tokens, targets)
    assert result.loss_nats == pytest.approx(mean_loss(parameters, config, tokens, targets), rel=1e-12)
    generator = np.random.default_rng(3)
    for _ in range(2):
        direction = {name: generator.normal(size=array.shape) for name, array in parameters.items()}
        moved = [
            mean_loss(
                {name: array + step * direction[name] for name, array in parameters.items()}, config, tokens, targets
            )
            for step in (1e-6, -1e-6)
        ]
        slope = sum(float((gradient[name] * direction[name]).sum()) for name in parameters)
        assert slope == pytest.approx((moved[0] - moved[1]) / 2e-6, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("heads", [1, 2, 4, 8])
def test_heads_are_split_as_in_the_trace(heads):
    config = ModelConfig(**(SIZES | {"heads": heads}))
    tokens, _ = random_batch(config)
    expected = trace(random_parameters(config), config, tokens).logits
    np.testing.assert_allclose(engine_with(config).logits(tokens), expected, rtol=1e-12)


@pytest.mark.parametrize("clip_norm", [0.05, 1e9], ids=["clipped", "unclipped"])
def test_its_steps_are_those_of_torchs_adamw_and_clipping(clip_norm):
    config = dataclasses.replace(MODEL, dropout=0.0)
    train = TrainConfig(weight_decay=0.1, clip_norm=clip_norm)
    engine = engine_with(config, train)
    ours = {name: torch.nn.Parameter(torch.tensor(array)) for name, array in random_parameters(config).items()}
    groups = [
        {"params": [p for p in ours.values() if p.ndim >= 2], "weight_decay": 0.1},
        {"params": [p for p in ours.values() if p.ndim < 2], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.999), eps=1e-8)
    for step in range(5):
        tokens, targets = random_batch(config, seed=step)
        gradient, _ = first_gradient(engine_with(config, parameters=engine.parameters()), tokens, targets)
        for name, parameter in ours.items():
            parameter.grad = torch.tensor(gradient[name])
        norm = torch.nn.utils.clip_grad_norm_(ours.values(), clip_norm)
        for group in optimizer.param_groups:
            group["lr"] = 0.01 / (step + 1)
        optimizer.step()
        result = engine.train_step(tokens, targets, 0.01 / (step + 1))
        assert result.gradient_norm == pytest.approx(norm.item(), rel=1e-9)
        for name, array in engine.parameters().items():
            np.testing.assert_allclose(array, ours[name].detach().numpy(), rtol=1e-7, atol=1e-9, err_msg=name)


@pytest.mark.parametrize("config", [MODEL, ModelConfig(**SIZES), ModelConfig(**SIZES, attention=None)], ids=name_of)
def test_slices_of_training_give_the_bits_of_one_piece(config):
    train = TrainConfig(clip_norm=0.5)

    def trained(slices):
        parameters, moments, step = initial_parameters(config, 42), None, 0
        for steps in slices:
            engine = TorchEngine(config, train)
            engine.load(parameters, moments, step)
            for _ in range(steps):
                engine.train_step(*random_batch(config, seed=step), 1e-2)
                step += 1
            parameters, moments = engine.parameters(), engine.moments()
        return parameters, moments

    (one, one_moments), (many, many_moments) = trained([20]), trained([5, 1, 7, 7])
    assert_same(one, many)
    assert_same(one_moments.first, many_moments.first)
    assert_same(one_moments.second, many_moments.second)


def test_a_loaded_engine_forgets_what_it_did_before():
    fresh, used = engine_with(MODEL), engine_with(MODEL)
    used.train_step(*random_batch(MODEL), 1e-2)
    used.load(random_parameters(MODEL))
    for engine in (fresh, used):
        engine.train_step(*random_batch(MODEL, seed=5), 1e-2)
    assert_same(fresh.parameters(), used.parameters())


def test_what_goes_in_and_out_is_a_copy():
    parameters = random_parameters(MODEL)
    engine = engine_with(MODEL, parameters=parameters)
    for arrays in (parameters, engine.parameters(), engine.moments().first, engine.moments().second):
        for array in arrays.values():
            array.fill(99)
    assert_same(engine.parameters(), random_parameters(MODEL))
    assert not any(array.any() for array in engine.moments().second.values())


def test_parameters_that_went_in_come_out_under_their_names():
    for config in EVERY_MODEL:
        assert_same(engine_with(config).parameters(), random_parameters(config))


def test_dropout_is_asked_for_once_a_place_with_the_steps_done(monkeypatch):
    asked = []

    def mask(shape, share, *, seed, step, site):
        asked.append((shape, share, seed, step, site))
        return np.ones(shape, dtype=np.float32)

    monkeypatch.setattr(torch_engine, "dropout_mask", mask)
    engine, plain = (
        TorchEngine(MODEL, TrainConfig(seed=9)),
        TorchEngine(dataclasses.replace(MODEL, dropout=0.0), TrainConfig()),
    )
    engine.load(random_parameters(MODEL), step=17)
    plain.load(random_parameters(MODEL), step=17)
    batch = random_batch(MODEL)
    assert engine.train_step(*batch, 1e-3) == plain.train_step(*batch, 1e-3)
    assert asked == [((3, 6, 8), 0.2, 9, 17, site) for site in range(5)]
    asked.clear()
    engine.train_step(*batch, 1e-3)
    assert {step for _, _, _, step, _ in asked} == {18}


def test_dropout_acts_in_training_only():
    engine = engine_with(MODEL)
    tokens, targets = random_batch(MODEL)
    losses = []
    for step in (0, 0, 1):
        engine.load(random_parameters(MODEL), step=step)
        losses.append(engine.train_step(tokens, targets, 1e-3).loss_nats)
    assert losses[0] == losses[1] != losses[2]
    logits = engine.logits(tokens)
    np.testing.assert_array_equal(logits, engine.logits(tokens))
    np.testing.assert_allclose(logits, trace(engine.parameters(), MODEL, tokens).logits, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("config", [config for config in EVERY_MODEL if config.attention is not None], ids=name_of)
def test_only_a_causal_softmax_over_keys_hides_the_future(config):
    engine = engine_with(config, dtype="float32")
    tokens, _ = random_batch(config)
    changed = tokens.copy()
    changed[:, -1] = (tokens[:, -1] + 1) % config.vocab_size
    before, after = engine.logits(tokens), engine.logits(changed)
    hidden = config.attention.causal and config.attention.softmax_over == "keys"
    assert np.array_equal(before[:, :-1], after[:, :-1]) == hidden
    assert not np.array_equal(before[:, -1], after[:, -1])


def test_a_future_score_that_overflows_changes_nothing_earlier():
    config = ModelConfig(**(SIZES | {"blocks": 1}), positions=False, attention=AttentionConfig(projections=False))
    parameters = random_parameters(config, "float32")
    parameters["token_embedding.weight"][:6] = 4  # times 3e38 is more than float32 can hold
    parameters["token_embedding.weight"][6] = 3e38
    engine = engine_with(config, dtype="float32", parameters=parameters)
    calm, overflowing = engine.logits(np.array([[0, 1, 2, 3]])), engine.logits(np.array([[0, 1, 2, 6]]))
    assert np.isfinite(calm).all()
    assert np.isnan(overflowing[:, 3]).all()
    np.testing.assert_array_equal(overflowing[:, :3], calm[:, :3])


def test_training_learns_a_text_by_heart():
    engine = TorchEngine(MODEL, TrainConfig())
    engine.load(initial_parameters(MODEL, 42))
    text = np.array([[0, 1, 2, 3, 4, 5, 6]])
    losses = [engine.train_step(text[:, :-1], text[:, 1:], 1e-2).loss_nats for _ in range(150)]
    assert losses[0] > 1.5
    assert engine.logits(text[:, :-1]).argmax(axis=-1).tolist() == text[:, 1:].tolist()


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (np.zeros((1, 7), dtype=int), "context_size=6"),
        (np.zeros(3, dtype=int), "valid: .B, T. integers"),
        (np.zeros((1, 3)), "valid: .B, T. integers"),
        (np.array([[7]]), "valid: 0 to 6"),
        (np.array([[-1]]), "valid: 0 to 6"),
        (np.zeros((1, 0), dtype=int), "valid: 1 to"),
    ],
)
def test_tokens_that_the_model_cannot_read_are_refused(tokens, message):
    with pytest.raises(ValueError, match=message):
        engine_with(MODEL).logits(tokens)


def test_parameters_and_moments_of_another_model_are_refused():
    engine, other = engine_with(MODEL), random_parameters(dataclasses.replace(MODEL, vocab_size=8))
    with pytest.raises(ValueError, match=r"token_embedding\.weight has shape"):
        engine.load(other)
    with pytest.raises(ValueError, match=r"token_embedding\.weight has shape"):
        engine.load(random_parameters(MODEL), dataclasses.replace(engine.moments(), second=other))


def test_it_keeps_to_one_thread():
    engine_with(MODEL)
    assert torch.get_num_threads() == 1
