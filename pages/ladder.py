"""Ladder page: the nine chapters, what each adds, and ours against the published losses."""

import streamlit as st

from gptviz.ui.corpus_choice import cached_corpus
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.ladder_panel import choose_epochs, draw_ladder
from gptviz.ui.ladder_quiz import draw_quiz
from gptviz.ui.ladder_runs import CORPUS, pace_run, rungs
from gptviz.ui.live import live
from gptviz.ui.shown_run import shown_run

open_page("ladder")
corpus = cached_corpus(CORPUS)
shown_run()
with st.sidebar:
    epochs = choose_epochs(corpus)
pace = pace_run(rungs(epochs))
if pace is None:
    draw_ladder(corpus, epochs)
else:
    run = pace
    live(run, lambda: pace_run(draw_ladder(corpus, epochs)) or run)
draw_quiz()
explain_computation("ladder", r"L_{\text{test}} = -\frac{1}{1742 \cdot 4 \cdot 32}\sum \log p(x_{t+1} \mid x_{\le t})")
