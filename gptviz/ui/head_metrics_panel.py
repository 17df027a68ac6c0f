"""What each head does, on the attention page: in a sentence, in numbers, over training, and beside the other heads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.analysis.head_findings import head_finding
from gptviz.analysis.head_report import HeadReport
from gptviz.analysis.heads import METRICS, SHARES, uniform_metrics
from gptviz.analysis.probes import head_texts
from gptviz.axis_words import axis_notes
from gptviz.figures.head_metrics import HeadLinesWords, head_metric_lines, head_similarity_map
from gptviz.i18n import language, t
from gptviz.numbers import decimals, percent
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.head_history_film import history_to_come, moments_of, report_to_come
from gptviz.ui.head_words import WORTHS, finding_sentence, metric_name, metrics_table, moment_sentence, place_names
from gptviz.ui.later import draw_when_there
from gptviz.ui.picture import picture
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.url_state import init_choice

IN_ORDER = ""
SORT, METRIC = "sort", "metric"  # URL parameters; those of a run that stands beside end in "-right"


def draw_head_metrics(run: Run, step: int, place: str = "left") -> None:
    """Draw what each head of a run does at a snapshot; a worker measures it while the page goes on.

    Args:
        run: With attention, and at least one snapshot.
        step: Of the snapshot.
        place: Part of the keys: two runs may stand side by side.
    """
    st.subheader(t("head-title"), anchor=False)
    report, history = report_to_come(run, step), history_to_come(run)
    draw_when_there(report, lambda measured: _draw_heads(run, step, measured, place), t("head-measuring"))
    left, right = st.columns(2, gap="medium")
    with left:
        draw_when_there(history, lambda measured: _draw_history(run, measured, place), t("head-measuring"))
    with right:
        draw_when_there(report, lambda measured: _draw_similarity(run, step, measured, place), t("head-measuring"))


def _draw_heads(run: Run, step: int, measured: HeadReport, place: str) -> None:
    columns = [*METRICS, *WORTHS]
    sort = st.selectbox(
        t("head-sort"),
        [IN_ORDER, *columns],
        format_func=lambda column: metric_name(column) if column else t("head-sort-place"),
        **init_choice(_name(SORT, place), [IN_ORDER, *columns], IN_ORDER),
    )
    sentences, table = PICTURES.get(("heads", run.id, step, sort, language()), lambda: _told_heads(run, measured, sort))
    for sentence in sentences:
        st.markdown(sentence)
    helps = {metric_name(column): st.column_config.TextColumn(help=metric_name(column, "help")) for column in columns}
    pinned = {t("head-column"): st.column_config.TextColumn(pinned=True)}
    st.dataframe(table, hide_index=True, column_config=pinned | helps, key=f"head-table-{place}")
    st.caption(t("head-lead"))


def _told_heads(run: Run, measured: HeadReport, sort: str) -> tuple[list[str], pd.DataFrame]:
    """A sentence a head, and the table of all their numbers, sorted."""
    heads = measured.heads.sort_values(sort, ascending=False) if sort else measured.heads
    names, sentences = place_names(run.model), []
    for at in heads.index:
        finding = head_finding(heads.loc[at], measured.untrained.loc[at], measured.uniform)
        sentences.append(t("head-finding", place=names[at], finding=finding_sentence(finding)))
    return sentences, metrics_table(heads, measured.untrained, measured.uniform, names)


def _draw_history(run: Run, history: pd.DataFrame, place: str) -> None:
    st.markdown(f"**{t('head-history')}**")
    wiring = init_choice(_name(METRIC, place), METRICS, "previous")
    metric = st.selectbox(t("head-history-metric"), METRICS, format_func=metric_name, **wiring)
    name = metric_name(metric)
    key = ("head-lines", run.id, len(history), metric, language())
    figure = PICTURES.get(key, lambda: _lines(run, history, metric))
    last = history[metric].xs(history.index.get_level_values("step").max(), level="step")
    highest = place_names(run.model)[last.idxmax()]
    value = percent(last.max(), 1) if metric in SHARES else decimals(last.max(), 3)
    alt = t("alt-head-history", metric=name, head=highest, value=value)
    picture(figure, f"head-lines-{place}", alt, lambda: history[metric].unstack("step").reset_index(), name=name)
    _draw_moments(run, history)


def _lines(run: Run, history: pd.DataFrame, metric: str) -> Any:
    names, logarithmic = place_names(run.model), axis_notes().logarithmic
    share = metric in SHARES
    words = HeadLinesWords(t("words-step"), metric_name(metric), t("head-uniform"), names, logarithmic, share)
    texts = head_texts(get_manager().store.corpus(run.id), run.model.context_size)
    return head_metric_lines(history, metric, float(uniform_metrics(run.model, texts)[metric]), words)


def _draw_moments(run: Run, history: pd.DataFrame) -> None:
    st.markdown(f"**{t('head-moments')}**")
    names = place_names(run.model)
    found = [moment_sentence(moment, names) for moment in moments_of(run, history)]
    st.markdown("\n".join(f"- {sentence}" for sentence in found) if found else t("head-moments-none"))


def _draw_similarity(run: Run, step: int, measured: HeadReport, place: str) -> None:
    st.markdown(f"**{t('head-similarity')}**")
    names = [f"{block + 1} · {head + 1}" for block, head in place_names(run.model)]
    bar = t("head-similarity-bar")
    key = ("head-similarity", run.id, step, language())
    figure = PICTURES.get(key, lambda: head_similarity_map(measured.similarity, names, bar))
    table = pd.DataFrame(measured.similarity, index=names, columns=names).reset_index(names="")
    alt = _told_similarity(measured.similarity, list(place_names(run.model).values()))
    picture(figure, f"head-similarity-{place}", alt, lambda: table, name=t("head-similarity"))
    st.caption(t("head-similarity-look"))


def _told_similarity(similarity: np.ndarray, names: list[str]) -> str:
    if len(names) == 1:
        return t("head-similarity")
    apart = np.where(np.eye(len(names), dtype=bool), -1.0, similarity)
    first, second = np.unravel_index(apart.argmax(), apart.shape)
    likeness = decimals(apart[first, second], 2)
    return t("alt-head-similarity", first=names[first], second=names[second], likeness=likeness)


def _name(choice: str, place: str) -> str:
    return choice if place == "left" else f"{choice}-{place}"
