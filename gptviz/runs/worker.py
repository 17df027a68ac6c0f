"""What runs in a local worker process: it gets ready, then answers calls, one after the other."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import struct
import threading
import traceback
from contextlib import suppress
from queue import SimpleQueue
from typing import IO

import cloudpickle

SIZE = struct.Struct("!Q")  # before each message: how many bytes it has
MOST_BYTES = 1 << 20  # at a time: a pipe gives less than that


def main() -> None:
    """Answer the calls that come in at stdin, at what was stdout, until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    incoming, outgoing = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)  # what a function prints must not get between the answers
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(incoming, calls), name="read-calls", daemon=True).start()
    _prepare()
    with suppress(OSError):  # it hung up before it took an answer: only writing raises this here
        while True:
            send(outgoing, _answer(calls.get()))


def send(stream: IO[bytes], message: bytes) -> None:
    """Write a message.

    Raises:
        OSError: Nobody reads it any more.
    """
    for part in (SIZE.pack(len(message)), message):
        left = memoryview(part)
        while left:
            left = left[stream.write(left) :]


def receive(stream: IO[bytes]) -> bytes:
    """Wait for a message.

    Raises:
        EOFError: The process at the other end is gone, be it amid a message.
    """
    (size,) = SIZE.unpack(_read_exactly(stream, SIZE.size))
    return _read_exactly(stream, size)


def _read_exactly(stream: IO[bytes], size: int) -> bytes:
    parts = []
    while size:
        part = stream.read(min(size, MOST_BYTES))
        if not part:
            raise EOFError("the other process is gone")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _read(incoming: IO[bytes], calls: SimpleQueue[bytes]) -> None:
    """Read ahead, also during a call: a server that was killed cannot tell its workers, but its pipe ends."""
    try:
        while True:
            calls.put(receive(incoming))
    except (EOFError, OSError):
        os._exit(1)


def _prepare() -> None:
    # Seconds, spent now so that the first Train need not wait; torch is imported in workers only.
    import gptviz.engines.torch_engine
    import gptviz.runs.slices  # noqa: F401

    # What is imported by now never becomes garbage: it need not be searched again and again.
    gc.collect()
    gc.freeze()


def _answer(call: bytes) -> bytes:
    """Return the pickled pair of whether it went well, and the result or the error."""
    try:
        function, args, kwargs = pickle.loads(call)
        return cloudpickle.dumps((True, function(*args, **kwargs)))
    except BaseException as error:  # noqa: BLE001 - whatever a function raises is for its caller
        error.add_note(f"In the worker:\n{traceback.format_exc()}")
        try:
            return cloudpickle.dumps((False, error))
        except Exception:  # noqa: BLE001 - an error may hold anything, for instance what cannot be pickled
            return cloudpickle.dumps((False, RuntimeError(traceback.format_exc())))
