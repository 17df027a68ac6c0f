"""The scale factor: scores and weights of the layer with and without it."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from gptviz.analysis.scale_effect import Scaled, scale_effect
from gptviz.axis_words import axis_notes
from gptviz.config import ModelConfig
from gptviz.figures.shapes import ScaleWords, score_distribution, weight_distribution
from gptviz.i18n import t
from gptviz.ui.alternatives import lines_table
from gptviz.ui.components.shapes import Layer
from gptviz.ui.picture import picture


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
        _draw(score_distribution(effects, words), "shapes-scores", numbers, words.score)
    with right:
        _draw(weight_distribution(effects, words), "shapes-weights", numbers, words.weight)
    st.markdown("\n".join(f"- {told}" for told in numbers))
    if config.head_size == 1:
        st.caption(t("shapes-scale-one"))
    return effects


def _draw(figure: Any, key: str, numbers: list[str], along: str) -> None:
    lines = [(line.name, line.x, line.y) for line in figure.data]
    picture(figure, key, " ".join(numbers), lambda: lines_table(lines, along), name=along)


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
        logarithmic=axis_notes().logarithmic,
    )


def _told(effect: Scaled, words: ScaleWords) -> str:
    name = words.names[effect.name]
    if math.isnan(effect.largest):
        return t("shapes-scale-numbers-alone", name=name, deviation=effect.deviation)
    return t("shapes-scale-numbers", name=name, deviation=effect.deviation, largest=effect.largest)
