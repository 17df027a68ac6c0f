"""Speed of both ways, and of fused attention, against the number of heads: measured on this machine, now."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from gptviz.axis_words import axis_notes
from gptviz.figures.notebook import speed_curves
from gptviz.i18n import t
from gptviz.notebook.lesson import WAYS, Speeds, measure_speeds
from gptviz.numbers import decimals, rough
from gptviz.runs.registry import get_manager
from gptviz.ui.notebook_choices import BATCH, HEADS, Choices
from gptviz.ui.picture import picture
from gptviz.ui.url_state import init_choice

LENGTHS = (4, 16, 64)
BUDGET_S = 0.7
_MEASURED = "notebook-speeds"  # session key


def draw_speed(choices: Choices) -> None:
    """Let the learner measure, and draw the latest measurement for these sizes."""
    E = choices.embedding_size
    length = st.segmented_control(
        t("notebook-speed-length"), LENGTHS, required=True, **init_choice("length", LENGTHS, LENGTHS[0])
    )
    measured: dict[tuple[int, int], Speeds] = st.session_state.setdefault(_MEASURED, {})
    if st.button(t("notebook-measure"), type="primary", key="notebook-measure", icon=":material/timer:"):
        with st.spinner(t("notebook-measuring")):
            measured[E, length] = get_manager().compute(measure_speeds, BATCH, length, E, HEADS, BUDGET_S)
    if (E, length) in measured:
        _draw(measured[E, length], length, E)
    else:
        st.info(t("notebook-not-measured"))


def _draw(speeds: Speeds, length: int, E: int) -> None:
    ratios = {way: speeds.ratios(way) for way in WAYS}
    names = {way: t(f"notebook-speed-{way}") for way in WAYS}
    figure = speed_curves(
        speeds.heads,
        ratios,
        names,
        axis_heads="HEADS",
        axis_time=t("notebook-speed-time"),
        logarithmic=axis_notes().logarithmic,
    )
    most = speeds.heads[-1]
    a, b, fused = (ratios[way][-1] for way in WAYS)
    alt = t("notebook-speed-alt", heads=most, ratio=decimals(a / b, 1))
    columns = {"HEADS": speeds.heads, **{names[way]: ratios[way] for way in WAYS}}
    picture(figure, "notebook-speed", alt, lambda: pd.DataFrame(columns), name=t("notebook-speed-time"))
    st.markdown(t("notebook-speed-found", heads=most, a=decimals(a / b, 1), fused=decimals(fused / b, 2)))
    st.caption(
        t(
            "notebook-speed-how",
            shape=f"({BATCH}, {length}, {E})",
            rounds=speeds.rounds,
            base=rough(speeds.seconds["b"][0] * 1000),
        )
    )
