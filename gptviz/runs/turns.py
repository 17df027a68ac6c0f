"""Gives runs their turns on few workers, one slice each, in a circle of people: many runs are no larger share."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Protocol

from gptviz.errors import LearnerError
from gptviz.runs.executors import SliceExecutor
from gptviz.runs.slices import CorpusNeeded, Outcome, SliceTask

SliceFuture = Future[Outcome | CorpusNeeded]
SliceFunction = Callable[[SliceTask], Outcome | CorpusNeeded]

logger = logging.getLogger(__name__)


class TakesTurns(Protocol):
    """Who says what a run does next, and hears what came of it; called from one thread only."""

    def next_task(self, run_id: str) -> SliceTask | None:
        """Return the next slice of a run; None: it wants no turn now."""

    def take(self, run_id: str, future: SliceFuture) -> bool:
        """Keep what a slice brought; return False when it brought nothing, so that the run has its turn again."""

    def fail(self, run_id: str, error: BaseException) -> None:
        """End a run that cannot go on."""


class Circle:
    """Runs in line for a turn: people one after another, and the runs of each of them one after another.

    Whoever has had the fewest turns comes first (start-time fair queueing, Goyal, Vin and Cheng 1996, with every turn
    of length 1): in a plain circle, with several workers, the owner of many runs would be served twice while another
    one's only run is at work. Whoever comes new, or comes back, has no turns to catch up on.
    """

    def __init__(self) -> None:
        self._runs: dict[str, deque[str]] = {}  # in line, by owner
        self._at_work: dict[str, str] = {}  # run ids to owners
        self._turns: dict[str, int] = {}  # that an owner has had
        self._round = 0  # how many turns whoever came last had had

    @property
    def at_work(self) -> int:
        """How many runs have their turn now."""
        return len(self._at_work)

    def add(self, run_id: str, owner: str) -> None:
        """Put a run in line, if it is neither there nor at work."""
        if run_id in self._at_work or run_id in self._runs.get(owner, ()):
            return
        if owner not in self._runs:
            self._runs[owner] = deque()
            self._turns[owner] = max(self._turns.get(owner, 0), self._round)
        self._runs[owner].append(run_id)

    def take(self) -> str | None:
        """Give the next run its turn and return its id; None: nobody is in line."""
        if not self._runs:
            return None
        owner = min(self._runs, key=self._turns.__getitem__)  # of equals the one who has waited longest
        runs = self._runs.pop(owner)
        run_id = runs.popleft()
        if runs:
            self._runs[owner] = runs
        self._at_work[run_id] = owner
        self._round = self._turns[owner]
        self._turns[owner] += 1
        return run_id

    def give_back(self, run_id: str) -> None:
        """Put a run that was at work before all others: its turn brought nothing."""
        owner = self.end_turn(run_id)
        self._turns[owner] -= 1
        runs = self._runs.pop(owner, deque())
        runs.appendleft(run_id)
        self._runs = {owner: runs, **self._runs}

    def end_turn(self, run_id: str) -> str:
        """Note that a turn is over, and return the run's owner."""
        return self._at_work.pop(run_id)


class Turns:
    """One thread that sleeps until a run wants a turn or a slice is back.

    Args:
        executor: Works on slices.
        slice_function: What a worker calls.
        runs: Says what to do.
    """

    def __init__(self, executor: SliceExecutor, slice_function: SliceFunction, runs: TakesTurns) -> None:
        self._executor, self._slice_function, self._runs = executor, slice_function, runs
        # What only the thread below touches needs no lock; all others speak to it through the inbox.
        self._inbox: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._circle = Circle()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name="runs", daemon=True)
        self._thread.start()

    def want(self, run_id: str, owner: str) -> None:
        """Put a run in line, if it is not; `next_task` is asked when its turn comes."""
        self._inbox.put(lambda: self._circle.add(run_id, owner))

    def warm_up(self) -> None:
        """Start workers ahead, without waiting for them."""
        self._inbox.put(self._executor.warm_up)

    def close(self) -> None:
        """Give no more turns, and end the workers."""
        self._closed = True
        self._inbox.put(None)
        self._executor.shutdown()

    def _loop(self) -> None:
        while (message := self._inbox.get()) is not None:
            message()
            while self._circle.at_work < self._executor.workers and (run_id := self._circle.take()) is not None:
                self._start(run_id)

    def _start(self, run_id: str) -> None:
        started = False
        with self._failing(run_id):
            task = self._runs.next_task(run_id)
            if task is not None:
                future = self._executor.submit(self._slice_function, task)
                started = True
                future.add_done_callback(lambda done: self._inbox.put(lambda: self._finish(run_id, done)))
        if not started:
            self._circle.end_turn(run_id)

    def _finish(self, run_id: str, future: SliceFuture) -> None:
        had_its_turn = True
        with self._failing(run_id):
            had_its_turn = self._runs.take(run_id, future)
        if had_its_turn:
            self._circle.add(run_id, self._circle.end_turn(run_id))
        else:
            self._circle.give_back(run_id)

    @contextmanager
    def _failing(self, run_id: str) -> Iterator[None]:
        """Let a fault end one run, not the thread that serves all of them."""
        try:
            yield
        except LearnerError as error:  # what is wrong is told on the page: no news for the log
            self._runs.fail(run_id, error)
        except Exception as error:
            if not self._closed:  # at the end executors refuse work: nothing to tell
                logger.exception("run %s cannot go on", run_id)
                self._runs.fail(run_id, error)
