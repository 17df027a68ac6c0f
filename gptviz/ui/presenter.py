"""Presenter mode: large type and no sidebar, readable on a projector from the back row."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gptviz.i18n import t
from gptviz.ui.components.presenter_keys import leave_by_escape
from gptviz.ui.run_in_url import PRESENT, link_to

_LEAVE = "presenter-leave"

# Streamlit measures in rem, so the root's size enlarges all text; pictures have sizes of their own in pixels
# (gptviz/ui/picture.py). On a small screen the letters stay in proportion to it.
_LARGE = """<style>
html { font-size: clamp(18px, 1.75vw, 34px) !important; }
[data-testid="stSidebar"], [data-testid="stExpandSidebarButton"], [data-testid="stHeader"] { display: none !important; }
[data-testid="stMainBlockContainer"] { padding: 0.75rem 2rem 3rem !important; max-width: none !important; }
[data-testid="stCaptionContainer"] { font-size: 0.9rem !important; color: inherit !important; opacity: 0.9; }
.st-key-presenter-bar { border-bottom: 1px solid rgba(128, 128, 128, 0.55); padding-bottom: 0.25rem; }
</style>"""


def is_large() -> bool:
    """Return whether this page is in presenter mode."""
    return st.query_params.get(PRESENT) == "1"


def offer_presenter_mode() -> None:
    """Draw the button that begins it; it stands in the URL, so it goes along from page to page."""
    st.button(
        t("presenter-enter"),
        icon=":material/slideshow:",
        key="presenter-enter",
        help=t("presenter-enter.help"),
        on_click=_enter,
        width="stretch",
    )


def draw_bar(current: str, pages: Sequence[tuple[str, str]]) -> None:
    """Enlarge the page, and draw the bar in place of the sidebar: the page before, the one after, the way out.

    Args:
        current: Key of the page.
        pages: Keys and files of all pages, in their order.
    """
    st.html(_LARGE)
    keys = [key for key, _ in pages]
    place = keys.index(current)
    with st.container(horizontal=True, vertical_alignment="center", key="presenter-bar"):
        for step, icon, side in ((-1, ":material/arrow_back:", "left"), (1, ":material/arrow_forward:", "right")):
            if 0 <= place + step < len(pages):
                key, file = pages[place + step]
                st.page_link(
                    file,
                    label=t(f"page-{key}"),
                    icon=icon,
                    icon_position="left" if side == "left" else "right",
                    query_params=link_to(key),
                )
        st.space("stretch")
        st.button(t("presenter-leave"), icon=":material/close_fullscreen:", key=_LEAVE, on_click=_leave)
    leave_by_escape(_LEAVE)


def _enter() -> None:
    st.query_params[PRESENT] = "1"


def _leave() -> None:
    st.query_params.pop(PRESENT, None)
