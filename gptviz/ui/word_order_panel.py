"""The word-order demonstration: the same characters in two orders, with and without positions."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pandas as pd
import streamlit as st

from gptviz.analysis.word_order import compare_orders
from gptviz.corpus import Corpus
from gptviz.errors import LearnerError
from gptviz.figures.word_order import WordOrderWords, order_bars
from gptviz.i18n import language, listed, t
from gptviz.labels import token_labels
from gptviz.numbers import decimals
from gptviz.runs.run import Run
from gptviz.training.events import Snapshot
from gptviz.ui.messages import show_error
from gptviz.ui.part import part
from gptviz.ui.picture import picture
from gptviz.ui.shared_pictures import PICTURES

# The chapter's own example first, else an English pair with the same twist.
PAIRS = (("老鼠爱大米", "大米爱老鼠"), ("dog bites man", "man bites dog"))


@part()
def draw_word_order(run: Run, corpus: Corpus, snapshot: Snapshot) -> None:
    """Let the learner compare two orders of the same characters in the eyes of a run's model."""
    st.subheader(t("order-title"), anchor=False)
    st.markdown(t("order-lead"))
    first, second = _choose_sentences(corpus)
    if corpus.name != "word-order":
        st.caption(t("order-train", corpus=t("corpus-word-order-name")))
    try:
        tokens = [corpus.vocabulary.encode(text) for text in (first, second)]
    except LearnerError as error:
        show_error(error)
        return
    if max(len(first), len(second)) > run.model.context_size:
        st.error(t("order-too-long", context=run.model.context_size))
    elif not first or sorted(first) != sorted(second):
        st.error(t("order-not-reordering"))
    else:
        key = ("orders", run.id, snapshot.step, first, second)
        changes = PICTURES.get(key, lambda: compare_orders(snapshot.parameters, run.model, *tokens))
        _draw_changes(changes, first, key)


def _choose_sentences(corpus: Corpus) -> tuple[str, str]:
    known = [pair for pair in PAIRS if not corpus.vocabulary.unknown(pair[0])]
    characters = "".join(corpus.vocabulary.characters[-4:])
    default = known[0] if known else (characters, characters[::-1])
    columns = st.columns(2)
    return (
        columns[0].text_input(t("order-first"), default[0], key=f"order-first-{corpus.name}"),
        columns[1].text_input(t("order-second"), default[1], key=f"order-second-{corpus.name}"),
    )


_CHANGES = {"embedding_change": "order-distance", "prediction_change": "order-moved"}


def _draw_changes(changes: pd.DataFrame, first: str, key: tuple[Hashable, ...]) -> None:
    labels = token_labels(first)
    masks = sorted(changes["causal"].unique())  # without a mask first
    pictures = [("embedding_change", masks[0], t("order-embedding"), t("order-embedding-look"))]
    for causal in masks:
        title = t("order-prediction", mask=t("order-masked" if causal else "order-unmasked"))
        look = t("order-prediction-look") if causal == masks[-1] else ""
        pictures.append(("prediction_change", causal, title, look))
    for column, causal, title, look in pictures:
        st.markdown(f"**{title}**")
        rows = changes[changes["causal"] == causal]
        words = WordOrderWords(t("order-character"), t(_CHANGES[column]), t("order-with"), t("order-without"))
        figure = PICTURES.get((*key, column, causal, language()), partial(order_bars, rows, column, labels, words))
        alt = _told(rows, column, title, words)
        table = partial(_table, rows, column, labels, words)
        picture(figure, f"order-{column}-{causal}", alt, table, name=title)
        if look:
            st.caption(look)


def _by_positions(rows: pd.DataFrame, column: str, words: WordOrderWords) -> dict[str, pd.Series]:
    """The changes with and without positions, by the place of the character."""
    names = {True: words.with_positions, False: words.without_positions}
    return {
        names[bool(positions)]: some.set_index("position_first")[column]
        for positions, some in rows.groupby("positions", sort=False)
    }


def _told(rows: pd.DataFrame, column: str, title: str, words: WordOrderWords) -> str:
    largest = [f"{name} {decimals(changes.max(), 3)}" for name, changes in _by_positions(rows, column, words).items()]
    return t("alt-order", title=title, changes=listed(largest))


def _table(rows: pd.DataFrame, column: str, labels: list[str], words: WordOrderWords) -> pd.DataFrame:
    table = pd.DataFrame(_by_positions(rows, column, words)).sort_index()
    table.insert(0, words.character, [labels[place] for place in table.index])
    return table
