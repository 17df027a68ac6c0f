"""The frame of every page: its language, its navigation, whose browser this is, its title."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st

from gptviz.i18n import language, t
from gptviz.runs.registry import get_manager
from gptviz.ui.components.document import describe_document
from gptviz.ui.follow import draw_class_switches, go_along
from gptviz.ui.owner import recognise_browser
from gptviz.ui.presenter import draw_bar, is_large, offer_presenter_mode
from gptviz.ui.run_in_url import links_to
from gptviz.ui.speech import draw_language_switch, speak_session_language
from gptviz.ui.tour import draw_tour
from gptviz.ui.visited import note_visit

# A file of ours: emoji and material icons would be fetched from outside.
_ICON = str(Path(__file__).with_name("icon.png"))

_READY = "workers_woken"


@dataclass(frozen=True)
class Page:
    """One page of the app: its key (also of its texts), its file, its icon."""

    key: str
    file: str
    icon: str


PAGES = (
    Page("home", "app.py", ":material/home:"),
    Page("train", "pages/train.py", ":material/model_training:"),
    Page("runs", "pages/runs.py", ":material/inventory_2:"),
    Page("attention", "pages/attention.py", ":material/grid_on:"),
    Page("shapes", "pages/shapes.py", ":material/call_split:"),
    Page("positions", "pages/positions.py", ":material/straighten:"),
    Page("heads", "pages/heads.py", ":material/science:"),
    Page("generate", "pages/generate.py", ":material/edit_note:"),
    Page("parameters", "pages/parameters.py", ":material/calculate:"),
    Page("ladder", "pages/ladder.py", ":material/stairs:"),
    Page("notebook", "pages/notebook.py", ":material/menu_book:"),
    Page("mistakes", "pages/mistakes.py", ":material/bug_report:"),
    Page("classroom", "pages/classroom.py", ":material/groups:"),
)
# Of which presenter mode turns the pages: not those that are about runs and people.
_NOT_LESSONS = ("runs", "classroom")


# Our changes of Streamlit's look: contrast, focus, print.
_LOOK = Path(__file__).with_name("look.css")
_HTML_LANGUAGES = {"en": "en", "zh": "zh-CN"}


def open_page(key: str) -> None:
    """Open a page: call it first, on every page, so that language and navigation are there on a cold deep link too.

    Args:
        key: Of one of `PAGES`; its texts are `page-<key>`, `page-<key>.title` and `page-<key>.lead`.
    """
    go_along(key, {page.key: page.file for page in PAGES})
    st.html(_LOOK)
    _get_ready()
    recognise_browser()
    with st.sidebar:
        draw_language_switch()
        speak_session_language()  # after the switch: its answer decides in which language everything below speaks
        _navigation(key)
    st.set_page_config(page_title=f"{t(f'page-{key}')} · gptviz", page_icon=_ICON, layout="wide")
    with st.sidebar:
        draw_class_switches(key)
        offer_presenter_mode()
        st.divider()
    describe_document(key, _HTML_LANGUAGES[language()], t("frame-sidebar"), t("frame-upload"))
    if is_large():
        lessons = [(page.key, page.file) for page in PAGES if page.key not in _NOT_LESSONS or page.key == key]
        draw_bar(key, lessons)
    note_visit(key)
    draw_tour(key)
    st.title(t(f"page-{key}.title"), anchor=False)
    st.markdown(t(f"page-{key}.lead"))


def _get_ready() -> None:
    """Once a session, wake workers in the background: when Train is pressed, they wait for it."""
    if _READY not in st.session_state:
        st.session_state[_READY] = True
        get_manager().warm_up()
        _keep_modules_out_of_collections()


@cache
def _keep_modules_out_of_collections() -> None:
    # A full garbage collection looks through all that was ever loaded: 150 ms in which every page of a class waits.
    # What there is after the first page stays as long as the process, and need not be looked through again.
    gc.freeze()


def explain_computation(key: str, formula: str) -> None:
    """Close a page with the expander "How is this computed?": `page-<key>.computed` around its formula (LaTeX)."""
    with st.expander(t("frame-computed"), icon=":material/function:"):
        st.markdown(t(f"page-{key}.computed", formula=f"$$ {formula} $$"))


def _navigation(current: str) -> None:
    links = links_to(page.key for page in PAGES)
    with st.container(key="navigation"):
        for page in PAGES:
            st.page_link(
                page.file,
                label=t(f"page-{page.key}"),
                icon=page.icon,
                query_params=links[page.key],
                disabled=page.key == current,
                width="stretch",
            )
    trouble = get_manager().store.trouble
    if trouble is not None:
        st.caption(f":material/warning: {t('runs-trouble', trouble=trouble)}")
