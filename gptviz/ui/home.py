"""The parts of the home page."""

from __future__ import annotations

import streamlit as st

from gptviz.i18n import t
from gptviz.ui.frame import PAGES
from gptviz.ui.run_in_url import link_to
from gptviz.ui.shown_run import my_runs
from gptviz.ui.words import run_name

RECENT = 8


def draw_start() -> None:
    """Draw the way in: one button."""
    st.page_link(
        "pages/train.py",
        label=f"**{t('home-start')}**",
        icon=":material/rocket_launch:",
        query_params=link_to("home"),
        width="content",
    )


def draw_lessons() -> None:
    """Draw the lessons in their order, each with the question it answers."""
    st.subheader(t("home-lessons"), anchor=False)
    lessons = [page for page in PAGES if page.key != "home"]
    for start in range(0, len(lessons), 3):
        for column, page in zip(st.columns(3), lessons[start : start + 3], strict=False):
            with column.container(border=True, height="stretch"):
                st.page_link(
                    page.file, label=f"**{t(f'page-{page.key}')}**", icon=page.icon, query_params=link_to(page.key)
                )
                st.markdown(t(f"home-lesson-{page.key}"))


def draw_recent_runs() -> None:
    """Draw the newest runs of this browser, each a link to it."""
    st.subheader(t("home-recent"), anchor=False)
    runs = my_runs()[:RECENT]
    if not runs:
        st.caption(t("home-no-runs"))
    for run in runs:
        status = t("home-run", status=t(f"runs-status-{run.status}"), step=run.step, total=run.total_steps)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(
                "pages/train.py",
                label=run_name(run),
                icon=":material/show_chart:",
                query_params={**link_to("home"), "run": run.id},
            )
            st.caption(status)
