"""The live maps of the train page: attention on the probe text, and likeness of positions, of the newest parameters."""

from __future__ import annotations

import streamlit as st

from gptviz.analysis.positions import cosine_similarity
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.runs.registry import get_manager
from gptviz.runs.run import RunView
from gptviz.trace import trace
from gptviz.ui.components.attention_maps import attention_maps
from gptviz.ui.probe import as_batch
from gptviz.ui.words import attention_maps_words, similarity_maps_words


def draw_similarity(view: RunView) -> None:
    """Draw how alike the position vectors are, from the newest parameters of the run."""
    if view.latest is None or not view.run.model.positions:
        return
    title = t("train-positions")
    st.caption(title)
    similarity = cosine_similarity(view.latest.parameters["position_embedding.weight"])
    attention_maps(
        similarity[None, None, None],
        [str(position) for position in range(len(similarity))],
        similarity_maps_words(title, t("train-positions-hint")),
        key="live-similarity",
        causal=False,
        scale="similarity",
    )


def draw_maps(view: RunView, probe: str) -> None:
    """Draw every head's weights on a text, from the newest parameters of the run."""
    if view.latest is None:
        st.skeleton(height=320)
        return
    model = view.run.model
    if model.attention is None:
        st.info(t("train-no-attention"))
        return
    title = t("train-maps", step=view.latest.step)
    st.caption(title)
    tokens = as_batch(get_manager().store.corpus(view.run.id), probe)
    weights = trace(view.latest.parameters, model, tokens).attention_weights[:, 0]  # (L, H, T, T)
    attention_maps(
        weights[None],
        token_labels(probe),
        attention_maps_words(model, title, t("train-maps-hint")),
        key="live-maps",
        causal=model.attention.causal,
    )
