"""Heads page: are more heads better? An experiment with repeated seeds, and an answer that can be defended."""

import streamlit as st

from gptviz.experiment.registry import get_experiments
from gptviz.i18n import t
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.heads_curves import offer_runs
from gptviz.ui.heads_design import choose_design
from gptviz.ui.heads_more import offer_more_seeds
from gptviz.ui.heads_panel import draw_results
from gptviz.ui.heads_progress import draw_progress
from gptviz.ui.heads_quiz import ask
from gptviz.ui.heads_start import offer_earlier, offer_experiment, shown_experiment

open_page("heads")
with st.sidebar:
    st.subheader(t("heads-design"), anchor=False)
    design = choose_design()
offer_experiment(design)
experiment = shown_experiment()
if experiment is None:
    st.info(t("heads-empty"), icon=":material/arrow_upward:")
else:
    draw_progress(experiment.id)
    if ask(experiment):
        draw_results(experiment.id)
        offer_more_seeds(experiment)
    offer_runs(get_experiments().view(experiment.id))
with st.sidebar:
    offer_earlier(experiment)
explain_computation(
    "heads",
    r"d_s = L_s(H) - L_s(H_0), \qquad \bar d \pm t_{0.975,\,n-1}\,\frac{s_d}{\sqrt{n}}",
)
