"""What an experiment says about HEADS, everything else held fixed: losses, speeds, differences and their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from gptviz.config import ModelConfig
from gptviz.experiment.design import Cell, Design, Trial
from gptviz.experiment.results import Result
from gptviz.experiment.statistics import Interval, mean_interval, paired_changes, paired_differences, seeds_needed
from gptviz.parameters import count_parameters
from gptviz.runs.curves import Curves

BOOK_HEADS = 2  # the chapter's own head count, which its exercise starts from
LATE = 0.85  # evaluations are few: one lies shortly before this share of all steps
SETTINGS = ("corpus", "embedding_size", "blocks", "learning_rate")  # held fixed while HEADS varies


@dataclass(frozen=True)
class HeadsRow:
    """What is known of one head count.

    Args:
        heads: H.
        head_size: D.
        parameters: Of the model.
        losses: Test loss in nats by seed; of finished runs.
        speeds: Steps a second by seed.
        loss: Their mean and interval.
        speed: The same.
        difference: Test loss minus that of the baseline, seed by seed; None for the baseline itself.
        speed_change: Speed / baseline's - 1, seed by seed; None for the baseline itself.
        seeds_needed: How many seeds would likely show a difference of this size; None: cannot be told, or over 1000.
        diverged: Runs that did.
    """

    heads: int
    head_size: int
    parameters: int
    losses: Mapping[int, float]
    speeds: Mapping[int, float]
    loss: Interval
    speed: Interval
    difference: Interval | None
    speed_change: Interval | None
    seeds_needed: int | None
    diverged: int


@dataclass(frozen=True)
class Summary:
    """One row a head count, in rising order, compared with a baseline.

    Args:
        rows: Of head counts with at least one finished run.
        baseline: The head count that the others are compared with; one of the rows'.
    """

    rows: tuple[HeadsRow, ...]
    baseline: int

    @property
    def best(self) -> HeadsRow:
        """The head count with the lowest mean loss."""
        return min(self.rows, key=lambda row: row.loss.mean)

    def difference(self, heads: int, other: int) -> Interval:
        """Return test loss of one head count minus that of another, seed by seed."""
        losses = {row.heads: row.losses for row in self.rows}
        return mean_interval(paired_differences(losses[heads], losses[other]))

    @property
    def as_good_as_best(self) -> tuple[int, ...]:
        """Head counts that are not shown to be worse than the best one; the best one among them."""
        best = self.best.heads
        return tuple(
            row.heads for row in self.rows if row.heads == best or self.difference(row.heads, best).verdict != "higher"
        )


def slices_of(design: Design) -> list[Cell]:
    """Return one cell for each combination of all settings but HEADS: the first valid one."""
    found: dict[tuple, Cell] = {}
    for cell in design.cells:
        if cell not in design.invalid:
            found.setdefault(tuple(getattr(cell, name) for name in SETTINGS), cell)
    return list(found.values())


def default_baseline(heads: Sequence[int]) -> int:
    """Return the head count that others are compared with at first: the book's 2, else the smallest."""
    return BOOK_HEADS if BOOK_HEADS in heads else min(heads)


def summarise(
    design: Design, results: Mapping[Trial, Result], like: Cell, baseline: int | None = None
) -> Summary | None:
    """Return what the results say about HEADS where all other settings are those of a cell; None before any run ended.

    Args:
        design: Of the experiment.
        results: Of trials that have ended.
        like: Gives all settings but HEADS.
        baseline: A head count; None, or one without a finished run: see `default_baseline`.
    """
    gathered: dict[int, _Gathered] = {}
    for trial, result in results.items():
        if all(getattr(trial.cell, name) == getattr(like, name) for name in SETTINGS):
            heads = trial.cell.heads
            if heads not in gathered:
                gathered[heads] = _Gathered(design.configure(trial)[0])
            gathered[heads].add(trial.seed, result)
    known = sorted(heads for heads, one in gathered.items() if one.losses)
    if not known:
        return None
    base = baseline if baseline in known else default_baseline(known)
    return Summary(tuple(_row(gathered[heads], gathered[base]) for heads in known), base)


@dataclass
class _Gathered:
    """The results of one head count."""

    model: ModelConfig
    losses: dict[int, float] = field(default_factory=dict)
    speeds: dict[int, float] = field(default_factory=dict)
    diverged: int = 0

    def add(self, seed: int, result: Result) -> None:
        if result.test_loss_nats is not None:
            self.losses[seed] = result.test_loss_nats
        if result.test_loss_nats is not None and result.steps_per_second is not None:
            self.speeds[seed] = result.steps_per_second
        self.diverged += result.status == "diverged"


def _row(one: _Gathered, base: _Gathered) -> HeadsRow:
    differences = paired_differences(one.losses, base.losses)
    changes = paired_changes(one.speeds, base.speeds)
    return HeadsRow(
        heads=one.model.heads,
        head_size=one.model.head_size,
        parameters=count_parameters(one.model),
        losses=one.losses,
        speeds=one.speeds,
        loss=mean_interval(list(one.losses.values())),
        speed=mean_interval(list(one.speeds.values())),
        difference=None if one is base else mean_interval(differences),
        speed_change=None if one is base else mean_interval(changes),
        seeds_needed=None if one is base else seeds_needed(differences),
        diverged=one.diverged,
    )


def summary_frame(summary: Summary) -> pd.DataFrame:
    """Return a summary as a table, one row a head count; half widths of unknown intervals are infinite."""
    none = Interval(math.nan, math.nan, 0)
    return pd.DataFrame(
        [
            {
                "heads": row.heads,
                "head_size": row.head_size,
                "parameters": row.parameters,
                "seeds": row.loss.count,
                "test_loss_nats": row.loss.mean,
                "test_loss_half_width": row.loss.half_width,
                "difference_nats": (row.difference or none).mean,
                "difference_half_width": (row.difference or none).half_width,
                "steps_per_second": row.speed.mean,
                "speed_change": (row.speed_change or none).mean,
                "speed_change_half_width": (row.speed_change or none).half_width,
            }
            for row in summary.rows
        ]
    )


def late_fall_nats(curves: Sequence[Curves]) -> float | None:
    """Return by how much the test loss still fell in the last part of training (`LATE`), as a mean over runs.

    Args:
        curves: Of runs; those without evaluations tell nothing.

    Returns:
        Nats; None when no run tells.
    """
    falls = []
    for one in curves:
        steps, losses = one.evaluation_step, one.test_loss_nats
        if len(steps):
            late = int((steps <= LATE * steps[-1]).sum()) - 1
            falls.append(float(losses[max(0, late)] - losses[-1]))
    return sum(falls) / len(falls) if falls else None
