"""Which moment of training a page shows: a step of the run's snapshots, in the URL."""

from __future__ import annotations

from collections.abc import Sequence

from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.training.events import Snapshot
from gptviz.ui.url_state import asked_choice

STEP = "step"  # URL parameter and session key
LONGEST_STEP = 12  # digits: anything can stand in a URL


def chosen_step(steps: Sequence[int]) -> int:
    """Return the step of these that is nearest to the one in the URL; the last one where it names none.

    Args:
        steps: Rising, not empty.
    """
    asked = asked_choice(STEP) or ""
    if not (asked.isascii() and asked.isdigit() and len(asked) <= LONGEST_STEP):
        return steps[-1]
    return min(steps, key=lambda step: abs(step - int(asked)))


def snapshots_of(run: Run, most: int) -> list[Snapshot]:
    """Return the run's snapshots, oldest first; where there are more than `most`, evenly chosen ones with both ends.

    Args:
        run: Of the snapshots.
        most: At least 2.
    """
    store = get_manager().store
    return [store.snapshot(run.id, step) for step in spread(store.snapshot_steps(run.id), most)]


def spread(steps: Sequence[int], most: int) -> tuple[int, ...]:
    """Return the steps; where there are more than `most` (at least 2), evenly chosen ones with both ends."""
    if len(steps) <= most:
        return tuple(steps)
    places = {round(at * (len(steps) - 1) / (most - 1)) for at in range(most)}
    return tuple(step for place, step in enumerate(steps) if place in places)
