"""Where runs are kept: what every store can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gptviz.corpus.corpus import Corpus
from gptviz.runs.curves import Curves
from gptviz.runs.run import Run
from gptviz.training.events import Event, Sample, Snapshot
from gptviz.training.state import TrainState


class Store(Protocol):
    """Keeps runs; every method may be called from any thread.

    All that take a `run_id` raise RunError "unknown-run" where there is none. `trouble` is None as long as runs are
    kept as they should be, else a word for what hinders it. `full_of_pins` tells that snapshots pass the limit and
    that only pinned runs have any left: they are kept all the same.
    """

    trouble: str | None
    full_of_pins: bool

    def create(self, run: Run, corpus: Corpus) -> None:
        """Keep a new run and its text."""

    def save(self, run: Run) -> None:
        """Replace the record of a run."""

    def append(self, run: Run, events: Sequence[Event], state: TrainState) -> None:
        """Keep all that one slice of training brought, or, if that fails, nothing of it."""

    def delete(self, run_id: str) -> None:
        """Forget a run for good, with all that it brought, and its text where no other run has it."""

    def run(self, run_id: str) -> Run:
        """Return the record of a run, also of one that its owner threw away."""

    def runs(self, *, deleted: bool = False) -> list[Run]:
        """Return all runs that are there, or those that were thrown away, the newest first."""

    def corpus(self, run_id: str) -> Corpus:
        """Return the text of a run."""

    def state(self, run_id: str) -> TrainState | None:
        """Return where training stands; None before the first slice."""

    def curves(self, run_id: str, after_step: int = -1) -> Curves:
        """Return the steps after `after_step` and all evaluations."""

    def samples(self, run_id: str) -> tuple[Sample, ...]:
        """Return all samples, in order."""

    def snapshot_steps(self, run_id: str) -> tuple[int, ...]:
        """Return the steps of the snapshots that are kept, rising."""

    def snapshots_thinned(self, run_id: str) -> bool:
        """Return whether snapshots of the run were given up to save room."""

    def snapshot_bytes(self, run_id: str) -> int:
        """Return how much room the snapshots of a run take."""

    def snapshot(self, run_id: str, step: int) -> Snapshot:
        """Return the kept snapshot nearest to a step: a link to one that was given up still shows a picture.

        Raises:
            RunError: "no-snapshots": none is kept.
        """
