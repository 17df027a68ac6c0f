"""Where slices are worked off when GPTVIZ_SCHEDULER is set: the workers of a Dask cluster, on other machines too."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from distributed import Client, KilledWorker, get_worker

from gptviz.runs.run import ClusterLost
from gptviz.runs.slices import CorpusNeeded, SliceTask

CONNECT_S = 5.0  # after so long without its scheduler a cluster counts as lost
COUNT_EVERY_S = 2.0

P = ParamSpec("P")
T = TypeVar("T")


class DaskExecutor:
    """Workers of a Dask cluster; the cluster itself is started and ended by whoever runs it.

    A worker that dies costs the slices it was at: the scheduler gives them to another one, since a slice may be worked
    on twice. Without its scheduler the cluster is lost: see `ClusterLost`.

    Args:
        address: Of the scheduler, as "tcp://host:8786".
        connect_s: How long to wait for the scheduler, at the start and when the connection breaks.
    """

    # Progress counts a cancelled slice, which is what a broken connection makes of it, as a lost one by itself.
    lost_worker_errors: tuple[type[BaseException], ...] = (KilledWorker,)

    def __init__(self, address: str, connect_s: float = CONNECT_S) -> None:
        self._address, self._connect_s = address, connect_s
        self._lock = threading.Lock()
        self._client: Client | None = None
        self._workers, self._counted_s = 1, -COUNT_EVERY_S
        self._texts = _TextRoutes()

    @property
    def workers(self) -> int:
        """How many slices the cluster can work on at the same time; 1 while it has no worker, or is not reached yet."""
        with self._lock:
            if time.monotonic() - self._counted_s > COUNT_EVERY_S and self._client and self._client.status == "running":
                self._counted_s = time.monotonic()
                try:
                    # Slices beyond that wait in the scheduler until a worker comes.
                    self._workers = max(1, sum(self._client.nthreads().values()))
                except (OSError, ValueError):  # the connection is just breaking: what submit says counts
                    self._counted_s = -COUNT_EVERY_S
            return self._workers

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a worker of the cluster call a function.

        Raises:
            ClusterLost: The scheduler cannot be reached.
        """
        with self._lock:
            client = self._connected()
            task = args[0] if args and isinstance(args[0], SliceTask) else None
            receiver = self._texts.receiver(task) if task else None
            # To another worker only when that one is gone.
            where = {"workers": [receiver], "allow_other_workers": True} if receiver else {}
            given = (replace(task, corpus=None), *args[1:]) if task and not receiver else args
            future = client.get_executor(pure=False, **where).submit(_with_address, function, given, kwargs)
        answer: Future[T] = Future()
        future.add_done_callback(lambda done: self._pass_on(done, answer, task, receiver))
        return answer

    def warm_up(self) -> None:
        """Nothing to do: the workers of a cluster are there already."""

    def shutdown(self) -> None:
        """Leave the cluster; it drops what it was at for us."""
        with self._lock:
            if self._client is not None:
                self._client.close(timeout=1)

    def _connected(self) -> Client:
        if self._client is None or self._client.status in ("closing", "closed"):
            try:
                self._client = Client(self._address, timeout=self._connect_s, set_as_default=False)
            except (OSError, ValueError) as error:
                message = f"there is no Dask scheduler at {self._address}: {error}"
                raise ClusterLost("cluster-lost", message, address=self._address) from error
        return self._client

    def _pass_on(
        self, done: Future[tuple[str, T]], answer: Future[T], task: SliceTask | None, receiver: str | None
    ) -> None:
        error = CancelledError() if done.cancelled() else done.exception()
        if task and receiver:
            self._texts.arrived(task, receiver)
        if error is not None:
            answer.set_exception(error)
            return
        address, result = done.result()
        if task and isinstance(result, CorpusNeeded):
            self._texts.asked(task, address)
        answer.set_result(result)


class _TextRoutes:
    """Which worker asked for which text, so that each gets it once and only who lacks it does.

    It has a lock of its own: answers come in the client's thread, which must not wait for someone who waits for it.
    """

    def __init__(self) -> None:
        self._waiting: defaultdict[str, list[str]] = defaultdict(list)  # addresses by fingerprint
        self._under_way: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def asked(self, task: SliceTask, address: str) -> None:
        """Note that a worker lacks the text of a task; several tasks may tell so before it arrives."""
        text = task.corpus_fingerprint
        with self._lock:
            if (text, address) not in self._under_way and address not in self._waiting[text]:
                self._waiting[text].append(address)

    def receiver(self, task: SliceTask) -> str | None:
        """Return the worker that a task with a text in it must go to; None: no worker lacks it any more."""
        text = task.corpus_fingerprint
        with self._lock:
            if task.corpus is None or not self._waiting[text]:
                return None
            address = self._waiting[text].pop(0)
            self._under_way.add((text, address))
            return address

    def arrived(self, task: SliceTask, address: str) -> None:
        """Note that the worker has got the text, or has died."""
        with self._lock:
            self._under_way.discard((task.corpus_fingerprint, address))


def _with_address(function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, T]:
    """Call a function, in a worker, and tell which one."""
    return get_worker().address, function(*args, **kwargs)
