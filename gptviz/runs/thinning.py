"""Which run gives up snapshots when room is needed, and which of them stay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gptviz.runs.run import Run


class Room:
    """How much room the snapshots of each run take, and who gives up some when the limit is passed.

    Args:
        limit_bytes: For all runs together.
    """

    def __init__(self, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._counts: dict[str, int] = {}
        self._bytes: dict[str, int] = {}

    def set(self, run_id: str, count: int, size_bytes: int) -> None:
        """Note how many snapshots a run has, and their size."""
        self._counts[run_id], self._bytes[run_id] = count, size_bytes

    def add(self, run_id: str, count: int, size_bytes: int) -> None:
        """Note further snapshots of a run."""
        self.set(run_id, self._counts.get(run_id, 0) + count, self.bytes_of(run_id) + size_bytes)

    def forget(self, run_id: str) -> None:
        """Note that a run is gone."""
        self._counts.pop(run_id, None)
        self._bytes.pop(run_id, None)

    def bytes_of(self, run_id: str) -> int:
        """Return how much a run takes."""
        return self._bytes.get(run_id, 0)

    @property
    def passed(self) -> bool:
        """Whether all runs together take more than the limit."""
        return sum(self._bytes.values()) > self._limit_bytes

    def next_to_thin(self, runs: Iterable[Run]) -> str | None:
        """Return the id of the run that gives up snapshots next; None: only pinned runs have any, and they keep theirs.

        Args:
            runs: The oldest first.

        Returns:
            The oldest run with more than two; when none has more than two, the oldest one with any.
        """
        holding = [run.id for run in runs if self._counts.get(run.id) and not run.pinned]
        return next((run_id for run_id in holding if self._counts[run_id] > 2), holding[0] if holding else None)


def kept_steps(steps: Sequence[int]) -> list[int]:
    """Return every second step with both ends; of three steps both ends, of fewer all.

    Args:
        steps: Of the snapshots, rising.
    """
    if len(steps) <= 2:
        return list(steps)
    kept = sorted({*steps[::2], steps[-1]})
    return kept if len(kept) < len(steps) else [steps[0], steps[-1]]


def thinned_steps(steps: Sequence[int]) -> list[int]:
    """Return what stays of a run's snapshots when it has to give up some: `kept_steps`, of two and fewer none."""
    return kept_steps(steps) if len(steps) > 2 else []
