"""Tables for a spreadsheet: curves of a run, one head's weights, and any table of a page, harmless when opened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gptviz.runs.curves import EVALUATION_COLUMNS, STEP_COLUMNS, Curves

# A spreadsheet takes a cell that begins like this for a formula, which could open files or addresses.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Excel reads a CSV file as UTF-8 only if it begins with this.
BYTE_ORDER_MARK = "\ufeff"


def csv_bytes(table: pd.DataFrame) -> bytes:
    """Return a table as CSV: numbers in full, texts that no spreadsheet takes for formulas.

    Args:
        table: Any; names of columns may be a reader's words. Its index is left out.
    """
    safe = table.apply(lambda column: column if pd.api.types.is_numeric_dtype(column) else column.map(harmless))
    safe.columns = pd.Index([harmless(str(name)) for name in table.columns])
    return (BYTE_ORDER_MARK + safe.to_csv(index=False, lineterminator="\r\n")).encode("utf-8", "replace")


def harmless(value: object) -> object:
    """Return a value as it is, or, if it is a text that a spreadsheet would compute, with an apostrophe before it."""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return value


def curves_table(curves: Curves) -> pd.DataFrame:
    """Return the curves of a run: a row a step, with the losses on fixed windows at the steps that were evaluated.

    Returns:
        Columns `step`, `loss_nats`, `learning_rate`, `gradient_norm`, `tokens_per_second`, `train_loss_nats`,
        `test_loss_nats`; the last two, or the others at step 0, are empty where there is no value.
    """
    steps = pd.DataFrame({name: getattr(curves, name) for name in STEP_COLUMNS})
    losses = {name: getattr(curves, name) for name in EVALUATION_COLUMNS[1:]}
    evaluations = pd.DataFrame({"step": curves.evaluation_step, **losses})
    return steps.merge(evaluations, on="step", how="outer").sort_values("step", ignore_index=True)


def weights_table(weights: NDArray[np.floating], labels: Sequence[str]) -> pd.DataFrame:
    """Return one head's weights: rows are queries, columns keys, both named by place and character.

    Args:
        weights: (T, T).
        labels: T labels of tokens (`gptviz.labels.token_labels`), not escaped.
    """
    names = [f"{place} {label}" for place, label in enumerate(labels)]
    return pd.DataFrame(weights, index=pd.Index(names, name="query \\ key"), columns=names)
