"""The sidebar of the train page: every hyperparameter as a widget, filled from a preset or a chapter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from gptviz.chapters import CHAPTERS, QUICK, RECIPE, chapter, model_config
from gptviz.config import AttentionConfig, ModelConfig, TrainConfig, divisors
from gptviz.corpus import Corpus, window_starts
from gptviz.engines.choice import faster_engine
from gptviz.i18n import t

ATTENTION_KINDS: dict[str, AttentionConfig | None] = {
    "weighted": AttentionConfig(),
    "causal": AttentionConfig(projections=False, scale="embedding_size"),
    "self": AttentionConfig(projections=False, causal=False, scale="embedding_size"),
    "none": None,
}
PRESETS = ("quick", *(rung.key for rung in reversed(CHAPTERS)))
_ENGINES = ("faster", "torch", "numpy")
_BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)
_LEARNING_RATES = (1e-5, 3e-5, 1e-4, 3e-4, 5e-4, 1e-3, 2e-3, 3e-3, 4e-3, 5e-3, 6e-3, 8e-3, 1e-2, 3e-2, 1e-1, 1.0)
_PRESET = "preset"
_FITTED = "epochs_fitted_to"
QUICK_STEPS = 1274
MOST_EPOCHS = 50.0
_KEEP: dict[str, Any] = {"persist_state": "session"}


@dataclass(frozen=True)
class Settings:
    """What the widgets say: a model for any vocabulary, and a training."""

    model_switches: dict[str, Any]
    train: dict[str, Any]
    engine: str

    def configure(self, vocab_size: int) -> tuple[ModelConfig, TrainConfig]:
        """Return the configurations for a vocabulary.

        Raises:
            ConfigError: The values break a rule.
        """
        model = ModelConfig(vocab_size=vocab_size, **self.model_switches)
        train = TrainConfig(**self.train)
        engine = faster_engine(model, train) if self.engine == "faster" else self.engine
        return model, TrainConfig(**{**self.train, "engine": engine})


def choose_settings(corpus: Corpus | None) -> Settings:
    """Draw the widgets of model and training and return what they say.

    Args:
        corpus: The text to learn; the quick preset makes as many passes over it as half a minute allows.
    """
    if _key("heads") not in st.session_state:
        _fill_from_preset()
    if corpus is not None and st.session_state.get(_FITTED) != (corpus.fingerprint, st.session_state[_PRESET]):
        st.session_state[_FITTED] = (corpus.fingerprint, st.session_state[_PRESET])
        if st.session_state[_PRESET] == "quick":
            st.session_state[_key("epochs")] = quick_epochs(len(corpus.train), st.session_state[_key("context_size")])
    st.selectbox(
        t("settings-preset"),
        PRESETS,
        format_func=_preset_name,
        help=t("settings-preset.help"),
        key=_PRESET,
        on_change=_fill_from_preset,
        **_KEEP,
    )
    _choose_size()
    with st.expander(t("settings-model"), icon=":material/account_tree:"):
        _choose_layers()
    with st.expander(t("settings-training"), icon=":material/tune:"):
        _choose_training()
    st.button(t("settings-again"), icon=":material/restart_alt:", on_click=_fill_from_preset, key="settings-again")
    values = {name: st.session_state[_key(name)] for name in (*_MODEL, *_TRAIN)}
    model = {name: values[name] for name in _MODEL} | {"attention": ATTENTION_KINDS[values["attention"]]}
    train = {name: values[name] for name in _TRAIN}
    train["min_learning_rate"] = min(train["min_learning_rate"], train["learning_rate"])
    return Settings(model, train, st.session_state[_key("engine")])


_MODEL = (
    "context_size",
    "embedding_size",
    "heads",
    "blocks",
    "positions",
    "attention",
    "residual",
    "layer_norm",
    "dropout",
)
_TRAIN = (
    "batch_size",
    "epochs",
    "learning_rate",
    "min_learning_rate",
    "warmup_steps",
    "weight_decay",
    "clip_norm",
    "shuffle",
    "seed",
)


def _key(name: str) -> str:
    return f"setting_{name}"


def _preset_name(key: str) -> str:
    if key == "quick":
        return t("settings-preset-quick")
    return t("settings-preset-chapter", number=chapter(key).number, name=t(f"chapter-{key}"))


def _fill_from_preset() -> None:
    """Put a preset's values into the widgets' state; also their first values."""
    key = st.session_state.setdefault(_PRESET, PRESETS[0])
    st.session_state.pop(_FITTED, None)
    source = QUICK if key == "quick" else chapter(key)
    train = QUICK.train if key == "quick" else RECIPE
    model = model_config(source, vocab_size=2)
    kind = next(name for name, attention in ATTENTION_KINDS.items() if attention == model.attention)
    for name in _MODEL:
        st.session_state[_key(name)] = kind if name == "attention" else getattr(model, name)
    for name in _TRAIN:
        st.session_state[_key(name)] = getattr(train, name)
    st.session_state[_key("engine")] = "faster"


def quick_epochs(characters: int, context_size: int) -> float:
    """Return how many passes over a training text make about as many steps as the quick preset takes on Shakespeare."""
    windows = max(1, len(window_starts(characters, context_size)))
    return float(min(MOST_EPOCHS, max(0.05, round(QUICK_STEPS * QUICK.train.batch_size / windows, 2))))


def _choose_size() -> None:
    """HEADS and EMBEDDING_SIZE first: the chapter's exercise is about them."""
    state = st.session_state
    # Only head counts that divide are on offer; when EMBEDDING_SIZE moves, HEADS goes to the next one below.
    valid = divisors(state[_key("embedding_size")])
    if state[_key("heads")] not in valid:
        state[_key("heads")] = max(heads for heads in valid if heads <= state[_key("heads")])
    st.select_slider("HEADS", valid, key=_key("heads"), help=t("settings-heads.help"), **_KEEP)
    st.slider("EMBEDDING_SIZE", 8, 256, step=8, key=_key("embedding_size"), help=t("settings-embedding.help"), **_KEEP)
    heads, embedding_size = state[_key("heads")], state[_key("embedding_size")]
    st.caption(t("settings-head-size", heads=heads, embedding=embedding_size, size=embedding_size // heads))
    st.slider("CONTEXT_SIZE", 4, 128, step=4, key=_key("context_size"), help=t("settings-context.help"), **_KEEP)
    st.slider("BLOCKS", 1, 6, key=_key("blocks"), help=t("settings-blocks.help"), **_KEEP)


def _choose_layers() -> None:
    st.selectbox(
        t("settings-attention"),
        list(ATTENTION_KINDS),
        format_func=lambda kind: t(f"settings-attention-{kind}"),
        key=_key("attention"),
        **_KEEP,
    )
    for name in ("positions", "residual", "layer_norm"):
        st.toggle(t(f"settings-{name.replace('_', '-')}"), key=_key(name), **_KEEP)
    st.slider("DROPOUT", 0.0, 0.5, step=0.05, key=_key("dropout"), **_KEEP)


def _choose_training() -> None:
    st.select_slider("BATCH_SIZE", _BATCH_SIZES, key=_key("batch_size"), **_KEEP)
    st.number_input("EPOCHS", 0.05, MOST_EPOCHS, step=0.25, key=_key("epochs"), help=t("settings-epochs.help"), **_KEEP)
    st.select_slider("LEARNING_RATE", _rates("learning_rate"), key=_key("learning_rate"), format_func=_rate, **_KEEP)
    st.select_slider(
        "MIN_LEARNING_RATE",
        (0.0, *_rates("min_learning_rate")),
        key=_key("min_learning_rate"),
        format_func=_rate,
        **_KEEP,
    )
    st.number_input("WARMUP_STEPS", 0, 10_000, step=10, key=_key("warmup_steps"), **_KEEP)
    st.number_input("WEIGHT_DECAY", 0.0, 10.0, step=0.01, format="%.3f", key=_key("weight_decay"), **_KEEP)
    st.number_input("CLIP_NORM", 0.01, 1000.0, step=0.1, key=_key("clip_norm"), help=t("settings-clip.help"), **_KEEP)
    st.toggle(t("settings-shuffle"), key=_key("shuffle"), **_KEEP)
    st.number_input("SEED", 0, 2**32 - 1, step=1, key=_key("seed"), help=t("settings-seed.help"), **_KEEP)
    st.selectbox(
        t("settings-engine"),
        _ENGINES,
        format_func=lambda name: t(f"settings-engine-{name}"),
        key=_key("engine"),
        help=t("settings-engine.help"),
        **_KEEP,
    )


def _rates(name: str) -> tuple[float, ...]:
    """The rates on offer, with that of the preset among them."""
    return tuple(sorted({*_LEARNING_RATES, st.session_state[_key(name)]} - {0.0}))


def _rate(value: float) -> str:
    return f"{value:g}"
