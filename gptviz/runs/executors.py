"""Where slices are worked off: processes of this machine, one a core."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, Protocol, TypeVar

import cloudpickle
import loky

from gptviz.runs.worker_process import Call, WorkerLost, WorkerProcess

WARM_WORKERS = 2
IDLE_S = 600.0

P = ParamSpec("P")
T = TypeVar("T")


class SliceExecutor(Protocol):
    """What the RunManager needs of an executor; `submit` is that of `concurrent.futures`."""

    @property
    def workers(self) -> int:
        """How many slices can be worked on at the same time; may change."""

    @property
    def lost_worker_errors(self) -> tuple[type[BaseException], ...]:
        """What a future raises when its worker died: the slice is worth another try."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a worker call a function."""

    def warm_up(self) -> None:
        """Start workers ahead, in the background."""

    def shutdown(self) -> None:
        """End all workers at once, whatever they are at."""


class LocalExecutor:
    """Worker processes of this machine, started when needed and replaced when they die.

    The death of a worker costs the calls that it had; the other workers go on.

    Args:
        workers: How many at most; None: the cores that this process may use.
        idle_s: A worker with nothing to do for this long ends; the next call starts another.
    """

    lost_worker_errors: tuple[type[BaseException], ...] = (WorkerLost,)

    def __init__(self, workers: int | None = None, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._lock = threading.RLock()  # a future that is done already calls back at once
        self._seats: list[WorkerProcess | None] = [None] * (workers or loky.cpu_count())
        self._closed = False

    @property
    def workers(self) -> int:
        """How many slices can be worked on at the same time."""
        return len(self._seats)

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have the least busy worker call a function; after `shutdown` all calls are lost."""
        pickled = cloudpickle.dumps((function, args, kwargs))
        future: Future[T] = Future()
        with self._lock:
            if not self._closed:
                self._replace_the_dead()
                self._put(self._least_busy(), Call(pickled, future))
                return future
        # At the end, whoever waits for a result is told the same as of a call that was at work.
        future.set_exception(WorkerLost("the workers were shut down"))
        return future

    def warm_up(self) -> None:
        """Start the first workers ahead; further ones start when that many runs train at once."""
        with self._lock:
            if not self._closed:
                self._replace_the_dead()
                for seat, worker in enumerate(self._seats[:WARM_WORKERS]):
                    if worker is None:
                        self._start(seat)

    def shutdown(self) -> None:
        """End all workers at once, whatever they are at."""
        with self._lock:
            self._closed = True
            for worker in self._seats:
                if worker is not None:
                    worker.kill()

    def _least_busy(self) -> int:
        return min(range(len(self._seats)), key=lambda seat: worker.load if (worker := self._seats[seat]) else 0)

    def _put(self, seat: int, call: Call) -> None:
        worker = self._seats[seat] or WorkerProcess(self._lock, self._idle_s)
        self._seats[seat] = worker
        worker.put(call)

    def _start(self, seat: int) -> None:
        """Start a worker with a call, so that it counts as busy for the seconds in which it imports torch."""
        self._put(seat, Call(cloudpickle.dumps((os.getpid, (), {})), Future()))

    def _replace_the_dead(self) -> None:
        for seat, worker in enumerate(self._seats):
            if worker is not None and worker.ended:
                self._seats[seat] = None
                if not worker.retired:
                    worker.kill()
                    self._start(seat)
