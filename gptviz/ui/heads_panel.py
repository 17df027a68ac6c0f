"""The results of the heads page: pictures, table and conclusion."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.axis_words import axis_notes
from gptviz.experiment.conclusion import conclude, with_sign
from gptviz.experiment.design import Cell
from gptviz.experiment.experiment import ExperimentView
from gptviz.experiment.registry import get_experiments
from gptviz.experiment.results import results_frame
from gptviz.experiment.summary import Summary, default_baseline, late_fall_nats, slices_of, summarise
from gptviz.figures.experiment import Column, GridWords, HeadsWords, loss_grid, values_by_heads
from gptviz.figures.theme import TEST, TRAIN
from gptviz.i18n import listed, t
from gptviz.numbers import decimals, final_loss
from gptviz.ui.heads_curves import curves_of, draw_curves
from gptviz.ui.heads_quiz import draw_answer
from gptviz.ui.heads_start import cell_name
from gptviz.ui.picture import picture
from gptviz.ui.url_state import init_choice

SLICE, BASELINE = "slice", "baseline"  # URL parameters and session keys


def draw_results(experiment_id: str) -> None:
    """Draw what the experiment says so far."""
    view = get_experiments().view(experiment_id)
    slices = slices_of(view.experiment.design)
    like, baseline = _choose(view, slices)
    summary = summarise(view.experiment.design, view.results, like, baseline)
    if summary is None:
        st.info(t("experiment-nothing-yet"))
        return
    draw_answer(view.experiment, summary)
    if len(slices) > 1:
        _draw_grid(view, slices)
    _draw_pictures(summary, view.workers)
    curves = curves_of(view, like)
    _draw_conclusion(summary, late_fall_nats([one for many in curves.values() for one in many]))
    _draw_table(summary)
    draw_curves(curves)
    data = results_frame(view.experiment.design, view.results).to_csv(index=False)
    st.download_button(t("heads-csv"), data, f"heads-{experiment_id}.csv", "text/csv", icon=":material/download:")


def _choose(view: ExperimentView, slices: list[Cell]) -> tuple[Cell, int]:
    """Choose what is held fixed while HEADS varies, and which head count the others are compared with."""
    heads = view.experiment.design.heads
    at, base = len(slices) - 1, default_baseline(heads)
    columns = st.columns(2)
    if len(slices) > 1:
        wiring = init_choice(SLICE, range(len(slices)), at)
        names = [slice_name(one, view) for one in slices]
        columns[1].selectbox(t("heads-slice"), range(len(slices)), format_func=names.__getitem__, **wiring)
        at = st.session_state[SLICE]
    if len(heads) > 1:
        columns[0].selectbox(
            t("heads-baseline"), heads, help=t("heads-baseline.help"), **init_choice(BASELINE, heads, base)
        )
        base = st.session_state[BASELINE]
    return slices[at], base


def slice_name(like: Cell, view: ExperimentView) -> str:
    """Return what sets a slice apart: the settings that vary besides HEADS."""
    return cell_name(like, view.experiment.design).rpartition(", ")[0]


def _draw_pictures(summary: Summary, workers: int) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(t("heads-loss"), anchor=False)
        columns = [Column(row.heads, row.losses, row.loss.mean, row.loss.half_width) for row in summary.rows]
        words = HeadsWords(t("heads-loss-axis"), t("heads-seed"), t("heads-mean"), axis_notes())
        best = summary.best
        alt = t("heads-loss-alt", best=best.heads, loss=final_loss(best.loss.mean))
        figure = values_by_heads(columns, words, digits=4, color=TRAIN)
        picture(figure, "heads-loss", alt, partial(_seeds, columns, t("heads-loss-axis")), name=t("heads-loss"))
        st.caption(t("heads-loss-look"))
    with right:
        st.subheader(t("heads-speed"), anchor=False)
        columns = [Column(row.heads, row.speeds, row.speed.mean, row.speed.half_width) for row in summary.rows]
        words = HeadsWords(t("heads-speed-axis"), t("heads-seed"), t("heads-mean"), axis_notes())
        alt = t("heads-speed-alt", speeds=listed(f"{row.heads}: {decimals(row.speed.mean, 1)}" for row in summary.rows))
        figure, axis = values_by_heads(columns, words, digits=1, color=TEST, from_zero=True), t("heads-speed-axis")
        picture(figure, "heads-speed", alt, partial(_seeds, columns, axis), name=t("heads-speed"))
        st.caption(t("heads-speed-look", workers=workers))


def _seeds(columns: list[Column], axis: str) -> pd.DataFrame:
    rows = [(column.heads, seed, value) for column in columns for seed, value in column.by_seed.items()]
    return pd.DataFrame(rows, columns=["HEADS", t("heads-seed"), axis])


def _draw_conclusion(summary: Summary, late_fall: float | None) -> None:
    conclusion = conclude(summary, late_fall)
    st.subheader(t("heads-conclusion"), anchor=False)
    st.info(f"**{conclusion.headline}**", icon=":material/gavel:")
    for title, sentences in (
        ("heads-loss", conclusion.losses),
        ("heads-speed", conclusion.speeds),
        ("heads-settle", conclusion.settle),
    ):
        if sentences:
            st.markdown("\n".join([f"**{t(title)}**\n", *(f"- {sentence}" for sentence in sentences)]))


def _draw_table(summary: Summary) -> None:
    st.subheader(t("heads-table"), anchor=False)
    rows = [
        {
            "HEADS": row.heads,
            "head_size": row.head_size,
            t("experiment-column-parameters"): row.parameters,
            t("experiment-column-seeds"): row.loss.count,
            t("experiment-column-loss"): final_loss(row.loss.mean) + _width(row.loss.half_width),
            t("experiment-column-difference", baseline=summary.baseline): ""
            if row.difference is None
            else with_sign(row.difference),
            t("experiment-column-speed"): round(row.speed.mean, 1),
        }
        for row in summary.rows
    ]
    count = st.column_config.NumberColumn(format="localized")
    st.dataframe(rows, hide_index=True, column_config={t("experiment-column-parameters"): count}, key="heads-table")
    st.caption(t("heads-table-look"))


def _width(half_width: float) -> str:
    return f" ± {final_loss(half_width)}" if np.isfinite(half_width) else ""


def _draw_grid(view: ExperimentView, slices: list[Cell]) -> None:
    design = view.experiment.design
    means = np.full((len(slices), len(design.heads)), np.nan)
    invalid = np.zeros(means.shape, dtype=bool)
    for row, like in enumerate(slices):
        summary = summarise(design, view.results, like)
        known = {one.heads: one.loss.mean for one in summary.rows} if summary else {}
        valid = {
            cell.heads
            for cell in design.cells
            if cell not in design.invalid and slice_name(cell, view) == slice_name(like, view)
        }
        for column, heads in enumerate(design.heads):
            means[row, column] = known.get(heads, np.nan)
            invalid[row, column] = heads not in valid
    factor = ", ".join(name.upper() for name in design.varied if name != "heads")
    names = [slice_name(one, view).replace(f"{factor} ", "") for one in slices]
    st.subheader(t("heads-grid"), anchor=False)
    words = GridWords(t("heads-loss-axis"), factor, t("heads-invalid"), axis_notes())
    figure = loss_grid(design.heads, names, means, invalid, words)
    table = partial(_grid_table, means, names, [f"HEADS {count}" for count in design.heads])
    best = np.unravel_index(np.nanargmin(means), means.shape)  # one result is there, or nothing is drawn
    at = {"heads": design.heads[int(best[1])], "row": f"{factor} {names[int(best[0])]}"}
    alt = t("alt-grid", loss=final_loss(means[best]), **at)
    picture(figure, "heads-grid-picture", alt, table, name=t("heads-grid"))
    st.caption(t("heads-grid-look"))


def _grid_table(means: np.ndarray, names: list[str], heads: list[str]) -> pd.DataFrame:
    return pd.DataFrame(means, index=names, columns=heads).reset_index(names="")
