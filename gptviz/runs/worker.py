"""How a local worker process gets ready, before its first slice."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time

# One thread a worker: with one run a core, more threads would only get into each other's way.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    # loky restarts a worker that grew by more than this many bytes: a large model is no leak.
    "LOKY_MAX_MEMORY_LEAK_SIZE": "4e9",
}
# A kernel chosen by hand halves the speed of NumPy; OpenBLAS finds the right one itself.
UNWANTED = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
WATCH_S = 0.5


def prepare(server_pid: int) -> None:
    """Put the environment in order, watch the server, and import what training needs.

    Args:
        server_pid: The process that started this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    for name in UNWANTED:
        os.environ.pop(name, None)
    threading.Thread(target=_end_with, args=(server_pid,), name="watch-server", daemon=True).start()
    # Seconds, spent now so that the first Train need not wait; torch is imported in workers only.
    import gptviz.engines.torch_engine
    import gptviz.runs.slices  # noqa: F401

    # What is imported by now never becomes garbage: it need not be searched again and again.
    gc.collect()
    gc.freeze()


def _end_with(server_pid: int) -> None:
    """End this process when the server is gone: a killed server cannot tell its workers."""
    while os.getppid() == server_pid:
        time.sleep(WATCH_S)
    os._exit(1)
