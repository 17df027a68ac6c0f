"""The rows of the list of runs: which of them a search finds, and what each of them shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.ladder_runs import chapter_of
from gptviz.ui.train_panel import last_test_loss
from gptviz.ui.words import PIN, run_title

# The names that experiments give their runs (`ExperimentManager`); a run with another name has become the learner's.
_OF_EXPERIMENT = re.compile(r"HEADS \d+ · EMBEDDING_SIZE \d+ · SEED \d+")

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


def table_of(runs: Sequence[Run]) -> pd.DataFrame:
    """Return what the list shows, a row a run, in their order; columns have the keys of `columns`."""
    store = get_manager().store
    rows = []
    for run in runs:
        curve, loss = _tiny_curve(run.id, run.step, run.status)
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
    return pd.DataFrame(rows)


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


@lru_cache(maxsize=4096)
def _tiny_curve(run_id: str, step: int, status: str) -> tuple[list[float], float | None]:
    """Read the test losses of a run and its last one; step and status tell when there is news."""
    store = get_manager().store
    curves = store.curves(run_id)
    losses = curves.test_loss_nats[np.isfinite(curves.test_loss_nats)]
    return [round(float(loss), 4) for loss in losses], last_test_loss(store.run(run_id), curves)
