"""The sidebar of the train page: every hyperparameter as a widget, filled from a preset or a chapter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from gptviz.chapters import QUICK, chapter
from gptviz.config import ModelConfig, TrainConfig, divisors
from gptviz.corpus import Corpus, window_starts
from gptviz.engines.choice import faster_engine
from gptviz.i18n import t
from gptviz.ui.settings_values import (
    ATTENTION_KINDS,
    BATCH_SIZES,
    BLOCKS,
    CONTEXT_SIZES,
    EMBEDDING_SIZES,
    FEWEST_EPOCHS,
    FITTED,
    LARGEST_CLIP_NORM,
    MODEL,
    MOST_EPOCHS,
    MOST_WARMUP_STEPS,
    MOST_WEIGHT_DECAY,
    PRESET,
    PRESETS,
    SHOWN,
    SMALLEST_CLIP_NORM,
    TRAIN,
    fill,
    setting_key,
    starts,
)

_ENGINES = ("faster", "torch", "numpy")
_LEARNING_RATES = (1e-5, 3e-5, 1e-4, 3e-4, 5e-4, 1e-3, 2e-3, 3e-3, 4e-3, 5e-3, 6e-3, 8e-3, 1e-2, 3e-2, 1e-1, 1.0)
QUICK_STEPS = 1274
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
    state = st.session_state
    if state[PRESET] not in starts():  # the run of these settings is not shown any more: they are nobody's now
        state[PRESET] = PRESETS[0]
    if corpus is not None and state.get(FITTED) != (corpus.fingerprint, state[PRESET]):
        state[FITTED] = (corpus.fingerprint, state[PRESET])
        if state[PRESET] == "quick":
            state[setting_key("epochs")] = quick_epochs(len(corpus.train), state[setting_key("context_size")])
    st.selectbox(
        t("settings-preset"),
        starts(),
        format_func=_preset_name,
        help=t("settings-preset.help"),
        key=PRESET,
        on_change=fill,
        **_KEEP,
    )
    _choose_size()
    # What is closed is not drawn: its values stand in the session all the same.
    layers = st.expander(t("settings-model"), icon=":material/account_tree:", key="settings-model", on_change="rerun")
    if layers.open:
        with layers:
            _choose_layers()
    training = st.expander(t("settings-training"), icon=":material/tune:", key="settings-training", on_change="rerun")
    if training.open:
        with training:
            _choose_training()
    st.button(t("settings-again"), icon=":material/restart_alt:", on_click=fill, key="settings-again")
    values = {name: state[setting_key(name)] for name in (*MODEL, *TRAIN)}
    model = {name: values[name] for name in MODEL} | {"attention": ATTENTION_KINDS[values["attention"]]}
    train = {name: values[name] for name in TRAIN}
    train["min_learning_rate"] = min(train["min_learning_rate"], train["learning_rate"])
    return Settings(model, train, state[setting_key("engine")])


def _preset_name(key: str) -> str:
    if key in ("quick", SHOWN):
        return t(f"settings-preset-{key}")
    return t("settings-preset-chapter", number=chapter(key).number, name=t(f"chapter-{key}"))


def quick_epochs(characters: int, context_size: int) -> float:
    """Return how many passes over a training text make about as many steps as the quick preset takes on Shakespeare."""
    windows = max(1, len(window_starts(characters, context_size)))
    return float(min(MOST_EPOCHS, max(FEWEST_EPOCHS, round(QUICK_STEPS * QUICK.train.batch_size / windows, 2))))


def _choose_size() -> None:
    """HEADS and EMBEDDING_SIZE first: the chapter's exercise is about them. Last, how long to train."""
    state = st.session_state
    # Only head counts that divide are on offer; when EMBEDDING_SIZE moves, HEADS goes to the next one below.
    valid = divisors(state[setting_key("embedding_size")])
    if state[setting_key("heads")] not in valid:
        state[setting_key("heads")] = max(heads for heads in valid if heads <= state[setting_key("heads")])
    st.select_slider("HEADS", valid, key=setting_key("heads"), help=t("settings-heads.help"), **_KEEP)
    st.slider(
        "EMBEDDING_SIZE",
        *_ends(EMBEDDING_SIZES),
        step=8,
        key=setting_key("embedding_size"),
        help=t("settings-embedding.help"),
        **_KEEP,
    )
    heads, embedding_size = state[setting_key("heads")], state[setting_key("embedding_size")]
    st.caption(t("settings-head-size", heads=heads, embedding=embedding_size, size=embedding_size // heads))
    st.slider(
        "CONTEXT_SIZE",
        *_ends(CONTEXT_SIZES),
        step=4,
        key=setting_key("context_size"),
        help=t("settings-context.help"),
        **_KEEP,
    )
    st.slider("BLOCKS", *_ends(BLOCKS), key=setting_key("blocks"), help=t("settings-blocks.help"), **_KEEP)
    st.number_input(
        "EPOCHS",
        FEWEST_EPOCHS,
        MOST_EPOCHS,
        step=0.25,
        key=setting_key("epochs"),
        help=t("settings-epochs.help"),
        **_KEEP,
    )


def _choose_layers() -> None:
    st.selectbox(
        t("settings-attention"),
        list(ATTENTION_KINDS),
        format_func=lambda kind: t(f"settings-attention-{kind}"),
        key=setting_key("attention"),
        **_KEEP,
    )
    for name in ("positions", "residual", "layer_norm"):
        st.toggle(t(f"settings-{name.replace('_', '-')}"), key=setting_key(name), **_KEEP)
    st.slider("DROPOUT", 0.0, 0.5, step=0.05, key=setting_key("dropout"), **_KEEP)


def _choose_training() -> None:
    st.select_slider("BATCH_SIZE", BATCH_SIZES, key=setting_key("batch_size"), **_KEEP)
    st.select_slider(
        "LEARNING_RATE", _rates("learning_rate"), key=setting_key("learning_rate"), format_func=_rate, **_KEEP
    )
    st.select_slider(
        "MIN_LEARNING_RATE",
        (0.0, *_rates("min_learning_rate")),
        key=setting_key("min_learning_rate"),
        format_func=_rate,
        **_KEEP,
    )
    st.number_input("WARMUP_STEPS", 0, MOST_WARMUP_STEPS, step=10, key=setting_key("warmup_steps"), **_KEEP)
    st.number_input(
        "WEIGHT_DECAY", 0.0, MOST_WEIGHT_DECAY, step=0.01, format="%.3f", key=setting_key("weight_decay"), **_KEEP
    )
    st.number_input(
        "CLIP_NORM",
        SMALLEST_CLIP_NORM,
        LARGEST_CLIP_NORM,
        step=0.1,
        key=setting_key("clip_norm"),
        help=t("settings-clip.help"),
        **_KEEP,
    )
    st.toggle(t("settings-shuffle"), key=setting_key("shuffle"), **_KEEP)
    st.number_input("SEED", 0, 2**32 - 1, step=1, key=setting_key("seed"), help=t("settings-seed.help"), **_KEEP)
    st.selectbox(
        t("settings-engine"),
        _ENGINES,
        format_func=lambda name: t(f"settings-engine-{name}"),
        key=setting_key("engine"),
        help=t("settings-engine.help"),
        **_KEEP,
    )


def _ends(sizes: range) -> tuple[int, int]:
    return sizes[0], sizes[-1]


def _rates(name: str) -> tuple[float, ...]:
    """The rates on offer, with that of the preset among them."""
    return tuple(sorted({*_LEARNING_RATES, st.session_state[setting_key(name)]} - {0.0}))


def _rate(value: float) -> str:
    return f"{value:g}"
