"""The app as a process of its own, with a data folder of its own, for benchmarks that load it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
START_WITHIN_S, STOP_WITHIN_S = 60.0, 20.0


class AppServer:
    """Starts the app at its making; ends it, and removes its data, at `close` or at the end of a `with` block.

    Args:
        environment: Variables beside those of this process.
        module: What serves: Streamlit, or a module that is started like it.
    """

    def __init__(self, environment: dict[str, str] | None = None, module: str = "streamlit") -> None:
        self._home = tempfile.TemporaryDirectory(prefix="gptviz-benchmark-")
        self.home = Path(self._home.name)
        self._log = (self.home / "server.log").open("w")
        port = _free_port()
        self.url = f"http://localhost:{port}"
        variables = {**os.environ, "GPTVIZ_HOME": str(self.home), **(environment or {})}
        command = [sys.executable, "-m", module, "run", "app.py", "--server.port", str(port)]
        self._process = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=self._log, stderr=self._log)
        self._wait_until_ready()

    def __enter__(self) -> AppServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process that serves pages; workers are processes of their own."""
        return self._process.pid

    def memory_mb(self) -> float:
        """Return the memory of the serving process alone (resident set) in megabytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("the server has ended")

    def cpu_s(self) -> float:
        """Return the seconds of processor time that the serving process alone has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log(self) -> str:
        """Return the end of what the server has written."""
        return (self.home / "server.log").read_text()[-2000:]

    def close(self) -> None:
        """End the server and remove its data."""
        self._process.terminate()
        try:
            self._process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()
        self._home.cleanup()

    def _wait_until_ready(self) -> None:
        end_s = time.monotonic() + START_WITHIN_S
        while time.monotonic() < end_s:
            with suppress(URLError, OSError), urlopen(f"{self.url}/_stcore/health", timeout=1):
                return
            time.sleep(0.2)
        self.close()
        raise RuntimeError(f"the app did not start within {START_WITHIN_S:.0f} s")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])
