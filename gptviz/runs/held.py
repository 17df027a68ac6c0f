"""What memory holds of one run of a database, so that a page that looks at it rarely waits for the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa

from gptviz.runs import rows
from gptviz.runs.curves import CurveRecorder, CurveRows
from gptviz.training.events import Event, Sample, Snapshot
from gptviz.training.state import TrainState


@dataclass
class Held:
    """All of a run but its snapshots, and what the database has not taken yet.

    Args:
        state: Where training stands; None before the first slice.
        curves: Of all its slices.
        samples: In order.
        snapshot_steps: Of the kept snapshots, rising.
        thinned: Snapshots were given up to save room.
        slices: How many the database has.
        unsaved: The events of the slices that it has not taken yet.
        created: The run is in the database.
    """

    state: TrainState | None = None
    curves: CurveRecorder = field(default_factory=CurveRecorder)
    samples: list[Sample] = field(default_factory=list)
    snapshot_steps: list[int] = field(default_factory=list)
    thinned: bool = False
    slices: int = 0
    unsaved: list[list[Event]] = field(default_factory=list)
    created: bool = True

    @classmethod
    def read(cls, connection: sa.Connection, run_id: str) -> Held:
        """Return what a database has of a run."""
        held = cls(
            state=rows.read_state(connection, run_id),
            samples=rows.read_samples(connection, run_id),
            snapshot_steps=rows.read_snapshot_steps(connection, run_id),
            thinned=rows.read_thinned(connection, run_id),
        )
        for slice_rows in rows.read_slices(connection, run_id):
            held.curves.append(slice_rows)
            held.slices += 1
        return held

    def take(self, events: Sequence[Event], state: TrainState) -> None:
        """Add what one slice of training brought."""
        self.curves.append(CurveRows.of(events))
        self.samples += [event for event in events if isinstance(event, Sample)]
        self.snapshot_steps += [event.step for event in events if isinstance(event, Snapshot)]
        self.state = state
        self.unsaved.append(list(events))

    def unsaved_snapshot(self, step: int) -> Snapshot | None:
        """Return a snapshot that the database has not taken yet; None if it has."""
        waiting = (event for events in self.unsaved for event in events)
        return next((event for event in waiting if isinstance(event, Snapshot) and event.step == step), None)
