"""The list of runs: searched, filtered, and with rows that are chosen."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import pandas as pd
import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.part import fresh_part
from gptviz.ui.rhythm import PAUSED_EVERY_S
from gptviz.ui.runs_rows import columns, found, of_experiment, table_of
from gptviz.ui.shown_run import my_runs
from gptviz.ui.url_state import init_choice

CHOSEN = "runs-chosen"  # session key: ids of the chosen runs, which outlive a search
ROWS_AT_ONCE = 100
FILL_EVERY_S = 0.5
_KINDS = ("single", "experiments", "all")
_STATES = {"training": ("queued", "running"), "paused": ("paused",), "finished": ("finished",)}
_STATES["broken"] = ("stopped", "diverged", "failed")


def choose_runs() -> list[Run]:
    """Draw search, filters and list, and return the runs of the chosen rows, in the order of the list."""
    listed = _listed()
    runs = _filtered(listed)
    if not listed:
        return []
    if not runs:
        st.info(t("library-nothing-found"), icon=":material/search_off:")
        return []
    shown = runs if st.session_state.get("runs-all") else runs[:ROWS_AT_ONCE]
    table, complete = table_of(shown)
    chosen = _draw(shown, table)
    if not complete or any(run.active for run in shown):
        _watch(shown, complete)
    if len(runs) > ROWS_AT_ONCE:
        st.toggle(t("library-show-all", shown=ROWS_AT_ONCE, count=len(runs)), key="runs-all")
    return chosen


def _listed() -> list[Run]:
    """Runs of this browser or of everybody, pinned ones of one's own first."""
    mine = my_runs()
    everybodys = st.session_state.get("runs-everybodys", False)
    runs = get_manager().store.runs() if everybodys else mine
    own = {run.id for run in mine}
    return sorted(runs, key=lambda run: not (run.pinned and run.id in own))


def _filtered(runs: list[Run]) -> list[Run]:
    with st.container(horizontal=True):
        asked = st.text_input(
            t("library-search"),
            key="runs-search",
            placeholder=t("library-search.placeholder"),
            icon=":material/search:",
            live=True,
            width=320,
        )
        state = _choice("library-state", "state", list(_STATES), lambda one: t(f"library-state-{one}"))
        corpora = sorted({run.corpus_name for run in runs})
        corpus = None
        if len(corpora) > 1:
            corpus = _choice("library-column-corpus", "corpus", corpora, lambda one: t(f"corpus-{one}-name"))
    with st.container(horizontal=True, vertical_alignment="center"):
        experiments = sum(map(of_experiment, runs))
        kind = "all"
        if 0 < experiments < len(runs):
            counts = {"single": len(runs) - experiments, "experiments": experiments, "all": len(runs)}
            kind = st.segmented_control(
                t("library-kind"),
                _KINDS,
                required=True,
                format_func=lambda one: t(f"library-kind-{one}", count=counts[one]),
                label_visibility="collapsed",
                **init_choice("kind", _KINDS, "single"),
            )
        st.toggle(t("library-everybodys"), key="runs-everybodys", help=t("library-everybodys.help"))
    return [
        run
        for run in runs
        if (kind == "all" or of_experiment(run) == (kind == "experiments"))
        and (state is None or run.status in _STATES[state])
        and (corpus is None or run.corpus_name == corpus)
        and found(run, asked or "")
    ]


def _choice(label: str, key: str, options: list[str], name: Any) -> str | None:
    """A filter that is off at first."""
    return st.selectbox(
        t(label), options, index=None, format_func=name, key=f"runs-{key}", placeholder=t("library-any"), width=170
    )


def _watch(runs: list[Run], complete: bool) -> None:
    """Draw the page anew when one of its runs has gone on, or when not all could be read yet: nothing is drawn here."""
    looks = itertools.count()
    stood = [(run.status, run.step) for run in runs]

    def look() -> None:
        # Its first run is part of the page's own.
        fills = not complete and next(looks) > 0
        now = {run.id: (run.status, run.step) for run in get_manager().store.runs()}
        if [now.get(run.id) for run in runs] != stood or fills:
            st.rerun()

    fresh_part(look, PAUSED_EVERY_S if complete else FILL_EVERY_S)


def _draw(runs: list[Run], table: pd.DataFrame) -> list[Run]:
    # Rows are chosen by their place: another list is another widget, in which the same runs are chosen at first.
    ids = [run.id for run in runs]
    chosen = st.session_state.get(CHOSEN, [])
    key = f"runs-list-{hashlib.sha256(' '.join(ids).encode()).hexdigest()[:12]}"
    event = st.dataframe(
        table,
        column_config=columns(),
        hide_index=True,
        key=key,
        on_select="rerun",
        selection_mode="multi-row",
        selection_default={"selection": {"rows": [place for place, one in enumerate(ids) if one in chosen]}},
        height=min(38 + 35 * len(runs), 420),
        alt=t("library-list-alt", count=len(runs)),
    )
    picked = [runs[place] for place in sorted(event.selection.rows) if place < len(runs)]
    st.session_state[CHOSEN] = [run.id for run in picked]
    return picked
