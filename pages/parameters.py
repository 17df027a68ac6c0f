"""Parameters page: where the numbers are that the model learns, and which constant drives their count."""

import streamlit as st

from gptviz.i18n import t
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.parameters_panel import draw_heads, draw_table_and_treemap
from gptviz.ui.parameters_quiz import draw_quiz
from gptviz.ui.parameters_sizes import choose_model
from gptviz.ui.shown_run import shown_run
from gptviz.ui.words import describe_run

FORMULA = (
    r"VE + TE + \text{BLOCKS}\,\bigl("
    r"\underbrace{4(E^2 + E)}_{Q,\,K,\,V,\,\text{output}} + \underbrace{(4E^2 + 4E) + (4E^2 + E)}_{\text{feed-forward}}"
    r"\bigr) + VE + V"
)

open_page("parameters")
run = shown_run()
if run is not None:
    describe_run(run)
with st.sidebar:
    st.subheader(t("parameters-sizes"), anchor=False)
    model = choose_model(run)
draw_table_and_treemap(model)
draw_heads(model)
draw_quiz(model)
explain_computation("parameters", FORMULA)
