"""Runs that were thrown away: their owner can take them back for a while."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.library import UNDO_S, Library
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError
from gptviz.ui.messages import explained
from gptviz.ui.owner import owns
from gptviz.ui.words import run_name

MINUTES = round(UNDO_S / 60)
MOST_SHOWN = 5


def throw_away(runs: Sequence[Run]) -> None:
    """Throw runs away, and say for how long they can be taken back."""
    library = Library(get_manager())
    try:
        for run in runs:
            library.delete(run.owner, run.id)
    except RunError as error:  # it may be gone already: the list shows it
        st.toast(explained(error))
        return
    st.toast(t("library-thrown", count=len(runs), minutes=MINUTES), icon=":material/delete:")


def draw_trash() -> None:
    """Draw a line for each run of this browser that can still be taken back, the last one first."""
    thrown = [run for run in Library(get_manager()).trash() if owns(run.owner)]
    thrown.sort(key=lambda run: run.deleted_s or 0.0, reverse=True)
    for run in thrown[:MOST_SHOWN]:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(
                f":material/delete: {t('library-in-trash', run=run_name(run), minutes=MINUTES)}", width="content"
            )
            _undo_button([run], t("library-undo"), f"undo-{run.id}")
    if len(thrown) > 1:
        _undo_button(thrown, t("library-undo-all", count=len(thrown)), "undo-all")


def offer_undo(run: Run) -> None:
    """Say on a page that its run was thrown away; its owner can take it back."""
    mine = owns(run.owner)
    st.warning(t("library-gone-own" if mine else "library-gone"), icon=":material/delete:")
    if mine:
        _undo_button([run], t("library-undo"), "undo")


def _undo_button(runs: Sequence[Run], label: str, key: str) -> None:
    st.button(label, icon=":material/undo:", key=key, on_click=_take_back, args=(runs,))


def _take_back(runs: Sequence[Run]) -> None:
    library = Library(get_manager())
    try:
        for run in runs:
            library.undelete(run.owner, run.id)
    except RunError as error:  # too late
        st.toast(explained(error))
