"""Checks against models that are right and against every mistake of the lesson, by independent computations."""

from dataclasses import replace

import numpy as np
import pytest

from gptviz.analysis.checks import (
    CHECKS,
    Check,
    attention_checks,
    future_is_zero,
    learned_check,
    losses_by_position,
    pair_counting_loss,
    rows_sum_to_one,
)
from gptviz.chapters import CHAPTERS, QUICK, model_config
from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.engines.numpy_engine import NumpyEngine
from gptviz.parameters import initial_parameters
from gptviz.trace import trace
from gptviz.training.advance import advance
from gptviz.training.state import initial_state
from gptviz.ui.mistakes_cases import BY_KEY, MISTAKES, captured_with_dropout

TOKENS = np.random.default_rng(7).integers(0, 65, size=(1, 24))
RIGHT = model_config(QUICK, 65)
# The table of the lesson: what fails, and nothing else does.
CAUGHT_BY = {
    "no-mask": {"future", "leak"},
    "softmax-queries": {"rows", "leak"},
    "scale-none": {"scale"},
    "scale-embedding": {"scale"},
    "no-positions": {"positions"},
    "learning-rate": set(),
    "captured-dropout": {"rows", "mix"},
}


def failed(checks):
    return {check.name for check in checks if check.passed is False}


def by_name(checks):
    return {check.name: check for check in checks}


def checks_of(model, key=None, *, seed=42, tokens=TOKENS):
    parameters = initial_parameters(model, seed)
    plotted = None
    if key and BY_KEY[key].captured:
        plotted = captured_with_dropout(trace(parameters, model, tokens).attention_weights, seed, step=0)
    return attention_checks(parameters, model, tokens, plotted)


def test_every_mistake_has_its_row():
    assert CAUGHT_BY.keys() == {mistake.key for mistake in MISTAKES}


@pytest.mark.parametrize("key", CAUGHT_BY)
@pytest.mark.parametrize("base", [RIGHT, ModelConfig(65), ModelConfig(65, heads=8, blocks=1, context_size=24)])
def test_initial_parameters_already_fail_just_the_checks_of_the_table(base, key):
    assert failed(checks_of(BY_KEY[key].spoil_model(base), key)) == CAUGHT_BY[key]


@pytest.mark.parametrize("key", CAUGHT_BY)
def test_trained_parameters_fail_the_same_checks(key):
    corpus = load_corpus("brackets")
    base = ModelConfig(
        len(corpus.vocabulary), context_size=16, embedding_size=16, heads=2, residual=True, layer_norm=True
    )
    model = BY_KEY[key].spoil_model(base)
    train = BY_KEY[key].spoil_train(TrainConfig(engine="numpy", batch_size=16, learning_rate=8e-3, warmup_steps=5))
    state, _ = advance(initial_state(model, train), corpus, model, train, steps=20)
    tokens = corpus.test[None, :16].astype(np.int64)
    plotted = None
    if BY_KEY[key].captured:
        plotted = captured_with_dropout(trace(state.parameters, model, tokens).attention_weights, 42, state.step)
    assert failed(attention_checks(state.parameters, model, tokens, plotted)) == CAUGHT_BY[key]


@pytest.mark.parametrize("chapter", [chapter for chapter in CHAPTERS if chapter.key != "self-attention"])
def test_every_chapter_passes_but_for_the_positions_of_the_first_and_the_mask_of_the_third(chapter):
    checks = checks_of(model_config(chapter, 65))
    assert failed(checks) == ({"positions"} if chapter.number == 1 else set())


def test_chapter_3_fails_for_want_of_a_mask():
    assert failed(checks_of(model_config(CHAPTERS[2], 65))) == {"future", "leak"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("sizes", [{"embedding_size": 256, "heads": 16}, {"embedding_size": 8, "heads": 8}])
def test_right_models_of_any_size_pass_whatever_their_numbers(seed, sizes):
    model = ModelConfig(65, context_size=24, blocks=3, residual=True, layer_norm=True, **sizes)
    parameters = {name: 3 * array for name, array in initial_parameters(model, seed).items()}
    assert failed(attention_checks(parameters, model, TOKENS)) == set()


def test_exactness_is_meant_where_it_can_be():
    checks = by_name(checks_of(RIGHT))
    for name in ("future", "leak"):
        assert checks[name].tolerance == 0
        assert checks[name].measured == 0
    assert 0 < checks["rows"].tolerance < 1e-4


def test_the_leak_is_what_the_numpy_engine_measures_too():
    """The same experiment through the engine that trains: change the last character, compare earlier logits."""
    model = replace(RIGHT, attention=AttentionConfig(softmax_over="queries"))
    parameters = initial_parameters(model, 42)
    engine = NumpyEngine(model, TrainConfig(engine="numpy"))
    engine.load(parameters, None, 0)
    changed = TOKENS.copy()
    changed[0, -1] = (changed[0, -1] + 1) % 65
    moved = np.abs(engine.logits(TOKENS) - engine.logits(changed))[0, :-1].max(axis=-1)
    check = by_name(attention_checks(parameters, model, TOKENS))["leak"]
    assert check.measured == pytest.approx(moved.max(), rel=1e-3)
    assert (check.places, check.total) == (np.count_nonzero(moved), 23)


def test_the_measured_factor_is_the_one_that_the_model_divides_by():
    scales = {"head_size": 1 / 4, "embedding_size": 1 / 8, "none": 1.0}
    for scale, factor in scales.items():
        model = replace(RIGHT, attention=AttentionConfig(scale=scale))
        check = by_name(checks_of(model))["scale"]
        assert check.measured == pytest.approx(factor, rel=1e-6)
        assert check.expected == 1 / 4
        assert check.places == (0 if scale == "head_size" else 8)


def test_two_equal_places_are_found():
    parameters = initial_parameters(RIGHT, 42)
    parameters["position_embedding.weight"][5] = parameters["position_embedding.weight"][6]
    check = by_name(attention_checks(parameters, RIGHT, TOKENS))["positions"]
    assert (check.passed, check.places, check.total) == (False, 1, 23)


def test_with_one_head_the_embedding_size_is_the_head_size():
    model = BY_KEY["scale-embedding"].spoil_model(ModelConfig(65, heads=1))
    assert failed(checks_of(model)) == set()


def test_rows_tell_the_worst_sum_and_how_many_are_off():
    weights = np.full((1, 1, 2, 4, 4), 0.25, dtype=np.float32)
    weights[0, 0, 1, 2] *= 1.5
    check = rows_sum_to_one(weights)
    assert (check.measured, check.places, check.total) == (1.5, 1, 8)
    assert rows_sum_to_one(weights[:, :, :1]).passed


def test_one_single_weight_in_the_future_is_found_however_small():
    weights = np.tril(np.full((3, 3), 0.3, dtype=np.float32))
    assert future_is_zero(weights).passed
    weights[0, 2] = 1e-38
    assert future_is_zero(weights).passed is False
    assert future_is_zero(weights).places == 1


def test_a_text_of_one_character_has_no_future_to_check():
    checks = by_name(checks_of(RIGHT, tokens=TOKENS[:, :1]))
    assert checks["future"].passed is None
    assert checks["leak"].passed is None
    assert checks["rows"].passed
    assert checks["positions"].passed is None


def test_numbers_that_overflowed_pass_nothing_that_depends_on_them():
    model = ModelConfig(65)
    parameters = {name: array * np.float32(1e30) for name, array in initial_parameters(model, 1).items()}
    assert {"rows", "leak", "scale", "mix"} <= failed(attention_checks(parameters, model, TOKENS))


@pytest.mark.parametrize(
    ("rule", "measured", "passed"),
    [
        ("equal", 1.05, True),
        ("equal", 1.2, False),
        ("above", 1.2, True),
        ("above", 1.05, False),
        ("below", 0.8, True),
        ("below", 0.95, False),
        ("equal", float("nan"), False),
        ("above", float("nan"), False),
        ("below", float("nan"), False),
        ("equal", None, None),
    ],
)
def test_a_rule_holds_or_not(rule, measured, passed):
    assert Check("rows", measured, 1.0, 0.1, rule).passed is passed


def test_captured_weights_are_zero_or_too_large_by_the_kept_share():
    weights = np.full((2, 1, 2, 8, 8), 0.125, dtype=np.float32)
    seen = captured_with_dropout(weights, seed=42, step=3, share=0.25)
    assert set(np.unique(seen)) == {np.float32(0), np.float32(0.125) / np.float32(0.75)}
    assert not np.array_equal(seen[0], seen[1])
    assert not np.array_equal(seen, captured_with_dropout(weights, seed=42, step=4, share=0.25))


def test_loss_by_position_averages_to_the_loss_of_training():
    model = ModelConfig(65, context_size=24)
    parameters = initial_parameters(model, 3)
    inputs, targets = np.random.default_rng(1).integers(0, 65, size=(2, 5, 24))
    engine = NumpyEngine(model, TrainConfig(engine="numpy"))
    engine.load(parameters, None, 0)
    loss = engine.train_step(inputs, targets, 0.0).loss_nats
    losses = losses_by_position(parameters, model, inputs, targets)
    assert losses.shape == (24,)
    assert losses.mean() == pytest.approx(loss, rel=1e-5)


def test_pair_counting_is_what_a_table_of_pairs_gives():
    train = np.random.default_rng(2).integers(0, 5, size=400).astype(np.uint16)
    inputs, targets = np.random.default_rng(3).integers(0, 6, size=(2, 4, 10))
    table = np.ones((6, 6))
    for one, other in zip(train[:-1].tolist(), train[1:].tolist(), strict=True):
        table[one, other] += 1
    expected = np.mean([-np.log(table[a, b] / table[a].sum()) for a, b in zip(inputs.flat, targets.flat, strict=True)])
    assert pair_counting_loss(train, 6, inputs, targets) == pytest.approx(expected)


def test_learning_is_to_beat_the_counting_of_pairs():
    assert learned_check(np.array([2.0, 1.0]), 1.6).passed
    assert learned_check(np.array([2.0, 2.0]), 1.6).passed is False
    assert {check.name for check in checks_of(RIGHT)} | {"learned"} == set(CHECKS)
