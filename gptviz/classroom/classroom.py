"""What only the teacher may do: see all runs, pause and stop them, set limits, and be on stage."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from gptviz.classroom.key import ClassroomError, Lock
from gptviz.classroom.stage import Stage
from gptviz.errors import LearnerError
from gptviz.runs.limits import Limits
from gptviz.runs.manager import RunManager
from gptviz.runs.run import Run

MOST_SEATS = 60


@dataclass(frozen=True)
class Seat:
    """One run in the teacher's overview.

    Args:
        run: The record.
        test_losses_nats: Of its evaluations so far, at most 25.
    """

    run: Run
    test_losses_nats: tuple[float, ...]


class Classroom:
    """The teacher's side of a server. Every method that does something is given who asks, and refuses all but teachers.

    Args:
        runs: Trains.
        lock: Opens with the teacher's key.
        teachers_limits: What teachers may, whatever is set for students.
    """

    def __init__(self, runs: RunManager, lock: Lock, teachers_limits: Limits) -> None:
        self.stage = Stage()
        self._runs, self._key, self._teachers_limits = runs, lock, teachers_limits
        self._teachers: frozenset[str] = frozenset()
        self._seats: dict[str, Seat] = {}
        self._paused = False
        self._students = runs.limits_of("")
        self._lock = threading.Lock()

    def enter(self, owner: str, key: str, whence: str) -> None:
        """Make a browser a teacher's, until the server ends.

        Raises:
            ClassroomError: "teacher-key" or "teacher-tries".
        """
        self._key.open(key, whence)
        with self._lock:
            self._teachers |= {owner}
            self._runs.set_limits(self._teachers_limits, owner)
            if self._paused:
                self._runs.hold(self._teachers)

    def is_teacher(self, owner: str) -> bool:
        """Return whether a browser is a teacher's."""
        return owner in self._teachers

    @property
    def paused(self) -> bool:
        """Whether the students' runs are all paused."""
        return self._paused

    @property
    def students_limits(self) -> Limits:
        """What every student may."""
        return self._students

    def overview(self, owner: str) -> list[Seat]:
        """Return the runs that train, then all others, the newest first and 60 at most.

        Looking at them here does not keep them from pausing by themselves.

        Raises:
            ClassroomError: "not-teacher".
        """
        self._check(owner)
        runs = [run for run in self._runs.store.runs() if run.deleted_s is None]
        runs = sorted(runs, key=lambda run: not run.active)[:MOST_SEATS]
        seats = {run.id: self._seat(run) for run in runs}
        self._seats = {run_id: seat for run_id, seat in seats.items() if seat is not None}
        return list(self._seats.values())

    def pause_all(self, owner: str) -> int:
        """Pause all runs of students, let none begin, and return how many were paused.

        Raises:
            ClassroomError: "not-teacher".
        """
        self._check(owner)
        with self._lock:
            self._paused = True
            self._runs.hold(self._teachers)
            # Those that wait for a place go on waiting: they would lose it.
            training = [run for run in self._of_students() if run.active and self._runs.waiting(run.id) is None]
            for run in training:
                with suppress(LearnerError):  # it has ended in this very moment
                    self._runs.pause(run.owner, run.id, "class")
        return len(training)

    def resume_all(self, owner: str) -> int:
        """Let those go on that `pause_all` has paused, and return how many: no others, whoever paused them.

        Raises:
            ClassroomError: "not-teacher".
        """
        self._check(owner)
        with self._lock:
            self._paused = False
            resting = [run for run in self._of_students() if (run.status, run.pause_reason) == ("paused", "class")]
            for run in resting:
                with suppress(LearnerError):  # too large by now, or thrown away: its page says so
                    # Before those that waited already when all were paused; the oldest, being the last here, foremost.
                    self._runs.resume(run.owner, run.id, first=True)
            self._runs.hold(None)
        return len(resting)

    def pause(self, owner: str, run_id: str) -> None:
        """Pause one run.

        Raises:
            ClassroomError: "not-teacher".
            RunError: "unknown-run" or "run-ended".
        """
        self._check(owner)
        self._runs.pause(self._runs.store.run(run_id).owner, run_id, "teacher")

    def resume(self, owner: str, run_id: str) -> None:
        """Let one run go on.

        Raises:
            ClassroomError: "not-teacher".
            RunError, LimitError: As `RunManager.resume`.
        """
        self._check(owner)
        self._runs.resume(self._runs.store.run(run_id).owner, run_id)

    def stop(self, owner: str, run_id: str) -> None:
        """End one run for good.

        Raises:
            ClassroomError: "not-teacher".
            RunError: "unknown-run".
        """
        self._check(owner)
        self._runs.stop(self._runs.store.run(run_id).owner, run_id)

    def set_students_limits(self, owner: str, *, runs_at_once: int, parameters: int) -> None:
        """Change what every student may; what trains already goes on.

        Raises:
            ClassroomError: "not-teacher".
            LimitsRefused: A value is less than 1.
        """
        self._check(owner)
        with self._lock:
            self._students = replace(self._students, runs_at_once=runs_at_once, parameters=parameters)
            self._runs.set_limits(self._students)

    def present(self, owner: str, page: str, choices: Mapping[str, str]) -> None:
        """Show on stage where the teacher is.

        Raises:
            ClassroomError: "not-teacher".
        """
        self._check(owner)
        self.stage.show(page, choices)

    def leave_stage(self, owner: str) -> None:
        """Show nothing any more.

        Raises:
            ClassroomError: "not-teacher".
        """
        self._check(owner)
        self.stage.clear()

    def _check(self, owner: str) -> None:
        if not self.is_teacher(owner):
            raise ClassroomError("not-teacher", "only the teacher can do this; enter the teacher's key first")

    def _seat(self, run: Run) -> Seat | None:
        """One run's seat; only what has moved since the last look is read anew."""
        before = self._seats.get(run.id)
        if before is not None and before.run.step == run.step:
            return replace(before, run=run)
        try:
            evaluations = self._runs.store.curves(run.id, after_step=run.step)  # without the steps, which are many
        except LearnerError:  # it was removed in this very moment
            return None
        return Seat(run, tuple(map(float, evaluations.test_loss_nats)))

    def _of_students(self) -> list[Run]:
        return [run for run in self._runs.store.runs() if not self.is_teacher(run.owner)]
