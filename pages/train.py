"""Train page: choose, press Train, and watch the loss fall and the heads form."""

import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.compare_curves import compare_curves
from gptviz.ui.corpus_choice import choose_corpus
from gptviz.ui.export_panel import draw_export
from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.live import MakeFeed, fed
from gptviz.ui.probe import choose_probe
from gptviz.ui.settings import choose_settings
from gptviz.ui.settings_values import first_fill
from gptviz.ui.showcase import offer_showcase
from gptviz.ui.shown_run import shown_run
from gptviz.ui.start_run import offer_training
from gptviz.ui.train_panel import draw_run
from gptviz.ui.train_quiz import draw_quiz
from gptviz.ui.words import describe_run

open_page("train")
first_fill()
with st.sidebar:
    st.subheader(t("settings-heading"), anchor=False)
    # HEADS and EMBEDDING_SIZE stand on top, though what they offer may depend on the text.
    settings_place = st.container()
    corpus = choose_corpus()
    with settings_place:
        settings = choose_settings(corpus)
startable = offer_training(corpus, settings)

run = shown_run()
if run is None and startable:
    st.info(t("train-empty"), icon=":material/arrow_upward:")
    offer_showcase()
elif run is not None:
    describe_run(run)
    with st.sidebar:
        st.divider()
        place = st.container()
    run_id, corpus_of_run, context_size = run.id, get_manager().store.corpus(run.id), run.model.context_size

    def _draw(feed: MakeFeed) -> Run:
        with place:
            probe = choose_probe(corpus_of_run, context_size)
        return draw_run(run_id, probe, feed)

    fed(run, _draw)
    compare_curves(run)
    if run.ended:
        draw_export(run)
    draw_quiz(run)
explain_computation("train", r"L = -\frac{1}{B\,T}\sum_{b,t} \log p(x_{b,t+1} \mid x_{b,1..t})")
