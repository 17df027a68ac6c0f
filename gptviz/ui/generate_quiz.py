"""Predict first, then see: which kind of text surprises the model least?"""

from __future__ import annotations

import numpy as np
import streamlit as st

from gptviz.analysis.text_kinds import KINDS, compare_kinds
from gptviz.corpus import Corpus
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.runs.registry import get_manager
from gptviz.ui.frame import speak_session_language
from gptviz.ui.generate_controls import Wanted


@st.fragment
def draw_quiz(wanted: Wanted, corpus: Corpus) -> None:
    """Ask for a guess; the answer is measured on the learner's own run."""
    speak_session_language()
    st.subheader(t("generate-quiz"), anchor=False)
    guess = st.radio(
        t("generate-quiz-ask"),
        KINDS,
        index=None,
        format_func=lambda kind: t(f"generate-quiz-{kind}"),
        key="generate-guess",
    )
    if not st.button(t("generate-quiz-see"), key="generate-see", disabled=guess is None) or guess is None:
        return
    parameters = get_manager().store.snapshot(wanted.run.id, wanted.step).parameters
    kinds = compare_kinds(parameters, wanted.run.model, corpus.test, wanted.sampling.seed)
    if not np.isfinite(kinds["mean_nats"]).all():
        st.error(t("generate-stuck", step=wanted.step))
        return
    kinds = kinds.sort_values("mean_nats")
    least = str(kinds["kind"].iloc[0])
    told = "generate-quiz-right" if guess == least else "generate-quiz-wrong"
    st.markdown(t(told, kind=t(f"generate-quiz-{least}")))
    rows = [
        {
            t("generate-quiz-kind"): t(f"generate-quiz-{kind}"),
            t("generate-mean"): f"{mean_nats:.3f}",
            t("generate-perplexity"): f"{perplexity:.2f}",
            t("generate-quiz-example"): "".join(token_labels(corpus.vocabulary.decode(example))).replace("␣", " "),
        }
        for kind, mean_nats, perplexity, example in kinds.itertuples(index=False)
    ]
    st.dataframe(rows, hide_index=True, key="generate-quiz-answer")
    st.markdown(t("generate-quiz-answer"))
