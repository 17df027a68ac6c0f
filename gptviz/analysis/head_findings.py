"""What is most remarkable about a head, as a fact that a page can say in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from gptviz.analysis.heads import SHARES

LEAST_SHARE = 0.1  # more of its weight than it had untrained, and than a uniform head has, to be called a habit
LEAST_FOCUS = 0.25  # of the uniform head's entropy that must be gone to call a head focused


@dataclass(frozen=True)
class Finding:
    """What sets a head apart.

    Args:
        metric: One of SHARES; "entropy_bits" where only its focus is remarkable; "" where nothing is.
        value: Of the metric; entropy where there is none.
        untrained: The same before training.
        uniform: The same of a head that looks at all it may see alike.
    """

    metric: str
    value: float
    untrained: float
    uniform: float


def head_finding(metrics: pd.Series, untrained: pd.Series, uniform: pd.Series) -> Finding:
    """Return in what a head goes furthest beyond its untrained self and beyond a uniform head.

    Args:
        metrics: A head's row of `gptviz.analysis.heads.head_metrics`.
        untrained: The same head's row at step 0.
        uniform: Of `gptviz.analysis.heads.uniform_metrics`.

    Returns:
        The share that rose most above both; else, if it is narrow, its entropy; else nothing.
    """
    baseline = pd.concat([untrained, uniform], axis=1).max(axis=1)
    rises = (metrics - baseline)[list(SHARES)].dropna()
    metric = "entropy_bits"
    if not rises.empty and rises.max() >= LEAST_SHARE:
        metric = str(rises.idxmax())
        found = metric
    else:
        lowest = min(untrained[metric], uniform[metric])
        found = metric if metrics[metric] <= lowest - LEAST_FOCUS * uniform[metric] else ""
    return Finding(found, float(metrics[metric]), float(untrained[metric]), float(uniform[metric]))
