"""The loss while it falls, as columns of numbers: short enough to be sent anew every second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.smoothing import smoothed
from gptviz.figures import theme
from gptviz.figures.axis_notes import AxisNotes, with_note

POINTS = 400  # more than this a chart of some 600 pixels cannot show
RATE_POINTS = 100  # the schedule is smooth, its panel small
FIRST_AXIS_STEPS = 64


@dataclass(frozen=True)
class LiveCurvesWords:
    """The words of the picture: axes and lines."""

    step: str
    loss_nats: str
    train: str
    test: str
    learning_rate: str
    notes: AxisNotes


def live_curves(
    steps: NDArray,
    losses_nats: NDArray,
    words: LiveCurvesWords,
    *,
    total_steps: int,
    test_steps: NDArray,
    test_losses_nats: NDArray,
    learning_rates: NDArray | None = None,
) -> dict[str, Any]:
    """Return the chart of a run in progress. The axis of steps doubles when it is full, so it seldom moves.

    Args:
        steps: (N,) rising, from 1.
        losses_nats: (N,), of each step's batch.
        words: In the reader's language.
        total_steps: Of the whole run, at least 1.
        test_steps: (M,) rising.
        test_losses_nats: (M,).
        learning_rates: (N,): a small panel below shows them; None: no panel.

    Returns:
        What `components/live/curve.js` draws, in plain JSON: words, colours, the last step of the axis, and lines of
        at most `POINTS` points, each a column of steps and one or two of values (None where a loss is not finite).
    """
    x, losses = _grouped(steps, losses_nats, POINTS)
    test_x, test_losses = _grouped(test_steps, test_losses_nats, POINTS)
    chart: dict[str, Any] = {
        "words": _titles(words),
        "colors": {"train": theme.TRAIN, "test": theme.TEST, "rate": theme.GREY, "grid": theme.GRID},
        "last": _last_step(int(steps[-1]) if len(steps) else 0, total_steps),
        "train": {
            "x": _numbers(x, 1),
            "raw": _numbers(losses, 4),
            "y": _numbers(smoothed(losses, half_width=2 + len(x) // 100), 4),
        },
        "test": {"x": _numbers(test_x, 1), "y": _numbers(test_losses, 4)},
    }
    if learning_rates is not None:
        rate_x, rates = _grouped(steps, learning_rates, RATE_POINTS)
        chart["rate"] = {"x": _numbers(rate_x, 1), "y": _numbers(rates, 9)}
    return chart


def _titles(words: LiveCurvesWords) -> dict[str, str]:
    """The words as they stand in the picture; which title an axis has is known where it is drawn."""
    return {
        "step": words.step,
        "stepLogarithmic": with_note(words.step, words.notes.logarithmic),
        "loss": words.loss_nats,
        "lossCut": with_note(words.loss_nats, words.notes.vertical),
        "train": words.train,
        "test": words.test,
        "rate": words.learning_rate,
    }


def _last_step(step: int, total_steps: int) -> int:
    doubled = FIRST_AXIS_STEPS << max(0, (step // FIRST_AXIS_STEPS).bit_length())
    return max(2, min(total_steps, doubled))


def _grouped(steps: NDArray, values: NDArray, points: int) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Return the means of groups of 1, 2, 4, ... neighbours, at most `points` of them; the last value stays as it is.

    A group that is full never changes until all groups double: as the curve grows, its past stands still.
    """
    size = 1
    while len(steps) > (points - 1) * size + 1:
        size *= 2
    if size == 1:
        return np.asarray(steps, dtype=float), np.asarray(values, dtype=float)
    starts = np.arange(0, len(steps) - 1, size)
    sizes = np.diff(starts, append=len(steps) - 1)
    x, y = (np.add.reduceat(column[:-1], starts, dtype=float) / sizes for column in (steps, values))
    return np.append(x, steps[-1]), np.append(y, values[-1])


def _numbers(values: NDArray[np.floating], digits: int) -> list[float | None]:
    # JSON has no NaN: the line has a gap there.
    rounded = np.round(values, digits).tolist()
    return rounded if np.isfinite(values).all() else [value if np.isfinite(value) else None for value in rounded]
