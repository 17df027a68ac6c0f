"""The notebook in five parts, one at a time."""

from __future__ import annotations

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.ui.messages import show_error
from gptviz.ui.notebook_choices import Choices
from gptviz.ui.notebook_fault import draw_fault
from gptviz.ui.notebook_speed import draw_speed
from gptviz.ui.notebook_ways import draw_vectors, draw_ways
from gptviz.ui.notebook_windows import draw_windows
from gptviz.ui.url_state import init_choice

PARTS = {
    "windows": draw_windows,
    "vectors": draw_vectors,
    "ways": draw_ways,
    "fault": draw_fault,
    "speed": draw_speed,
}


def choose_part() -> str:
    """Draw the five parts in their order and return the chosen one."""
    names = list(PARTS)
    return st.segmented_control(
        t("notebook-part-label"),
        names,
        required=True,
        format_func=lambda part: f"{names.index(part) + 1} · {t(f'notebook-part-{part}')}",
        label_visibility="collapsed",
        **init_choice("part", names, names[0]),
    )


def draw_part(part: str, choices: Choices) -> None:
    """Draw one part; where no worker answers, say so."""
    st.markdown(t(f"notebook-{part}-lead"))
    try:
        PARTS[part](choices)
    except LearnerError as error:
        show_error(error)
