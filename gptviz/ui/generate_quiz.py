"""Predict first, then see: which kind of text surprises the model least?"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.analysis.text_kinds import KINDS, compare_kinds
from gptviz.corpus import Corpus
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.numbers import decimals, passing_loss
from gptviz.runs.registry import get_manager
from gptviz.ui.generate_controls import Wanted
from gptviz.ui.lesson_question import Answer, ask
from gptviz.ui.part import part


@part()
def draw_quiz(wanted: Wanted, corpus: Corpus) -> None:
    """Ask for a guess; the answer is measured on the learner's own run."""
    options = {kind: t(f"generate-quiz-{kind}") for kind in KINDS}
    stuck = t("generate-stuck", step=wanted.step)
    key = f"guess-generate-{wanted.run.id}"
    if ask(key, t("generate-quiz-ask"), options, lambda: _answer(wanted, corpus), stuck) is not None:
        _draw_table(wanted, corpus)


def _answer(wanted: Wanted, corpus: Corpus) -> Answer | None:
    kinds = _measured(wanted, corpus)
    if not np.isfinite(kinds["mean_nats"]).all():
        return None
    least, second = kinds.iloc[0], kinds.iloc[1]
    told = t(
        "generate-quiz-told",
        kind=t(f"generate-quiz-{least['kind']}"),
        nats=passing_loss(least["mean_nats"]),
        next=t(f"generate-quiz-{second['kind']}"),
        next_nats=passing_loss(second["mean_nats"]),
    )
    return Answer(frozenset([str(least["kind"])]), told, t("generate-quiz-answer"))


def _draw_table(wanted: Wanted, corpus: Corpus) -> None:
    rows = [
        {
            t("generate-quiz-kind"): t(f"generate-quiz-{kind}"),
            t("generate-mean"): passing_loss(mean_nats),
            t("generate-perplexity"): decimals(perplexity, 2),
            t("generate-quiz-example"): "".join(token_labels(corpus.vocabulary.decode(example))).replace("␣", " "),
        }
        for kind, mean_nats, perplexity, example in _measured(wanted, corpus).itertuples(index=False)
        if np.isfinite(mean_nats)
    ]
    if rows:
        st.dataframe(rows, hide_index=True, key="generate-quiz-answer")


def _measured(wanted: Wanted, corpus: Corpus) -> pd.DataFrame:
    return _kinds(wanted.run.id, wanted.step, wanted.sampling.seed, corpus)


@st.cache_data(max_entries=32, show_spinner=False)
def _kinds(run_id: str, step: int, seed: int, _corpus: Corpus) -> pd.DataFrame:
    """The kinds of text, the least surprising first."""
    store = get_manager().store
    parameters = store.snapshot(run_id, step).parameters
    return compare_kinds(parameters, store.run(run_id).model, _corpus.test, seed).sort_values("mean_nats")
