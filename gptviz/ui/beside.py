"""Two runs side by side: the page's own, and another one that the learner chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.shown_run import my_runs
from gptviz.ui.url_state import init_choice
from gptviz.ui.words import describe_run, distinct_titles

T = TypeVar("T")

BESIDE = "beside"  # URL parameter and session key


def draw_beside(run: Run, draw: Callable[[Run, str], T]) -> list[T]:
    """Draw a run, and where the learner has chosen another one, both in two columns.

    Args:
        run: The page's own.
        draw: Draws one run; its second argument tells the two places apart in keys.

    Returns:
        What `draw` returned, of one run or two.
    """
    other = _choose_other(run)
    if other is None:
        return [draw(run, "left")]
    drawn = []
    for column, one, place in zip(st.columns(2, gap="medium"), (run, other), ("left", "right"), strict=True):
        with column:
            describe_run(one)
            drawn.append(draw(one, place))
    return drawn


def _choose_other(run: Run) -> Run | None:
    store = get_manager().store
    # Only a run that reads the same text can be laid beside.
    runs = {one.id: one for one in my_runs() if _comparable(one, run)}
    asked = st.query_params.get(BESIDE)
    if asked and asked not in runs:
        runs |= {one.id: one for one in store.runs() if one.id == asked and _comparable(one, run)}
    if not runs:
        return None
    names = {"": t("attention-other-none"), **dict(zip(runs, distinct_titles(list(runs.values())), strict=True))}
    wiring = init_choice(BESIDE, list(names), "")
    chosen = st.sidebar.selectbox(t("attention-other"), list(names), format_func=names.__getitem__, **wiring)
    return runs.get(chosen)


def _comparable(one: Run, run: Run) -> bool:
    shown = one.model.attention is not None and get_manager().store.snapshot_steps(one.id)
    return bool(shown) and one.id != run.id and one.corpus_fingerprint == run.corpus_fingerprint
