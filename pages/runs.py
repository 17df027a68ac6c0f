"""Runs page: every run that there is, to find, keep, compare and take further."""

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.ui.frame import open_page
from gptviz.ui.import_panel import draw_import
from gptviz.ui.runs_actions import draw_actions
from gptviz.ui.runs_compare import draw_comparison
from gptviz.ui.runs_fork import draw_forked
from gptviz.ui.runs_list import choose_runs
from gptviz.ui.runs_trash import draw_trash
from gptviz.ui.shown_run import my_runs

open_page("runs")
store = get_manager().store
if store.full_of_pins:
    st.warning(t("library-full-of-pins"), icon=":material/keep:")
draw_trash()
draw_forked()
if not my_runs():
    st.info(t("library-empty"))
    st.page_link("pages/train.py", label=t("frame-go-train"), icon=":material/model_training:")
if store.runs():
    draw_actions(choose_runs())
draw_comparison()
draw_import()
