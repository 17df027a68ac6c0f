"""Generate page: the model writes, and every choice can be looked at, changed and scored."""

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.generate_controls import choose_writing
from gptviz.ui.generate_moment import draw_moment
from gptviz.ui.generate_panel import draw_writing
from gptviz.ui.generate_quiz import draw_quiz
from gptviz.ui.generate_score import draw_score
from gptviz.ui.shown_run import run_or_invitation
from gptviz.ui.words import describe_run

open_page("generate")
run = run_or_invitation()
if run is not None:
    describe_run(run)
    store = get_manager().store
    if not store.snapshot_steps(run.id):
        st.info(t("snapshots-none"))
    else:
        corpus = store.corpus(run.id)
        with st.sidebar:
            wanted = choose_writing(run, corpus)
        if wanted is None:
            st.info(t("generate-mend"))
        else:
            draft = draw_writing(wanted, corpus)
            if draft is None:
                st.caption(t("generate-writing"))
            else:
                draw_moment(wanted, corpus, draft)
                draw_score(run, wanted.step, corpus)
                draw_quiz(wanted, corpus)
explain_computation(
    "generate",
    r"p_i = \frac{e^{z_i / \tau}}{\sum_{j \in \text{top-}k} e^{z_j / \tau}}, \qquad"
    r" \text{loss} = -\log p, \qquad \text{perplexity} = e^{\text{mean loss}}",
)
