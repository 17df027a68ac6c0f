"""Both engines' speeds for the chosen sizes, measured when the learner asks."""

from __future__ import annotations

import streamlit as st

from gptviz.config import ModelConfig, TrainConfig
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.numbers import decimals
from gptviz.runs.registry import get_manager
from gptviz.training.speed import engine_speeds
from gptviz.ui.messages import show_error

_MEASURED = "engine_speeds"


def offer_speeds(model: ModelConfig, train: TrainConfig) -> None:
    """Draw the button that measures both engines, and what it found for these sizes."""
    sizes = (model, train.batch_size)
    if st.button(t("speeds-measure"), icon=":material/speed:", key="speeds-measure", help=t("speeds-measure.help")):
        with st.spinner(t("speeds-measuring")):
            try:
                st.session_state[_MEASURED] = (sizes, get_manager().compute(engine_speeds, model, train))
            except LearnerError as error:
                show_error(error)
    measured = st.session_state.get(_MEASURED)
    if measured is not None and measured[0] == sizes:
        speeds = measured[1]
        ratio = decimals(speeds["numpy"] / speeds["torch"], 2)
        st.caption(t("speeds-found", numpy=round(speeds["numpy"]), torch=round(speeds["torch"]), ratio=ratio))
