"""A Dask cluster of this machine, in processes of its own."""

import os
import socket
import subprocess
import sys

ANSWER_S = 60


class Cluster:
    """`dask scheduler` and `dask worker` processes, as docs/cluster.md starts them."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self.start_scheduler()
        self.workers = [self.start_worker() for _ in range(2)]

    def start_scheduler(self):
        arguments = [
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
            "--dashboard-address",
            "127.0.0.1:0",
        ]
        return self._start("scheduler", *arguments)

    def start_worker(self):
        folder = str(self.folder)
        arguments = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", folder]
        return self._start("worker", self.address, *arguments)

    def _start(self, *arguments):
        log = (self.folder / f"{len(self.processes)}-{arguments[0]}.txt").open("w")
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", "dask", *arguments]
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self.processes.append(process)
        return process

    def end(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()


def reachable(executor):
    """Whether a worker answers; the scheduler may still be starting."""
    try:
        return bool(executor.submit(os.getpid).result(ANSWER_S))
    except ValueError:  # ClusterLost
        return False
