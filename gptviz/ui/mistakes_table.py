"""Which check catches which mistake: measured, not told; and the checks of any run that the learner brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pandas as pd
import streamlit as st

from gptviz.analysis.checks import CHECKS, Check, attention_checks
from gptviz.config import AttentionConfig
from gptviz.corpus import Corpus, probe_text
from gptviz.i18n import listed, t
from gptviz.parameters import Parameters, parameter_shapes
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.ui.mistakes_answer import learned
from gptviz.ui.mistakes_cases import MISTAKES, Mistake, captured_with_dropout
from gptviz.ui.mistakes_runs import Side, mistake_of, runs_to_show, sides
from gptviz.ui.probe import as_batch
from gptviz.ui.trust_panel import MARKS, draw_trust
from gptviz.ui.words import describe_run, run_name

PICKS = 2  # checks that a learner may choose


def draw_table(corpus: Corpus, shown: Run | None, probe: str) -> None:
    """Draw the marks of every check for every mistake, made now on the newest parameters of its run.

    Args:
        corpus: Tiny Shakespeare.
        shown: The run of the URL.
        probe: The text that they are made on.
    """
    st.subheader(t("mistakes-table"), anchor=False)
    st.markdown(t("mistakes-table-lead"))
    runs = runs_to_show(shown)
    rows = {t("mistakes-none"): side_checks(sides(MISTAKES[0], corpus, runs)[0], corpus, probe)}
    for mistake in MISTAKES:
        rows[t(f"mistakes-{mistake.key}")] = side_checks(sides(mistake, corpus, runs)[1], corpus, probe)
    _draw_marks(rows, t("mistakes-table-alt"))
    st.caption(t("mistakes-table-look"))
    _draw_question({name: checks for name, checks in rows.items() if name != t("mistakes-none")})


def _draw_question(rows: dict[str, list[Check]]) -> None:
    """Ask for two checks, and tell from the table which mistakes they catch together."""
    picked = st.multiselect(
        t("mistakes-pick"),
        CHECKS,
        format_func=lambda name: t(f"mistakes-check-{name}"),
        max_selections=PICKS,
        key="mistakes-pick",
        placeholder=t("mistakes-pick.placeholder"),
        filter_mode=None,
        select_all=False,
        persist_state="session",
    )
    if len(picked) < PICKS:
        return
    caught = caught_by(rows, picked)
    best = max(len(caught_by(rows, pair)) for pair in combinations(CHECKS, PICKS))
    left = listed(name for name in rows if name not in caught)
    st.markdown(t("mistakes-pick-caught", caught=len(caught), total=len(rows), best=best, left=left))
    st.markdown(t("mistakes-pick-answer"))


def caught_by(rows: dict[str, list[Check]], picked: Sequence[str]) -> set[str]:
    """Return the mistakes of a table that at least one of some checks catches."""
    return {row for row, checks in rows.items() if any(one.passed is False and one.name in picked for one in checks)}


def draw_run_of_url(run: Run | None, corpus: Corpus) -> None:
    """Draw the checks of a run that was not trained on this page, and those that each slip would fail on it.

    Args:
        run: The run of the URL.
        corpus: Of this page's own runs.
    """
    if run is None or mistake_of(run, corpus) is not None:
        return
    store = get_manager().store
    st.subheader(t("mistakes-your-run", run=run_name(run)), anchor=False)
    describe_run(run)
    if not store.snapshot_steps(run.id):
        st.info(t("snapshots-none"))
        return
    text = store.corpus(run.id)
    probe = probe_text(text, run.model.context_size)
    draw_trust(run, text, probe, "mistakes")
    if run.model.attention is None:
        st.info(t("attention-none"))
        return
    st.markdown(t("mistakes-your-run-lead"))
    latest = store.snapshot(run.id, run.step)
    rows = {}
    for mistake in MISTAKES:
        if not mistake.train:
            checks = checks_with(mistake, run, latest.parameters, text, probe)
            rows[t(f"mistakes-{mistake.key}")] = checks
    _draw_marks(rows, t("mistakes-table-alt"))
    if run.model.heads == 1:
        st.caption(t("mistakes-one-head"))


def side_checks(side: Side, corpus: Corpus, probe: str) -> list[Check]:
    """Return all checks of one side; that of what it has learned once its run has ended."""
    run, (_, step) = side.run, side.parameters()
    made_of = (side.model, side.train, side.captured, run.id if run else "", step, bool(run and run.ended))
    return _side_checks(repr(made_of), probe, side, corpus)


@st.cache_data(max_entries=128, show_spinner=False)
def _side_checks(made_of: str, probe: str, _side: Side, _corpus: Corpus) -> list[Check]:
    _, checks = _side.look(as_batch(_corpus, probe))
    return [*checks, learned(_corpus, _side)[0]] if _side.run and _side.run.ended else checks


def checks_with(mistake: Mistake, run: Run, parameters: Parameters, corpus: Corpus, probe: str) -> list[Check]:
    """Return the checks of a run's parameters in a model that is right but for one slip.

    Args:
        mistake: Of the model or of the picture.
        run: With attention.
        parameters: Of the run.
        corpus: Of the run.
        probe: The text that they are made on.
    """
    projections = run.model.attention is not None and run.model.attention.projections
    right = replace(run.model, attention=AttentionConfig(projections=projections))
    model = mistake.spoil_model(right)
    kept = {name: parameters[name] for name in parameter_shapes(model)}
    tokens = as_batch(corpus, probe)
    weights = trace(kept, model, tokens).attention_weights
    plotted = captured_with_dropout(weights, run.train.seed, run.step) if mistake.captured else None
    return attention_checks(kept, model, tokens, plotted)


def _draw_marks(rows: dict[str, list[Check]], alt: str) -> None:
    """One row a mistake, one column a check."""
    shown = [name for name in CHECKS if any(check.name == name for checks in rows.values() for check in checks)]
    table = pd.DataFrame(MARKS[None], index=list(rows), columns=shown)
    for row, checks in rows.items():
        for check in checks:
            table.loc[row, check.name] = MARKS[check.passed]
    st.table(table.rename(columns={name: t(f"mistakes-check-{name}") for name in shown}), alt=alt)
