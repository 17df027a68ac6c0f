"""Gives runs their turns on few workers, one slice each, in a circle."""

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
        self._line: deque[str] = deque()
        self._at_work: set[str] = set()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name="runs", daemon=True)
        self._thread.start()

    def want(self, run_id: str) -> None:
        """Put a run in line, if it is not; `next_task` is asked when its turn comes."""
        self._inbox.put(lambda: self._queue(run_id))

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
            while self._line and len(self._at_work) < self._executor.workers:
                self._start(self._line.popleft())

    def _queue(self, run_id: str) -> None:
        if run_id not in self._at_work and run_id not in self._line:
            self._line.append(run_id)

    def _start(self, run_id: str) -> None:
        with self._failing(run_id):
            task = self._runs.next_task(run_id)
            if task is not None:
                future = self._executor.submit(self._slice_function, task)
                self._at_work.add(run_id)
                future.add_done_callback(lambda done: self._inbox.put(lambda: self._finish(run_id, done)))

    def _finish(self, run_id: str, future: SliceFuture) -> None:
        self._at_work.discard(run_id)
        with self._failing(run_id):
            had_its_turn = self._runs.take(run_id, future)
            (self._line.append if had_its_turn else self._line.appendleft)(run_id)

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
