"""The live maps of the train page: attention on the probe text, and likeness of positions, of the newest parameters."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.analysis.positions import cosine_similarity
from gptviz.config import ModelConfig
from gptviz.i18n import language, t
from gptviz.labels import token_labels
from gptviz.runs.registry import get_manager
from gptviz.runs.run import RunView
from gptviz.trace import trace
from gptviz.ui.components.attention_maps import AttentionMapsWords, attention_maps
from gptviz.ui.probe import as_batch
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.words import attention_maps_words, similarity_maps_words


def draw_maps(view: RunView, probe: str) -> None:
    """Draw every head's weights on a text, from the newest parameters of the run."""
    latest, model = view.latest, view.run.model
    step = latest.step if latest else 0
    words = PICTURES.get(("map words", view.run.id, step, language()), lambda: _map_words(model, step))
    st.caption(words.title)
    if latest is None:
        st.skeleton(height=320)
        return
    if model.attention is None:
        st.info(t("train-no-attention"))
        return

    def weights() -> NDArray[np.floating]:
        tokens = as_batch(get_manager().store.corpus(view.run.id), probe)
        return trace(latest.parameters, model, tokens).attention_weights[None, :, 0]  # (1, L, H, T, T)

    attention_maps(
        weights,
        token_labels(probe),
        words,
        key="live-maps",
        causal=model.attention.causal,
        pack=lambda pack: PICTURES.get(("maps", view.run.id, latest.step, probe, language()), pack),
    )


def _map_words(model: ModelConfig, step: int) -> AttentionMapsWords:
    return attention_maps_words(model, t("train-maps", step=step), t("train-maps-hint"))


def draw_similarity(view: RunView) -> None:
    """Draw how alike the position vectors are, from the newest parameters of the run."""
    latest, model = view.latest, view.run.model
    if latest is None or not model.positions:
        return
    title = t("train-positions")
    words = PICTURES.get(
        ("similarity words", language()), lambda: similarity_maps_words(title, t("train-positions-hint"))
    )
    st.caption(title)

    def similarity() -> NDArray[np.floating]:
        return cosine_similarity(latest.parameters["position_embedding.weight"])[None, None, None]  # (1, 1, 1, T, T)

    attention_maps(
        similarity,
        [str(position) for position in range(model.context_size)],
        words,
        key="live-similarity",
        causal=False,
        scale="similarity",
        pack=lambda pack: PICTURES.get(("similarity", view.run.id, latest.step, language()), pack),
    )
