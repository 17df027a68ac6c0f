"""Mistakes page: seven slips that still train, what the loss hides of them, and the checks that catch them."""

import streamlit as st

from gptviz.ui.corpus_choice import cached_corpus
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.live import live
from gptviz.ui.mistakes_panel import choose_mistake, draw_mistake, draw_pair, offer_training, own_run, pace_run
from gptviz.ui.mistakes_runs import CORPUS, recipes, runs_to_show, sides
from gptviz.ui.mistakes_table import draw_run_of_url, draw_table
from gptviz.ui.probe import choose_probe
from gptviz.ui.shown_run import shown_run

open_page("mistakes")
corpus = cached_corpus(CORPUS)
run = shown_run()
with st.sidebar:
    mistake = choose_mistake(run, corpus)
    run = run or own_run(mistake, corpus)
    probe = choose_probe(corpus, recipes(mistake, corpus)["right"][0].context_size)
draw_mistake(mistake)
offer_training(mistake, corpus, run)
pace = pace_run(sides(mistake, corpus, runs_to_show(run)))
if pace is None:
    draw_pair(mistake, corpus, run, probe)
else:
    paced = pace
    live(paced, lambda: draw_pair(mistake, corpus, run, probe) or paced)
draw_table(corpus, run, probe)
draw_run_of_url(run, corpus)
explain_computation("mistakes", r"\max_{t<T-1}\, \lvert \mathrm{logits}_t(x) - \mathrm{logits}_t(x') \rvert = 0")
