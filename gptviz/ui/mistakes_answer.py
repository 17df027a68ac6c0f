"""Predicted and measured: what the two losses ended at, and what they hide."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.analysis.checks import Check, learned_check, losses_by_position, pair_counting_loss
from gptviz.analysis.probes import held_out_windows
from gptviz.corpus import Corpus
from gptviz.figures.mistakes import MistakesWords, position_losses
from gptviz.i18n import listed, t
from gptviz.numbers import passing_loss
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.training.events import Finished
from gptviz.ui.alternatives import lines_table
from gptviz.ui.mistakes_cases import Mistake
from gptviz.ui.mistakes_runs import Side
from gptviz.ui.picture import chart
from gptviz.ui.trust_panel import draw_checks

SAME_NATS = 0.1  # two losses that are nearer than this count as about the same after so short a training
WINDOWS = 96


def guess_key(mistake: Mistake) -> str:
    """Return the session key of the learner's guess."""
    return f"mistakes-guess-{mistake.key}"


def draw_answer(mistake: Mistake, corpus: Corpus, pair: tuple[Side, Side]) -> None:
    """Draw the two final losses beside the guess, the loss at each position, and what to learn from them.

    Args:
        mistake: The slip.
        corpus: Of both runs.
        pair: Both have ended.
    """
    runs = [side.run for side in pair if side.run]
    right, wrong = (last_test_loss(run) for run in runs)
    measured = outcome(right, wrong)
    values = {"right": passing_loss(right), "wrong": passing_loss(wrong), "measured": t(f"mistakes-outcome-{measured}")}
    guess = st.session_state.get(guess_key(mistake))
    with st.container(border=True):
        st.markdown(t("mistakes-measured", **values))
        if guess:
            mark = t("mistakes-guess-right") if guess == measured else t("mistakes-guess-wrong")
            st.markdown(t("mistakes-guessed", guess=t(f"mistakes-outcome-{guess}"), mark=mark))
        st.markdown(t(f"mistakes-{mistake.key}.hides"))
        st.markdown(t(f"mistakes-{mistake.key}.caught"))
    _draw_positions(corpus, pair)


def mistakes_words() -> MistakesWords:
    """Return the words of the charts of this page."""
    return MistakesWords(
        step=t("words-step"), position=t("words-position"), loss_nats=t("words-loss"), test=t("words-test")
    )


def distinct_sides(pair: tuple[Side, Side]) -> list[tuple[str, Side]]:
    """Return each side with its name; where weights are captured in dropout both are one run, and one line."""
    if pair[1].captured:
        return [(t("mistakes-both"), pair[0])]
    return [(t(f"mistakes-{side.role}"), side) for side in pair]


def last_test_loss(run: Run) -> float:
    """Return a run's loss over all test windows, or the last that was measured where it did not get there."""
    if isinstance(run.result, Finished):
        return run.result.test_loss_nats
    losses = get_manager().store.curves(run.id).test_loss_nats
    return float(losses[-1]) if len(losses) else math.nan


def outcome(right_nats: float, wrong_nats: float) -> str:
    """Return whether the wrong run's loss is "lower", about the "same", or "higher"; no number at all is higher."""
    difference = wrong_nats - right_nats
    if abs(difference) < SAME_NATS:
        return "same"
    return "lower" if difference < 0 else "higher"


def learned(corpus: Corpus, side: Side) -> tuple[Check, NDArray[np.floating]]:
    """Return the check of what a side has learned so far, and its loss at each position (T,)."""
    made_of = (side.model, side.run.id if side.run else "", side.parameters()[1])
    losses = _losses(repr(made_of), side, corpus)
    return learned_check(losses, _pair_counting(corpus.fingerprint, side.model.context_size, corpus)), losses


@st.cache_data(max_entries=64, show_spinner=False)
def _losses(made_of: str, _side: Side, _corpus: Corpus) -> NDArray[np.floating]:
    inputs, targets = held_out_windows(_corpus.test, _side.model.context_size, WINDOWS)  # each (B, T)
    return losses_by_position(_side.parameters()[0], _side.model, inputs, targets)


@st.cache_data(max_entries=16, show_spinner=False)
def _pair_counting(fingerprint: str, context_size: int, _corpus: Corpus) -> float:
    inputs, targets = held_out_windows(_corpus.test, context_size, WINDOWS)
    return pair_counting_loss(_corpus.train, len(_corpus.vocabulary), inputs, targets)


def _draw_positions(corpus: Corpus, pair: tuple[Side, Side]) -> None:
    curves = []
    left, right = st.columns([3, 2], gap="medium")
    with right:
        st.markdown(t("mistakes-learned"))
        for name, side in distinct_sides(pair):
            check, losses = learned(corpus, side)
            curves.append((name, losses))
            st.caption(name)
            draw_checks([check])
    with left:
        st.markdown(t("mistakes-positions"))
        option = position_losses(curves, mistakes_words())
        sides = [(name, passing_loss(y[0]), passing_loss(y[-1])) for name, y in curves]
        ends = [t("alt-first-to-last", name=name, first=first, last=last) for name, first, last in sides]
        alt, lines = t("alt-by-position", ends=listed(ends)), [(name, np.arange(len(y)), y) for name, y in curves]
        table = partial(lines_table, lines, t("words-position"))
        chart(option, "mistakes-positions", alt, table, name=t("words-position"), height_px=260)
        st.caption(t("mistakes-positions-look"))
