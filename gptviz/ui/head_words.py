"""What heads do, in words and in the cells of a table."""

from __future__ import annotations

import math

import pandas as pd

from gptviz.analysis.ablation import KINDS, Place
from gptviz.analysis.head_findings import Finding
from gptviz.analysis.head_history import Moment
from gptviz.analysis.heads import METRICS, SHARES
from gptviz.config import ModelConfig
from gptviz.i18n import t
from gptviz.numbers import NOTHING, decimals, percent, signed

WORTHS = tuple(f"{kind}_rise_nats" for kind in KINDS)


def metric_name(column: str, attribute: str = "") -> str:
    """Return how a page calls a metric, or with attribute "help" what it means."""
    message = f"head-metric-{column.replace('_', '-')}"
    return t(f"{message}.{attribute}" if attribute else message)


def place_names(model: ModelConfig) -> dict[Place, str]:
    """Return the name of every head, "Block 1 · Head 2", by its block and head from 0."""
    return {
        (block, head): t("head-place", block=block + 1, head=head + 1)
        for block in range(model.blocks)
        for head in range(model.heads)
    }


def finding_sentence(finding: Finding) -> str:
    """Return what sets a head apart, as a sentence."""
    if not finding.metric:
        return t("head-says-nothing")
    if finding.metric == "entropy_bits":
        # As unsure as between so many characters, all alike: 2 to the power of the entropy.
        return t("head-says-entropy-bits", characters=2**finding.value, before=2**finding.untrained)
    message = f"head-says-{finding.metric.replace('_', '-')}"
    return t(message, share=percent(finding.value), untrained=percent(finding.untrained))


def moment_sentence(moment: Moment, places: dict[Place, str]) -> str:
    """Return when a head became what it is, as a sentence."""
    return t(
        f"head-became-{moment.metric.replace('_', '-')}",
        step=moment.step,
        place=places[moment.block, moment.head],
        first=percent(moment.first),
        last=percent(moment.last),
    )


def metrics_table(
    measured: pd.DataFrame, untrained: pd.DataFrame, uniform: pd.Series, places: dict[Place, str]
) -> pd.DataFrame:
    """Return the table that a page shows: every value with that of the untrained head in brackets.

    Args:
        measured: One row a head, columns METRICS and those of `gptviz.analysis.ablation.Ablation.importance`.
        untrained: The same before training.
        uniform: METRICS of a head that looks at all alike: the last row.
        places: Names of the heads.
    """
    rows = []
    for place in measured.index.to_list():
        now, before = measured.loc[place], untrained.loc[place]
        row = {t("head-column"): places[place]}
        row |= {metric_name(column): f"{_cell(column, now)} ({_cell(column, before)})" for column in METRICS + WORTHS}
        rows.append(row)
    alike = {metric_name(column): _cell(column, uniform) for column in METRICS}
    return pd.DataFrame([*rows, {t("head-column"): t("head-uniform"), **alike}]).fillna("")


def _cell(column: str, values: pd.Series) -> str:
    value = float(values[column])
    if not math.isfinite(value):
        return NOTHING
    if column in WORTHS:
        return f"{signed(value, 3)} ± {decimals(values[column.replace('rise', 'error')], 3)}"
    return percent(value) if column in SHARES else decimals(value, 1)
