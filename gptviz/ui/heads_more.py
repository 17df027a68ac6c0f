"""What would settle it: the same experiment with more seeds."""

from __future__ import annotations

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.experiment.experiment import Experiment
from gptviz.experiment.registry import get_experiments
from gptviz.i18n import t
from gptviz.ui.heads_quiz import SEEN
from gptviz.ui.heads_start import select_experiment
from gptviz.ui.messages import explained
from gptviz.ui.owner import my_owner

MORE_SEEDS = 5


def offer_more_seeds(experiment: Experiment) -> None:
    """Draw the button that goes on with further seeds once an experiment has come to its end."""
    if experiment.status == "finished":
        st.button(
            t("heads-more", seeds=MORE_SEEDS),
            icon=":material/add:",
            key="heads-more",
            help=t("heads-more.help"),
            on_click=_add_seeds,
            args=(experiment.id,),
        )


def _add_seeds(experiment_id: str) -> None:
    try:
        larger = get_experiments().add_seeds(my_owner(), experiment_id, MORE_SEEDS)
    except LearnerError as error:
        st.toast(explained(error))
        return
    select_experiment(larger)
    # Who has seen the first results need not predict once more.
    st.query_params[SEEN] = larger
