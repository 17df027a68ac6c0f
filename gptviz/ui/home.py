"""The parts of the home page."""

from __future__ import annotations

import streamlit as st

from gptviz.i18n import t
from gptviz.ui.frame import PAGES
from gptviz.ui.quick_start import offer_quick_start
from gptviz.ui.run_in_url import link_to
from gptviz.ui.showcase import draw_film, draw_writing
from gptviz.ui.shown_run import my_runs
from gptviz.ui.tour import offer_tour
from gptviz.ui.visited import was_visited
from gptviz.ui.words import PIN, run_name

RECENT = 8
_NO_LESSONS = ("home", "runs", "classroom")


def draw_start() -> None:
    """Draw the ways in beside the film of a model that is trained."""
    left, right = st.columns([2, 3], gap="large")
    with left:
        offer_quick_start()
        st.caption(t("home-train-now-about"))
        offer_tour()
        st.page_link(
            "pages/attention.py",
            label=t("home-look-inside"),
            icon=":material/grid_on:",
            query_params=link_to("attention"),
            width="content",
        )
        draw_writing()
    with right:
        draw_film()


def draw_lessons() -> None:
    """Draw the lessons in their order, each with the question it answers, and what was done of it."""
    st.subheader(t("home-lessons"), anchor=False)
    lessons = [page for page in PAGES if page.key not in _NO_LESSONS]
    trained = len(my_runs())
    for start in range(0, len(lessons), 3):
        for column, page in zip(st.columns(3), lessons[start : start + 3], strict=False):
            with column.container(border=True, height="stretch"):
                st.page_link(
                    page.file, label=f"**{t(f'page-{page.key}')}**", icon=page.icon, query_params=link_to(page.key)
                )
                st.markdown(t(f"home-lesson-{page.key}"))
                if page.key == "train" and trained:
                    st.caption(f":material/check: {t('home-done-trained', runs=trained)}")
                elif was_visited(page.key):
                    st.caption(f":material/check: {t('home-done')}")


def draw_recent_runs() -> None:
    """Draw the newest runs of this browser, each a link to it."""
    st.subheader(t("home-recent"), anchor=False)
    runs = sorted(my_runs(), key=lambda run: not run.pinned)[:RECENT]  # the pinned ones first
    if not runs:
        st.caption(t("home-no-runs"))
    for run in runs:
        status = t("home-run", status=t(f"runs-status-{run.status}"), step=run.step, total=run.total_steps)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(
                "pages/train.py",
                label=f"{PIN} {run_name(run)}" if run.pinned else run_name(run),
                icon=":material/show_chart:",
                query_params={**link_to("home"), "run": run.id},
            )
            st.caption(status)
