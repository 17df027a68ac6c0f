"""The text as the model writes it, with its buttons."""

from __future__ import annotations

import time

import numpy as np
import streamlit as st

from gptviz.analysis.generation import Draft
from gptviz.corpus import Corpus
from gptviz.i18n import t
from gptviz.ui.components.colored_text import ColoredTextWords, colored_text
from gptviz.ui.generate_controls import MOST_CHARACTERS, Wanted
from gptviz.ui.generate_text import (
    PLACE,
    current_draft,
    goal,
    keep,
    kept_text,
    place_in,
    set_goal,
    set_length,
    start_over,
    wanted_length,
)
from gptviz.ui.part import fresh_part

WRITE_ON = 100  # characters
TICK_S = 0.15
CHARACTERS_A_TICK = 4
# A tick of a large model must not keep other visitors waiting.
BUDGET_S = 0.1


def draw_writing(wanted: Wanted, corpus: Corpus) -> Draft | None:
    """Draw the text and what writes it on; nothing here waits for a text to be complete.

    Returns:
        The draft; None while it is being written.
    """
    _draw_buttons(wanted, corpus)
    busy = _busy(current_draft(wanted, corpus))

    def redraw() -> None:
        draft = current_draft(wanted, corpus)
        _write_on(draft)
        _draw_text(wanted, corpus, draft)
        if _busy(draft) != busy:
            st.rerun()

    fresh_part(redraw, TICK_S if busy else None)
    draft = current_draft(wanted, corpus)
    if draft.stuck:
        st.error(t("generate-stuck", step=wanted.step))
    return None if busy else draft


def text_words(title: str, hint: str) -> ColoredTextWords:
    """Return the words around a coloured text."""
    return ColoredTextWords(
        title=title,
        loss=t("generate-loss-short"),
        nats=t("generate-nats"),
        probability=t("generate-probability-short"),
        foreseen=t("generate-foreseen"),
        surprising=t("generate-surprising"),
        given=t("generate-given"),
        hint=hint,
    )


def _busy(draft: Draft) -> bool:
    return not draft.stuck and len(draft.written) < (goal() or wanted_length())


def _write_on(draft: Draft) -> None:
    """Write what is to be there at once as fast as the budget allows, and what is watched a few characters a tick."""
    end_s = time.monotonic() + BUDGET_S
    watched = goal()
    at_once = wanted_length()
    stop = min(watched, max(at_once, len(draft.written) + CHARACTERS_A_TICK)) if watched else at_once
    while len(draft.written) < stop and not draft.stuck and time.monotonic() < end_s:
        draft.write_one()
    if watched and (len(draft.written) >= watched or draft.stuck):
        set_length(len(draft.written))


def _draw_buttons(wanted: Wanted, corpus: Corpus) -> None:
    written = len(current_draft(wanted, corpus).written)
    full = written >= MOST_CHARACTERS
    kept = kept_text(wanted, corpus)
    with st.container(horizontal=True):
        if goal():
            st.button(
                t("generate-stop"), icon=":material/stop:", key="generate-stop", on_click=_stop, args=(wanted, corpus)
            )
        else:
            st.button(
                t("generate-write", count=WRITE_ON),
                type="primary",
                icon=":material/edit:",
                key="generate-write",
                disabled=full,
                on_click=lambda: set_goal(written + WRITE_ON),
            )
            st.button(
                t("generate-one"),
                icon=":material/skip_next:",
                key="generate-one",
                disabled=full,
                on_click=lambda: set_length(written + 1),
            )
        st.button(
            t("generate-clear"),
            icon=":material/restart_alt:",
            key="generate-clear",
            disabled=not written,
            on_click=start_over,
            args=(wanted,),
        )
        if kept:
            st.button(
                t("generate-undo", count=len(kept)),
                icon=":material/undo:",
                key="generate-undo",
                on_click=lambda: keep(wanted, ""),
            )
    if full:
        st.caption(t("generate-full", most=MOST_CHARACTERS))


def _stop(wanted: Wanted, corpus: Corpus) -> None:
    set_length(len(current_draft(wanted, corpus).written))


def _draw_text(wanted: Wanted, corpus: Corpus, draft: Draft) -> None:
    before, context = len(draft.prompt), wanted.run.model.context_size
    place = None if goal() else place_in(draft)
    # What the model saw when it chose the character, or would see now.
    stop = before + (len(draft.written) if place is None else place)
    start = max(0, stop - context)
    picked = colored_text(
        wanted.prompt + corpus.vocabulary.decode(np.array(draft.written, dtype=np.int64)),
        [*[None] * before, *draft.losses_nats],
        text_words(t("generate-text"), t("generate-hint")),
        key="generate-text",
        choosable_from=before,
        selected=None if place is None else before + place,
        seen=(start, stop),
        by_hand=(before, before + len(kept_text(wanted, corpus))),
    )
    if before > context:
        st.caption(t("generate-cropped", given=before, context=context))
    elif start:
        st.caption(t("generate-window", context=context))
    if picked is not None and picked - before != place:
        st.query_params[PLACE] = str(picked - before)
        st.rerun()
