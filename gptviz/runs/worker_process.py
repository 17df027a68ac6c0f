"""A local worker as the server sees it: a process, and a thread that speaks with it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import BrokenExecutor, Future
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple, cast

from gptviz.runs.worker import receive, send

# One thread a worker: with one run a core, more threads would only get into each other's way.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
}
# A kernel chosen by hand halves the speed of NumPy; OpenBLAS finds the right one itself.
UNWANTED = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
# The path of modules comes along, so that a worker finds what the server found.
COMMAND = "import sys; sys.path = sys.argv[1:]; from gptviz.runs.worker import main; main()"


class WorkerLost(BrokenExecutor):
    """The worker process ended before it answered."""


class Call(NamedTuple):
    """A pickled function with its arguments, and where its result goes."""

    pickled: bytes
    future: Future[Any]


class WorkerProcess:
    """One process that answers calls.

    Only the worker holds the writing end of its pipe: when it dies, be it amid an answer, the pipe ends and the thread
    here knows at once. Nothing ever waits for that thread.

    Args:
        lock: Held by whoever looks at `ended` and then calls `put`: a worker ends between two calls only.
        idle_s: With nothing to do for this long it ends.

    Attributes:
        load: How many calls wait for it.
        retired: It ended because there was nothing to do.
    """

    def __init__(self, lock: threading.RLock, idle_s: float) -> None:
        self.load = 0
        self.retired = False
        self._lost = False
        self._lock, self._idle_s = lock, idle_s
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        self._process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # no buffers, no locks of buffers: this process may exit while a thread reads
            env={**environment, **ENVIRONMENT},
            start_new_session=True,  # a terminal sends Ctrl-C to the whole session: also to a worker not ready yet
        )
        threading.Thread(target=self._serve, name=f"worker-{self._process.pid}", daemon=True).start()

    @property
    def ended(self) -> bool:
        """Whether it answers no more calls."""
        return self.retired or self._lost or self._process.poll() is not None

    def put(self, call: Call) -> None:
        """Have it answer a call after those that wait already; `WorkerLost` when it dies before that."""
        self.load += 1
        call.future.add_done_callback(self._unload)
        self._calls.put(call)

    def kill(self) -> None:
        """End it at once, whatever it is at."""
        self._process.kill()
        self._calls.put(None)

    def _unload(self, _: Future[Any]) -> None:
        with self._lock:
            self.load -= 1

    def _serve(self) -> None:
        with self._process:  # closes the pipes, and waits so that no zombie is left
            while self._serve_next():
                pass
            self._process.kill()

    def _serve_next(self) -> bool:
        """Have one call answered; return whether there may be more."""
        call = self._next_call()
        if call is None:
            return False
        if not call.future.set_running_or_notify_cancel():
            return True
        try:
            send(cast(IO[bytes], self._process.stdin), call.pickled)
            answer = receive(cast(IO[bytes], self._process.stdout))
        except (EOFError, OSError):
            self._lose(call)
            return False
        _settle(call.future, answer)
        return True

    def _next_call(self) -> Call | None:
        try:
            return self._calls.get(timeout=self._idle_s)
        except Empty:
            with self._lock:
                self.retired = self._calls.empty()
            return None if self.retired else self._calls.get()

    def _lose(self, call: Call) -> None:
        lost = [call]
        with self._lock:
            self._lost = True
            while not self._calls.empty():
                waiting = self._calls.get()
                if waiting is not None and waiting.future.set_running_or_notify_cancel():
                    lost.append(waiting)
        for each in lost:
            each.future.set_exception(WorkerLost("the worker process ended before it answered"))


def _settle(future: Future[Any], answer: bytes) -> None:
    try:
        went_well, value = pickle.loads(answer)
    except Exception as error:  # noqa: BLE001 - to unpickle can raise anything, and the caller waits for an answer
        went_well, value = False, error
    if went_well:
        future.set_result(value)
    else:
        future.set_exception(value)
