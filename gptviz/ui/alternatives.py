"""What a picture of curves shows, as a sentence and as a table, for those who do not see it or want its numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gptviz.i18n import listed, t
from gptviz.numbers import final_loss

# One line: its name, where its points stand, and their values.
Line = tuple[str, NDArray, NDArray]


def told_losses(lines: Iterable[Line]) -> str:
    """Return the sentence on curves of losses: what each ends at."""
    ends = [t("alt-loss-end", name=name, loss=final_loss(y[-1])) for name, _, y in lines if len(y)]
    return t("alt-loss-curves", ends=listed(ends)) if ends else t("alt-no-losses")


def lines_table(lines: Iterable[Line], along: str) -> pd.DataFrame:
    """Return lines as columns over all their points.

    Args:
        lines: With names that differ.
        along: Title of the first column: where the points stand.
    """
    columns = [pd.Series(np.asarray(y), np.asarray(x), name=name) for name, x, y in lines]
    return pd.concat(columns, axis=1).sort_index().rename_axis(index=along).reset_index()
