"""The sidebar of the parameters page: the sizes to count, taken from a run or a chapter and moved from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from gptviz.chapters import CHAPTERS, chapter, model_config
from gptviz.config import AttentionConfig, ModelConfig, divisors
from gptviz.i18n import t
from gptviz.runs.run import Run
from gptviz.ui.url_state import init_choice, set_choice

START = "start"
RUN_START = "run"
ATTENTION_KINDS = {"weighted": AttentionConfig(), "plain": AttentionConfig(projections=False), "none": None}
SHAKESPEARE_CHARACTERS = 65

_VOCABULARIES = (16, 32, 65, 128, 256, 512, 1024, 4096, 16_384, 50_257)
_CONTEXTS = (*range(4, 129, 4), 256, 512, 1024)
_EMBEDDINGS = tuple(range(8, 257, 8))
_BLOCKS = tuple(range(1, 13))


def choose_model(run: Run | None) -> ModelConfig:
    """Draw the choices and return the model that they describe.

    Args:
        run: Its sizes are one of the starting points; None: only the chapters are.
    """
    starts = ([RUN_START] if run else []) + [rung.key for rung in CHAPTERS]
    wiring = init_choice(START, starts, RUN_START if run else "multi-head")
    # Another starting point fills in all sizes anew.
    wiring |= {"on_change": _fill, "args": (run,)}
    st.selectbox(t("parameters-start"), starts, format_func=_start_name, help=t("parameters-start.help"), **wiring)
    given = _starting_model(st.session_state[START], run)
    _slider("vocab_size", _VOCABULARIES, given.vocab_size)
    _slider("context_size", _CONTEXTS, given.context_size)
    _slider("embedding_size", _EMBEDDINGS, given.embedding_size)
    valid = divisors(st.session_state["embedding_size"])
    wanted = st.session_state.get("heads", given.heads)
    _slider("heads", valid, max(heads for heads in valid if heads <= wanted))
    _slider("blocks", _BLOCKS, given.blocks)
    kinds = list(ATTENTION_KINDS)
    wiring = init_choice("attention", kinds, _kind(given))
    st.selectbox(t("parameters-attention"), kinds, format_func=lambda kind: t(f"parameters-attention-{kind}"), **wiring)
    st.toggle(t("parameters-positions"), **init_choice("positions", [False, True], given.positions))
    st.toggle("LayerNorm", **init_choice("layer_norm", [False, True], given.layer_norm))
    return _model_of_widgets(given)


def _slider(name: str, values: Iterable[int], given: int) -> None:
    options = sorted({*values, given})
    st.select_slider(
        name.upper(), options, help=t(f"parameters-{name.replace('_', '-')}.help"), **init_choice(name, options, given)
    )


def _model_of_widgets(given: ModelConfig) -> ModelConfig:
    state = st.session_state
    names = ("vocab_size", "context_size", "embedding_size", "heads", "blocks", "positions", "layer_norm")
    return replace(given, attention=ATTENTION_KINDS[state["attention"]], **{name: state[name] for name in names})


def _start_name(key: str) -> str:
    if key == RUN_START:
        return t("parameters-start-run")
    return t("settings-preset-chapter", number=chapter(key).number, name=t(f"chapter-{key}"))


def _starting_model(key: str, run: Run | None) -> ModelConfig:
    if key == RUN_START and run:
        return run.model
    return model_config(chapter(key), SHAKESPEARE_CHARACTERS)


def _fill(run: Run | None) -> None:
    model = _starting_model(st.session_state[START], run)
    set_choice(START)
    for name in ("vocab_size", "context_size", "embedding_size", "heads", "blocks", "positions", "layer_norm"):
        set_choice(name, getattr(model, name))
    set_choice("attention", _kind(model))


def _kind(model: ModelConfig) -> str:
    if model.attention is None:
        return "none"
    return "weighted" if model.attention.projections else "plain"
