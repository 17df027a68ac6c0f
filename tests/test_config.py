"""Settings are accepted or refused with a message, and nothing else happens."""

import dataclasses
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.config import AttentionConfig, ConfigError, ModelConfig, TrainConfig, divisors
from gptviz.i18n import LANGUAGES, explain, use_language

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.lists(st.integers()),
    st.just(10**400),
)
REFUSED = {
    "heads-divide": [lambda: ModelConfig(65, heads=3), lambda: ModelConfig(65, embedding_size=7, heads=2)],
    "choice": [
        lambda: AttentionConfig(scale="sqrt"),
        lambda: AttentionConfig(softmax_over="heads"),
        lambda: TrainConfig(engine="jax"),
        lambda: TrainConfig(engine=None),
    ],
    "integer": [
        lambda: ModelConfig(1),
        lambda: ModelConfig(65, context_size=1),
        lambda: ModelConfig(65, embedding_size=0),
        lambda: ModelConfig(65, heads=0),
        lambda: ModelConfig(65, heads=65),
        lambda: ModelConfig(65, heads=2.0),
        lambda: ModelConfig(65, heads=True),
        lambda: ModelConfig(65, blocks=0),
        lambda: TrainConfig(batch_size=0),
        lambda: TrainConfig(warmup_steps=-1),
        lambda: TrainConfig(seed=2**32),
        lambda: TrainConfig(seed=-1),
    ],
    "number": [
        lambda: ModelConfig(65, dropout=1.0),
        lambda: ModelConfig(65, dropout=-0.1),
        lambda: ModelConfig(65, dropout=math.nan),
        lambda: ModelConfig(65, dropout=False),
        lambda: TrainConfig(epochs=0),
        lambda: TrainConfig(learning_rate=0.0),
        lambda: TrainConfig(learning_rate=math.inf),
        lambda: TrainConfig(learning_rate="fast"),
        lambda: TrainConfig(learning_rate=1e-3, min_learning_rate=2e-3),
        lambda: TrainConfig(weight_decay=-1),
        lambda: TrainConfig(clip_norm=0),
    ],
    "flag": [
        lambda: ModelConfig(65, residual=1),
        lambda: ModelConfig(65, positions=None),
        lambda: ModelConfig(65, layer_norm="yes"),
        lambda: AttentionConfig(causal=0),
        lambda: AttentionConfig(projections="no"),
        lambda: TrainConfig(shuffle=1),
    ],
    "not-attention": [lambda: ModelConfig(65, attention=True), lambda: ModelConfig(65, attention="causal")],
}
CASES = [
    pytest.param(code, build, id=f"{code}-{i}") for code, builds in REFUSED.items() for i, build in enumerate(builds)
]


@pytest.mark.parametrize(("code", "build"), CASES)
def test_a_bad_value_is_refused_with_its_rule(code, build):
    with pytest.raises(ConfigError) as caught:
        build()
    assert caught.value.code == code


@pytest.mark.parametrize(("code", "build"), CASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_the_setting_the_value_and_what_is_valid(code, build, language):
    with pytest.raises(ConfigError) as caught:
        build()
    use_language(language)
    try:
        shown = explain(caught.value)
    finally:
        use_language("en")
    values = caught.value.values
    for part in [
        values.get("constant", "EMBEDDING_SIZE"),
        str(values.get("given", values.get("heads"))),
        values["valid"],
    ]:
        assert part in shown


def test_the_message_about_heads_names_both_sizes_and_the_valid_heads():
    with pytest.raises(ConfigError) as caught:
        ModelConfig(65, heads=3)
    assert str(caught.value) == "heads=3 does not divide embedding_size=64; valid: 1, 2, 4, 8, 16, 32, 64"
    assert caught.value.values == {"heads": 3, "embedding_size": 64, "valid": "1, 2, 4, 8, 16, 32, 64"}


def test_a_long_value_is_cut_in_the_message():
    with pytest.raises(ConfigError) as caught:
        TrainConfig(engine="x" * 10_000)
    assert len(str(caught.value)) < 100


def test_an_error_survives_pickling():
    with pytest.raises(ConfigError) as caught:
        ModelConfig(65, heads=3)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is ConfigError
    assert (copy.code, str(copy), copy.values) == (caught.value.code, str(caught.value), caught.value.values)


@pytest.mark.parametrize("kind", [AttentionConfig, ModelConfig, TrainConfig])
@given(data=st.data())
def test_any_value_is_accepted_or_refused_by_a_config_error(kind, data):
    base = {"vocab_size": 65} if kind is ModelConfig else {}
    name = data.draw(st.sampled_from([field.name for field in dataclasses.fields(kind)]))
    value = data.draw(ANYTHING)
    try:
        config = kind(**(base | {name: value}))
    except ConfigError:
        return
    assert getattr(config, name) == value
    assert dataclasses.replace(config) == config


@given(embedding_size=st.integers(1, 300), heads=st.integers(-5, 310))
def test_heads_are_valid_exactly_when_they_divide_the_embedding(embedding_size, heads):
    try:
        config = ModelConfig(65, embedding_size=embedding_size, heads=heads)
    except ConfigError:
        assert heads not in divisors(embedding_size)
    else:
        assert heads in divisors(embedding_size)
        assert config.head_size * heads == embedding_size


@pytest.mark.parametrize(("scale", "divisor"), [("head_size", 4.0), ("embedding_size", 8.0), ("none", 1.0)])
def test_scores_are_divided_by_the_root_of_the_size(scale, divisor):
    config = ModelConfig(65, embedding_size=64, heads=4, attention=AttentionConfig(scale=scale))
    assert config.score_divisor == divisor


def test_the_defaults_are_the_chapters_recipe():
    assert ModelConfig(65) == ModelConfig(65, 32, 64, 2, 2, True, AttentionConfig(), False, False, 0.0)
    assert TrainConfig() == TrainConfig("torch", 4, 2, 1e-3, 1e-4, 100, 0.01, 1.0, False, 42)
