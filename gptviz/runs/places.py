"""Who may train now, and who waits: a line in the order of arrival, with a limit for each person and one for all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gptviz.runs.limits import Limits


@dataclass(frozen=True)
class Waiting:
    """Why a run does not train yet.

    Args:
        why: "person": its owner has as many at work as one person may; "all": everyone together has; "held": nobody's
            begin for now.
        ahead: Runs that get a place before it ("person": of its own owner).
    """

    why: Literal["person", "all", "held"]
    ahead: int


class Places:
    """Gives places to runs, first come first served; every method may be called from any thread.

    Whoever waits because of their own limit does not hold up those behind.

    Args:
        limits_of: What an owner may.
        admit: Told of each run that gets a place: its id and its owner.
    """

    def __init__(self, limits_of: Callable[[str], Limits], admit: Callable[[str, str], None]) -> None:
        self.limits_of, self._admit = limits_of, admit
        self._at_work: dict[str, str] = {}  # run ids to owners
        self._line: dict[str, str] = {}  # the same, in the order of arrival
        self._not_held: frozenset[str] | None = None
        self._lock = threading.Lock()

    def enter(self, run_id: str, owner: str, *, first: bool = False) -> bool:
        """Give a run a place, or let it wait for one; return whether it has one.

        Args:
            run_id: Of the run.
            owner: Of the run.
            first: Before all that wait.
        """
        with self._lock:
            if run_id not in self._at_work:
                if first:
                    self._line.pop(run_id, None)
                    self._line = {run_id: owner, **self._line}
                else:
                    self._line.setdefault(run_id, owner)
                self._fill()
            return run_id in self._at_work

    def leave(self, run_id: str) -> None:
        """Take a run's place, or its place in the line, from it; the next one gets it."""
        with self._lock:
            self._line.pop(run_id, None)
            if self._at_work.pop(run_id, None) is not None:
                self._fill()

    def holds(self, run_id: str) -> bool:
        """Return whether a run may train now."""
        with self._lock:
            return run_id in self._at_work

    @property
    def at_work(self) -> int:
        """How many runs have a place."""
        with self._lock:
            return len(self._at_work)

    def waiting(self, run_id: str) -> Waiting | None:
        """Return why a run has to wait; None: it has not."""
        with self._lock:
            owner = self._line.get(run_id)
            if owner is None:
                return None
            before = list(self._line.items())[: list(self._line).index(run_id)]
            if self._is_held(owner):
                return Waiting("held", 0)
            if self._has_enough(owner):
                return Waiting("person", sum(one == owner for _, one in before))
            return Waiting("all", sum(not self._is_held(one) and not self._has_enough(one) for _, one in before))

    def refill(self) -> None:
        """Give places that a change of limits has made."""
        with self._lock:
            self._fill()

    def hold(self, all_but: frozenset[str] | None) -> None:
        """Give no more places, but to these owners; None: to everyone again."""
        with self._lock:
            self._not_held = all_but
            self._fill()

    def _fill(self) -> None:
        for run_id, owner in list(self._line.items()):
            room = len(self._at_work) < self.limits_of(owner).runs_in_all
            if room and not self._is_held(owner) and not self._has_enough(owner):
                self._at_work[run_id] = self._line.pop(run_id)
                self._admit(run_id, owner)

    def _is_held(self, owner: str) -> bool:
        return self._not_held is not None and owner not in self._not_held

    def _has_enough(self, owner: str) -> bool:
        mine = sum(one == owner for one in self._at_work.values())
        return mine >= self.limits_of(owner).runs_at_once
