"""Heads over training: every metric at every snapshot, and the moments at which a head became what it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from gptviz.analysis.heads import SHARES, head_metrics
from gptviz.analysis.probes import HeadTexts
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters

LEAST_CHANGE = 0.2  # of a share from the first to the last snapshot: less is not worth a sentence


@dataclass(frozen=True)
class Moment:
    """A head took up, or gave up, a habit.

    Args:
        step: From which on its score is past the middle between first and last.
        block: From 0.
        head: From 0.
        metric: One of SHARES.
        first: Score at the first snapshot.
        last: Score at the last one.
    """

    step: int
    block: int
    head: int
    metric: str
    first: float
    last: float


def head_history(snapshots: Iterable[tuple[int, Parameters]], config: ModelConfig, texts: HeadTexts) -> pd.DataFrame:
    """Measure every head at every snapshot.

    Args:
        snapshots: Steps, rising, and parameters; at least one.
        config: The model, with attention.
        texts: What it reads.

    Returns:
        One row a snapshot and head, indexed by (`step`, `block`, `head`), one column a metric.
    """
    frames = {step: head_metrics(parameters, config, texts) for step, parameters in snapshots}
    return pd.concat(frames, names=["step"])


def moments(history: pd.DataFrame, least_change: float = LEAST_CHANGE) -> list[Moment]:
    """Return when heads became what they are: for each head the share that changed most, if by enough, and from when.

    The moment is the snapshot from which on the score stays past the middle between its first and its last value. (The
    largest change from one snapshot to the next would be found late: snapshots are log-spaced.)

    Args:
        history: Of `head_history`.
        least_change: From the first to the last snapshot, 0 to 1.

    Returns:
        In the order of steps.
    """
    found = []
    steps = history.index.unique("step").to_list()
    for block, head in history.xs(steps[0]).index.to_list():
        rows = history.xs((block, head), level=("block", "head"))[list(SHARES)]
        first, last = rows.iloc[0], rows.iloc[-1]
        changes = (last - first).abs().dropna()
        if changes.empty or changes.max() < least_change:
            continue
        metric = str(changes.idxmax())
        scores = rows[metric].to_numpy()
        nearer_the_end = np.abs(scores - scores[-1]) < np.abs(scores - scores[0])
        since = len(scores) - int(np.argmin(nearer_the_end[::-1]))
        found.append(Moment(steps[since], block, head, metric, float(first[metric]), float(last[metric])))
    return sorted(found, key=lambda moment: moment.step)
