"""The rows of the list of runs: which of them a search finds, and what each of them shows."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.ladder_runs import chapter_of
from gptviz.ui.live_moment import last_test_loss
from gptviz.ui.words import PIN, run_title

# The names that experiments give their runs (`ExperimentManager`); a run with another name has become the learner's.
_OF_EXPERIMENT = re.compile(r"HEADS \d+ · EMBEDDING_SIZE \d+ · SEED \d+")

READING_S = 0.5
MOST_CURVES = 4096
TinyCurve = tuple[list[float], float | None]  # the test losses of a run, and its last one
_curves: dict[tuple[str, int, str], TinyCurve] = {}  # by id, step and status, which tell when there is news
_SETTING = re.compile(
    r"(?<!\w)(heads|embedding_size|context_size|blocks|batch_size|seed)[\s=]+(\d{1,9})\b", re.IGNORECASE
)


def of_experiment(run: Run) -> bool:
    """Return whether a run is one of the many of an experiment."""
    return run.origin is None and _OF_EXPERIMENT.fullmatch(run.name) is not None


def found(run: Run, asked: str) -> bool:
    """Return whether a search finds a run.

    Args:
        run: Any run.
        asked: "HEADS 4" and "seed=7" ask for just that setting; every other word is to be somewhere in the run's name,
            note, id, text, chapter or engine.
    """
    settings = {**vars(run.model), **vars(run.train)}
    if any(settings[name.lower()] != int(value) for name, value in _SETTING.findall(asked)):
        return False
    chapter = chapter_of(run)
    told = t("settings-preset-chapter", number=chapter.number, name=t(f"chapter-{chapter.key}")) if chapter else ""
    corpus, engine = t(f"corpus-{run.corpus_name}-name"), t(f"settings-engine-{run.train.engine}")
    where = " ".join((run_title(run), run.note, run.id, corpus, told, engine)).casefold()
    return all(word in where for word in _SETTING.sub(" ", asked).casefold().split())


def table_of(runs: Sequence[Run], budget_s: float = READING_S) -> tuple[pd.DataFrame, bool]:
    """Return what the list shows, a row a run, in their order, and whether all of it is there.

    Curves of runs that nobody has looked at since the server started come from the database; that takes a few
    hundredths of a second each. After `budget_s` the others are left empty, and are there at one of the next calls.
    """
    store, rows, complete = get_manager().store, [], True
    end_s = time.monotonic() + budget_s
    for run in runs:
        key = run.id, run.step, run.status
        if key not in _curves and time.monotonic() < end_s:
            _curves[key] = _read_curve(run)
            for oldest in list(_curves)[:-MOST_CURVES]:
                _curves.pop(oldest, None)
        complete = complete and key in _curves
        curve, loss = _curves.get(key, ([], None))
        rows.append(
            {
                "pin": PIN if run.pinned else "",
                "name": run_title(run),
                "status": t(f"runs-status-{run.status}"),
                "curve": curve,
                "loss": loss,
                "heads": run.model.heads,
                "embedding": run.model.embedding_size,
                "progress": 100 * run.step / run.total_steps,
                "steps": run.total_steps,
                "corpus": t(f"corpus-{run.corpus_name}-name"),
                "started": datetime.fromtimestamp(run.created_s, tz=UTC),
                "room": store.snapshot_bytes(run.id) / 2**20,
                "note": run.note,
            }
        )
    return pd.DataFrame(rows), complete


def columns() -> dict[str, Any]:
    """Return how each column of `table_of` is drawn and named."""
    config = st.column_config
    return {
        "pin": config.TextColumn(PIN, width=20, help=t("library-column-pin")),
        "name": config.TextColumn(t("compare-run"), width=230),
        "status": config.TextColumn(t("library-column-status"), width=80),
        "curve": config.LineChartColumn(t("library-column-curve"), width=110, help=t("library-column-curve.help")),
        "loss": config.NumberColumn(t("train-test-loss"), format="%.4f", width=80),
        "heads": config.NumberColumn("HEADS", width=65),
        "embedding": config.NumberColumn("EMBEDDING_SIZE", width=130),
        "progress": config.ProgressColumn(t("library-column-progress"), format="%d %%", max_value=100, width=110),
        "steps": config.NumberColumn(t("library-column-steps"), format="localized", width=70),
        "corpus": config.TextColumn(t("library-column-corpus"), width=110),
        "started": config.DatetimeColumn(
            t("library-column-started"), format="MM-DD HH:mm", timezone=st.context.timezone, width=100
        ),
        "room": config.NumberColumn(t("library-column-room"), format="%.1f", width=80),
        "note": config.TextColumn(t("library-note"), width=200),
    }


def _read_curve(run: Run) -> TinyCurve:
    curves = get_manager().store.curves(run.id)
    losses = curves.test_loss_nats[np.isfinite(curves.test_loss_nats)]
    return [round(float(loss), 4) for loss in losses], last_test_loss(run, curves)
