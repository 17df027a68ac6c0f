"""Where slices are worked off: processes of this machine, one a core."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

import loky

from gptviz.runs.worker import ENVIRONMENT, prepare

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


@dataclass
class _Seat:
    """One worker process and how many calls wait for it."""

    pool: loky.ProcessPoolExecutor
    load: int = 0


class LocalExecutor:
    """Worker processes of this machine, started when needed and replaced when they die.

    Every worker is a loky pool of its own. In a common pool the death of one worker breaks the pool and loses what all
    the others were at; here it costs one slice.

    Args:
        workers: How many at most; None: the cores that this process may use.
        idle_s: A worker with nothing to do for this long ends; the next call starts another.
    """

    lost_worker_errors: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, workers: int | None = None, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._lock = threading.RLock()  # a future that is done already calls back at once
        self._seats = [_Seat(self._new_pool()) for _ in range(workers or loky.cpu_count())]

    @property
    def workers(self) -> int:
        """How many slices can be worked on at the same time."""
        return len(self._seats)

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have the least busy worker call a function.

        Raises:
            RuntimeError: The executor was shut down.
        """
        with self._lock:
            while True:
                seat = min(self._seats, key=lambda seat: seat.load)
                try:
                    return self._submit(seat, function, *args, **kwargs)
                except BrokenExecutor:
                    # Its worker died. A new one needs seconds to import torch: a free one may take this call.
                    seat.pool, seat.load = self._new_pool(), 0
                    self._submit(seat, os.getpid)

    def warm_up(self) -> None:
        """Start the first workers ahead; further ones start when that many runs train at once."""
        with self._lock:
            for seat in self._seats[:WARM_WORKERS]:
                if not seat.load:
                    self._submit(seat, os.getpid)

    def shutdown(self) -> None:
        """End all workers at once, whatever they are at."""
        with self._lock:
            for seat in self._seats:
                seat.pool.shutdown(wait=False, kill_workers=True)

    def _submit(self, seat: _Seat, function: Callable[..., T], *args: Any, **kwargs: Any) -> Future[T]:
        pool = seat.pool
        future: Future[T] = pool.submit(function, *args, **kwargs)
        seat.load += 1

        def done(_: Future[T]) -> None:
            with self._lock:
                if seat.pool is pool:
                    seat.load -= 1

        future.add_done_callback(done)
        return future

    def _new_pool(self) -> loky.ProcessPoolExecutor:
        return loky.ProcessPoolExecutor(
            max_workers=1, timeout=self._idle_s, initializer=prepare, initargs=(os.getpid(),), env=ENVIRONMENT
        )
