"""The scale factor: scores and weights of the layer with and without it."""

from __future__ import annotations

import math

import streamlit as st

from gptviz.analysis.scale_effect import Scaled, scale_effect
from gptviz.config import ModelConfig
from gptviz.figures.shapes import ScaleWords, score_distribution, weight_distribution
from gptviz.i18n import t
from gptviz.ui.components.shapes import Layer


def draw_scale(layer: Layer) -> list[Scaled]:
    """Draw how scores and weights are distributed, and return what was drawn: the question below asks about it."""
    config = layer.config
    effects = scale_effect(layer.steps.raw_scores, config)
    st.subheader(t("shapes-scale"), anchor=False)
    st.markdown(t("shapes-scale-lead", size=config.head_size, divisor=math.sqrt(config.head_size)))
    words = _words(config)
    numbers = [_told(effect, words) for effect in effects]
    left, right = st.columns(2, gap="medium")
    with left:
        st.plotly_chart(score_distribution(effects, words), key="shapes-scores", alt=" ".join(numbers))
    with right:
        st.plotly_chart(weight_distribution(effects, words), key="shapes-weights", alt=" ".join(numbers))
    st.markdown("\n".join(f"- {told}" for told in numbers))
    if config.head_size == 1:
        st.caption(t("shapes-scale-one"))
    return effects


def _words(config: ModelConfig) -> ScaleWords:
    return ScaleWords(
        score=t("shapes-score"),
        weight=t("words-weight"),
        share=t("shapes-share"),
        names={
            "none": t("shapes-scale-none"),
            "head_size": t("shapes-scale-head-size", size=config.head_size),
            "embedding_size": t("shapes-scale-embedding-size", embedding=config.embedding_size),
        },
    )


def _told(effect: Scaled, words: ScaleWords) -> str:
    name = words.names[effect.name]
    if math.isnan(effect.largest):
        return t("shapes-scale-numbers-alone", name=name, deviation=effect.deviation)
    return t("shapes-scale-numbers", name=name, deviation=effect.deviation, largest=effect.largest)
