"""A PostgreSQL server of our own, on a socket in a temporary folder: for tests and for the fault drill."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

# It refuses to run as root: then it is one of these.
USERS = ("postgres", "nobody")
START_S = 30.0


def find_postgres() -> Path | None:
    """Return the folder of PostgreSQL's programs: on the path, or where Debian keeps them; None: there is none."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return max((path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")), default=None)


class PostgresServer:
    """Starts at once; `stop`, `kill` and `start` as often as needed; `remove` at the end.

    Args:
        programs: Folder of `initdb` and `postgres`.
    """

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._user = _other_user() if os.geteuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="gptviz-pg-"))
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._data = self._folder / "data"
        self._run("initdb", "-U", "gptviz", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._process = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, "-k", self._folder, "-c", "listen_addresses=", "-F"],
            user=self._user,
            cwd=self._folder,
            stderr=(self._folder / "log.txt").open("a"),
        )
        end_s = time.monotonic() + START_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end_s:
                raise RuntimeError(f"PostgreSQL did not start: {(self._folder / 'log.txt').read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it as an administrator does; connections are cut."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=30)

    def kill(self) -> None:
        """Have it fall down without a word to anyone; it repairs its data at the next start."""
        self._process.send_signal(signal.SIGQUIT)  # SIGKILL of the first process would leave the others behind
        self._process.wait(timeout=30)

    def remove(self) -> None:
        """Stop it for good, and delete its data."""
        if self._process.poll() is None:
            self.kill()
        shutil.rmtree(self._folder)

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"d{uuid.uuid4().hex}"
        self._run("psql", "-h", str(self._folder), "-U", "gptviz", "-q", "-c", f"CREATE DATABASE {name}", "postgres")
        return f"postgresql://gptviz@/{name}?host={self._folder}"

    def _answers(self) -> bool:
        command = [str(self._programs / "pg_isready"), "-q", "-h", str(self._folder)]
        return subprocess.run(command, check=False).returncode == 0

    def _run(self, program: str, *words: str) -> None:
        environment = {**os.environ, "PGDATA": str(self._data)}
        command = [str(self._programs / program), *words]
        done = subprocess.run(
            command, user=self._user, cwd=self._folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")


def _other_user() -> str:
    import pwd  # not on Windows, where the tests of the other stores run all the same

    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in USERS if name in names)
