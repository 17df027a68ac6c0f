"""What each head does, on the attention page: in a sentence, in numbers, over training, and beside the other heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from gptviz.analysis.ablation import WINDOWS, Ablation
from gptviz.analysis.head_findings import head_finding
from gptviz.analysis.head_history import head_history, moments
from gptviz.analysis.head_similarity import head_similarity
from gptviz.analysis.heads import METRICS, head_metrics, row_shares, uniform_metrics
from gptviz.analysis.probes import HeadTexts, head_texts, held_out_windows
from gptviz.corpus import Corpus
from gptviz.figures.head_metrics import HeadLinesWords, head_metric_lines, head_similarity_map
from gptviz.i18n import t
from gptviz.parameters import Parameters, initial_parameters
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.ui.head_words import WORTHS, finding_sentence, metric_name, metrics_table, moment_sentence, place_names
from gptviz.ui.snapshots import snapshots_of

MOST_SNAPSHOTS = 32  # of a history: closer together, nobody sees the difference
IN_ORDER = ""


@dataclass(frozen=True)
class Measured:
    """What a page says about the heads of one snapshot.

    Args:
        heads: One row a head: its metrics and its worth.
        untrained: The same before training.
        uniform: The metrics of a head that looks at all characters alike.
        similarity: (L*H, L*H), how alike heads look.
    """

    heads: pd.DataFrame
    untrained: pd.DataFrame
    uniform: pd.Series
    similarity: NDArray[np.floating]


def draw_head_metrics(run: Run, step: int, place: str = "left") -> None:
    """Draw what each head of a run does at a snapshot.

    Args:
        run: With attention, and at least one snapshot.
        step: Of the snapshot.
        place: Part of the keys: two runs may stand side by side.
    """
    st.subheader(t("head-title"), anchor=False)
    with st.spinner(t("head-measuring")):
        measured = _measured(run.id, step)
    _draw_heads(run, measured, place)
    history = _history(run.id, get_manager().store.snapshot_steps(run.id))
    left, right = st.columns(2, gap="medium")
    with left:
        _draw_history(run, history, measured.uniform, place)
        _draw_moments(run, history)
    with right:
        _draw_similarity(run, measured, place)


def _draw_heads(run: Run, measured: Measured, place: str) -> None:
    columns = [*METRICS, *WORTHS]
    sort = st.selectbox(
        t("head-sort"),
        [IN_ORDER, *columns],
        format_func=lambda column: metric_name(column) if column else t("head-sort-place"),
        key=f"head-sort-{place}",
    )
    heads = measured.heads.sort_values(sort, ascending=False) if sort else measured.heads
    names = place_names(run.model)
    for at in heads.index:
        finding = head_finding(heads.loc[at], measured.untrained.loc[at], measured.uniform)
        st.markdown(f"**{names[at]}** — {finding_sentence(finding)}")
    table = metrics_table(heads, measured.untrained, measured.uniform, names)
    helps = {metric_name(column): st.column_config.TextColumn(help=metric_name(column, "help")) for column in columns}
    pinned = {t("head-column"): st.column_config.TextColumn(pinned=True)}
    st.dataframe(table, hide_index=True, column_config=pinned | helps, key=f"head-table-{place}")
    st.caption(t("head-lead"))


def _draw_history(run: Run, history: pd.DataFrame, uniform: pd.Series, place: str) -> None:
    st.markdown(f"**{t('head-history')}**")
    metric = st.selectbox(
        t("head-history-metric"),
        METRICS,
        index=METRICS.index("previous"),
        format_func=metric_name,
        key=f"head-history-{place}",
    )
    name = metric_name(metric)
    words = HeadLinesWords(t("words-step"), name, t("head-uniform"), place_names(run.model))
    figure = head_metric_lines(history, metric, float(uniform[metric]), words)
    st.plotly_chart(figure, key=f"head-lines-{place}", alt=t("head-history-alt", metric=name))


def _draw_moments(run: Run, history: pd.DataFrame) -> None:
    st.markdown(f"**{t('head-moments')}**")
    names = place_names(run.model)
    found = [moment_sentence(moment, names) for moment in moments(history)]
    st.markdown("\n".join(f"- {sentence}" for sentence in found) if found else t("head-moments-none"))


def _draw_similarity(run: Run, measured: Measured, place: str) -> None:
    st.markdown(f"**{t('head-similarity')}**")
    names = [f"{block + 1} · {head + 1}" for block, head in place_names(run.model)]
    figure = head_similarity_map(measured.similarity, names, t("head-similarity-bar"))
    st.plotly_chart(figure, key=f"head-similarity-{place}", alt=t("head-similarity"))
    st.caption(t("head-similarity-look"))


@st.cache_data(max_entries=64, show_spinner=False)
def _measured(run_id: str, step: int) -> Measured:
    store = get_manager().store
    run = store.run(run_id)
    corpus = store.corpus(run_id)
    texts = head_texts(corpus, run.model.context_size)
    parameters = store.snapshot(run_id, step).parameters
    weights = row_shares(trace(parameters, run.model, texts.windows).attention_weights)
    return Measured(
        _metrics_and_worth(run, parameters, corpus, texts),
        _metrics_and_worth(run, initial_parameters(run.model, run.train.seed), corpus, texts),
        uniform_metrics(run.model, texts),
        head_similarity(weights),
    )


def _metrics_and_worth(run: Run, parameters: Parameters, corpus: Corpus, texts: HeadTexts) -> pd.DataFrame:
    ablation = Ablation(parameters, run.model, *held_out_windows(corpus.test, run.model.context_size, WINDOWS))
    return head_metrics(parameters, run.model, texts).join(ablation.importance())


@st.cache_data(max_entries=32, show_spinner=False)
def _history(run_id: str, steps: tuple[int, ...]) -> pd.DataFrame:
    """Measure the heads at the run's snapshots; `steps` is there so that new snapshots make a new history."""
    store = get_manager().store
    run = store.run(run_id)
    texts = head_texts(store.corpus(run_id), run.model.context_size)
    snapshots = snapshots_of(run, MOST_SNAPSHOTS)
    return head_history([(one.step, one.parameters) for one in snapshots], run.model, texts)
