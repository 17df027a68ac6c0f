"""Heads switched off, on the attention page: what the loss and the next character become without them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from gptviz.analysis.ablation import KINDS, WINDOWS, Ablation, Kind, Place, Rise, largest_changes
from gptviz.analysis.probes import held_out_windows
from gptviz.figures.head_metrics import PredictionWords, prediction_bars
from gptviz.i18n import language, t
from gptviz.labels import token_label, token_labels
from gptviz.numbers import PASSING_LOSS_DIGITS, passing_loss, percent, signed
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.head_words import place_names
from gptviz.ui.part import part
from gptviz.ui.picture import picture
from gptviz.ui.shared_pictures import PICTURES

MOST_CHARACTERS = 8

Shares = NDArray[np.floating]  # (V,) of the characters


@part()
def draw_head_switches(run: Run, step: int, probe: str, place: str = "left") -> None:
    """Let the learner switch heads off; only this part of the page is drawn again.

    Args:
        run: With attention, and at least one snapshot.
        step: Of the snapshot.
        probe: A text that the model can read.
        place: Part of the keys: two runs may stand side by side.
    """
    st.subheader(t("head-off"), anchor=False)
    st.markdown(t("head-off-lead"))
    heads, kind = _choose(run, place)
    off = tuple(sorted(heads))
    key = ("heads off", run.id, step, probe, off, kind)
    rise, windows, whole, without = PICTURES.get(key, lambda: _measured(run, step, probe, off, kind))
    left, right = st.columns([1, 2], gap="medium")
    with left:
        _draw_loss(rise, windows)
        if not heads:
            st.caption(t("head-off-none"))
    with right:
        corpus = get_manager().store.corpus(run.id)
        shown = _changed_most(whole, without)
        characters = [corpus.vocabulary.characters[token] for token in shown]
        figure = PICTURES.get(
            ("heads off bars", *key[1:], language()),
            lambda: prediction_bars(characters, whole[shown], without[shown], _prediction_words()),
        )
        _draw_prediction(figure, characters, whole[shown], without[shown], place)


def _measured(run: Run, step: int, probe: str, off: Sequence[Place], kind: Kind) -> tuple[Rise, int, Shares, Shares]:
    """The loss without heads and on how many windows, and what comes next with all heads and without these."""
    corpus = get_manager().store.corpus(run.id)
    inputs, targets = held_out_windows(corpus.test, run.model.context_size, WINDOWS)
    ablation = Ablation(get_manager().store.snapshot(run.id, step).parameters, run.model, inputs, targets)
    tokens = corpus.vocabulary.encode(probe)
    whole, without = (ablation.next_characters(tokens, some, kind) for some in ((), off))
    return ablation.rise(off, kind), len(inputs), whole, without


def _choose(run: Run, place: str) -> tuple[list[Place], Kind]:
    names = place_names(run.model)
    # Places in the state are pairs of numbers: a run with fewer heads must not be asked for what it does not have.
    key = f"head-off-{place}-{run.model.blocks}x{run.model.heads}"
    heads = st.pills(t("head-off-choose"), list(names), selection_mode="multi", format_func=names.__getitem__, key=key)
    kind = st.radio(
        t("head-off-kind"),
        KINDS,
        format_func=lambda kind: t(f"head-off-{kind}"),
        help=t("head-off-kind-help"),
        horizontal=True,
        key=f"head-off-kind-{place}",
    )
    return heads, kind


def _draw_loss(rise: Rise, windows: int) -> None:
    error = t("head-off-error", error=rise.rise_error_nats, windows=windows)
    changed = rise.rise_nats != 0  # with all heads on nothing rises or falls
    fell = rise.rise_nats < 0  # Streamlit knows a fall by its hyphen; we write a minus
    st.metric(
        t("head-off-loss"),
        passing_loss(rise.ablated_loss_nats),
        delta=signed(rise.rise_nats, PASSING_LOSS_DIGITS) if changed else None,
        delta_color="normal" if fell else "inverse",
        delta_arrow="down" if fell else "up",
        delta_description=error if changed else None,
    )


def _changed_most(whole: Shares, without: Shares) -> NDArray[np.integer]:
    # With all heads on there is no change: what is likely is shown.
    changed = largest_changes(whole, without, MOST_CHARACTERS)
    shown = changed if not np.array_equal(whole, without) else np.argsort(-whole)[:MOST_CHARACTERS]
    return shown[np.argsort(-whole[shown])]


def _prediction_words() -> PredictionWords:
    return PredictionWords(t("head-off-probability"), t("head-off-whole"), t("head-off-without"))


def _draw_prediction(figure: Any, characters: Sequence[str], whole: Shares, without: Shares, place: str) -> None:
    st.markdown(f"**{t('head-off-next')}**")
    alt = t(
        "head-off-alt",
        character=token_label(characters[0]),
        whole=percent(whole[0]),
        without=percent(without[0]),
    )
    columns = {
        t("alt-character"): token_labels(characters),
        t("head-off-whole"): whole,
        t("head-off-without"): without,
    }
    picture(figure, f"head-off-bars-{place}", alt, lambda: pd.DataFrame(columns), name=t("head-off-next"))
