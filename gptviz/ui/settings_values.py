"""What the widgets of the settings hold, and what fills them: a preset, a chapter, or the run that the page shows."""

from __future__ import annotations

import streamlit as st

from gptviz.chapters import CHAPTERS, QUICK, RECIPE, chapter, model_config
from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError
from gptviz.ui.corpus_choice import choose_text_of
from gptviz.ui.run_in_url import current_run_id

ATTENTION_KINDS: dict[str, AttentionConfig | None] = {
    "weighted": AttentionConfig(),
    "causal": AttentionConfig(projections=False, scale="embedding_size"),
    "self": AttentionConfig(projections=False, causal=False, scale="embedding_size"),
    "none": None,
}
PRESET = "preset"
PRESETS = ("quick", *(rung.key for rung in reversed(CHAPTERS)))
SHOWN = "shown"  # one more start: what the run on the page was trained with
FITTED = "epochs_fitted_to"
MODEL = (
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
TRAIN = (
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
EMBEDDING_SIZES = range(8, 257, 8)
CONTEXT_SIZES = range(4, 129, 4)
BLOCKS = range(1, 7)
BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)
FEWEST_EPOCHS, MOST_EPOCHS = 0.05, 50.0
MOST_WARMUP_STEPS, MOST_WEIGHT_DECAY = 10_000, 10.0
SMALLEST_CLIP_NORM, LARGEST_CLIP_NORM = 0.01, 1000.0


def setting_key(name: str) -> str:
    """Return the session key of a setting's widget."""
    return f"setting_{name}"


def first_fill() -> None:
    """Give the widgets of a new session their values: those of the run in the URL, so that a reload changes nothing."""
    if setting_key("heads") in st.session_state:
        return
    st.session_state[PRESET] = SHOWN if SHOWN in starts() else PRESETS[0]
    fill()


def starts() -> tuple[str, ...]:
    """Return what the settings can be filled from."""
    return (SHOWN, *PRESETS) if _shown() is not None else PRESETS


def fill() -> None:
    """Put the values of the chosen start into the widgets; all stays as it is where it is not on offer any more."""
    state = st.session_state
    if state[PRESET] not in starts():  # the run was left in the moment in which its settings were chosen
        state[PRESET] = PRESETS[0]
        return
    state.pop(FITTED, None)
    key, run = state[PRESET], _shown()
    if key == SHOWN and run is not None:
        _put(run.model, run.train, run.train.engine)
        choose_text_of(run)
    elif key == "quick":
        _put(model_config(QUICK, vocab_size=2), QUICK.train, "faster")
    else:
        _put(model_config(chapter(key), vocab_size=2), RECIPE, "faster")


def _put(model: ModelConfig, train: TrainConfig, engine: str) -> None:
    for name in MODEL:
        st.session_state[setting_key(name)] = _kind(model.attention) if name == "attention" else getattr(model, name)
    for name in TRAIN:
        st.session_state[setting_key(name)] = getattr(train, name)
    st.session_state[setting_key("engine")] = engine


def _kind(attention: AttentionConfig | None) -> str | None:
    return next((name for name, known in ATTENTION_KINDS.items() if known == attention), None)


def _shown() -> Run | None:
    """The run that the URL names, if the widgets can show all that it was trained with."""
    run_id = current_run_id()
    if run_id is None:
        return None
    try:
        run = get_manager().store.run(run_id)
    except RunError:
        return None
    model, train = run.model, run.train
    fits = (
        model.embedding_size in EMBEDDING_SIZES
        and model.context_size in CONTEXT_SIZES
        and model.blocks in BLOCKS
        and _kind(model.attention) is not None
        and model.dropout <= 0.5
        and train.batch_size in BATCH_SIZES
        and FEWEST_EPOCHS <= train.epochs <= MOST_EPOCHS
        and train.warmup_steps <= MOST_WARMUP_STEPS
        and train.weight_decay <= MOST_WEIGHT_DECAY
        and SMALLEST_CLIP_NORM <= train.clip_norm <= LARGEST_CLIP_NORM
    )
    return run if fits else None
