"""All that a page says about the heads of one snapshot, in one call, so that a worker can make it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gptviz.analysis.ablation import Ablation
from gptviz.analysis.head_similarity import head_similarity
from gptviz.analysis.heads import head_metrics, row_shares, uniform_metrics
from gptviz.analysis.probes import HeadTexts
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import trace


@dataclass(frozen=True)
class HeadReport:
    """What the heads of one snapshot do.

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


def head_report(
    parameters: Parameters,
    untrained: Parameters,
    config: ModelConfig,
    texts: HeadTexts,
    held_out: tuple[NDArray[np.integer], NDArray[np.integer]],
) -> HeadReport:
    """Measure every head of a snapshot, and beside it the same heads before training.

    Args:
        parameters: Of the snapshot.
        untrained: The first ones of the run.
        config: The model, with attention.
        texts: What the heads read.
        held_out: Inputs and targets (B, T) on which a head's worth is measured.
    """

    def measured(weights: Parameters) -> pd.DataFrame:
        return head_metrics(weights, config, texts).join(Ablation(weights, config, *held_out).importance())

    looks = row_shares(trace(parameters, config, texts.windows).attention_weights)
    return HeadReport(measured(parameters), measured(untrained), uniform_metrics(config, texts), head_similarity(looks))
