"""Up to six runs beside each other: curves, settings that differ, attention, samples. The URL names them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from gptviz.i18n import t
from gptviz.numbers import NOTHING, count
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError
from gptviz.runs.settings_table import Setting, differences
from gptviz.ui.compare_curves import draw_curves
from gptviz.ui.runs_compare_maps import choose_moment, draw_maps_beside, draw_samples_beside
from gptviz.ui.words import distinct_titles

COMPARE = "compare"  # URL parameter: ids, separated by commas
MOST = 6


def compare_runs(runs: Sequence[Run]) -> None:
    """Put runs into the URL, so that this page, or whoever gets its link, compares them."""
    st.query_params[COMPARE] = ",".join(run.id for run in runs[:MOST])


def draw_comparison() -> None:
    """Draw the comparison that the URL asks for, if it does."""
    asked = [one for one in st.query_params.get(COMPARE, "").split(",") if one][:MOST]
    if not asked:
        return
    runs = [run for one in dict.fromkeys(asked) if (run := _there(one)) is not None]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(t("compare-title"), anchor=False, width="content")
        st.button(t("library-compare-close"), icon=":material/close:", key="library-compare-close", on_click=_close)
    if len(runs) < len(set(asked)):
        st.warning(t("library-compare-gone", count=len(set(asked)) - len(runs)))
    if len(runs) < 2:
        st.info(t("library-compare-few"))
        return
    st.caption(t("library-compare-link"))
    if len({run.corpus_fingerprint for run in runs}) > 1:
        st.warning(t("library-compare-texts"), icon=":material/translate:")
    draw_curves(runs, "library")
    _draw_differences(runs)
    moment = choose_moment(runs)
    draw_maps_beside(runs, moment)
    draw_samples_beside(runs, moment)


def _there(run_id: str) -> Run | None:
    try:
        run = get_manager().store.run(run_id)
    except RunError:
        return None
    return run if run.deleted_s is None else None


def _close() -> None:
    del st.query_params[COMPARE]


def _draw_differences(runs: Sequence[Run]) -> None:
    differing, equal = differences(runs)
    st.markdown(f"**{t('library-differences')}**")
    if differing:
        values = [[_shown(name, value) for value in row] for name, row in differing.items()]
        table = pd.DataFrame(values, index=list(differing), columns=distinct_titles(runs))
        st.dataframe(table, key="library-differences", width="content")
    st.caption(t("library-equal", count=equal))


def _shown(name: str, value: Setting) -> str:
    if name == "TEXT":
        return t(f"corpus-{value}-name")
    if isinstance(value, bool):
        return t("library-yes") if value else t("library-no")
    return NOTHING if value is None else count(value) if isinstance(value, int) and name != "SEED" else str(value)
