"""What may be concluded from an experiment, in words: every one of them follows from the numbers."""

from __future__ import annotations

from dataclasses import dataclass

from gptviz.experiment.statistics import Interval
from gptviz.experiment.summary import HeadsRow, Summary
from gptviz.i18n import listed, t
from gptviz.numbers import decimals, passing_loss, signed

STILL_FALLING_NATS = 0.01


@dataclass(frozen=True)
class Conclusion:
    """Sentences in the language in use.

    Args:
        headline: Are more heads always better?
        losses: Each head count against the baseline.
        speeds: The same for the speed of training.
        settle: What would settle what is open.
    """

    headline: str
    losses: list[str]
    speeds: list[str]
    settle: list[str]


def conclude(summary: Summary, late_fall_nats: float | None = None) -> Conclusion:
    """Return what the numbers say.

    Args:
        summary: Of the experiment, everything but HEADS held fixed.
        late_fall_nats: By how much the test loss still fell towards the end of training; None: not known.
    """
    others = [row for row in summary.rows if row.heads != summary.baseline]
    return Conclusion(
        _headline(summary),
        [_loss(row, summary.baseline) for row in others],
        [_speed(row, summary.baseline) for row in others],
        _settle(summary, others, late_fall_nats),
    )


def with_sign(interval: Interval, digits: int = 4) -> str:
    """Return a difference as "−0.0123 ± 0.0045"; without its interval where there is none."""
    mean = signed(interval.mean, digits)
    return mean if interval.count < 2 else f"{mean} ± {decimals(interval.half_width, digits)}"


def _headline(summary: Summary) -> str:
    best, most, good = summary.best, summary.rows[-1], summary.as_good_as_best
    if len(summary.rows) < 2:
        return t("experiment-conclude-one")
    if all(row.loss.count < 2 for row in summary.rows):
        return t("experiment-conclude-one-seed", best=best.heads)
    worse = [row.heads for row in summary.rows if row.heads not in good]
    if not worse:
        return t("experiment-conclude-none-shown", best=best.heads)
    if most.heads in worse:
        loss = with_sign(summary.difference(most.heads, best.heads))
        return t("experiment-conclude-not-always", most=most.heads, size=most.head_size, best=best.heads, loss=loss)
    if good == (most.heads,):
        return t("experiment-conclude-most-is-best", most=most.heads)
    if max(worse) < min(good):
        return t("experiment-conclude-up-to", enough=min(good), worse=listed(worse))
    return t("experiment-conclude-mixed", good=listed(good), worse=listed(worse))


def _loss(row: HeadsRow, baseline: int) -> str:
    difference = row.difference or Interval(0.0, 0.0, 0)
    told = {"heads": row.heads, "baseline": baseline, "difference": with_sign(difference), "seeds": difference.count}
    return t(f"experiment-loss-{difference.verdict}", **told)


def _speed(row: HeadsRow, baseline: int) -> str:
    change = row.speed_change or Interval(0.0, 0.0, 0)
    percent = with_sign(Interval(100 * change.mean, 100 * change.half_width, change.count), digits=1)
    return t(f"experiment-speed-{change.verdict}", heads=row.heads, baseline=baseline, percent=percent)


def _settle(summary: Summary, others: list[HeadsRow], late_fall_nats: float | None) -> list[str]:
    sentences = []
    for row in others:
        if row.difference and row.difference.verdict == "none-shown":
            told = {"heads": row.heads, "baseline": summary.baseline, "needed": row.seeds_needed or 0}
            sentences.append(t(f"experiment-settle-{'seeds' if row.seeds_needed else 'too-many'}", **told))
    if any(row.difference and row.difference.verdict == "too-few" for row in others):
        sentences.append(t("experiment-settle-too-few"))
    if late_fall_nats is not None:
        falling = "falling" if late_fall_nats > STILL_FALLING_NATS else "flat"
        sentences.append(t(f"experiment-settle-{falling}", fall=passing_loss(late_fall_nats)))
    if len(others) > 1:
        sentences.append(t("experiment-settle-many", comparisons=len(others), chance=1 - 0.95 ** len(others)))
    diverged = sum(row.diverged for row in summary.rows)
    if diverged:
        sentences.append(t("experiment-settle-diverged", runs=diverged))
    return sentences
