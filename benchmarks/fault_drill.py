"""Fault drill: while runs train, a worker, the database and the server are killed in turn. What is lost?

`python -m benchmarks.fault_drill` runs it on SQLite and, where one is installed, on a PostgreSQL server of its own. It
prints a table and exits with 1 when a run, a step of a curve or a single bit of a model was lost. Linux only: the full
disk is a limit on the size of the server's files.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from benchmarks.drill_server import DrillServer
from benchmarks.measure import restart_on_one_thread
from benchmarks.postgres_server import PostgresServer, find_postgres

WAIT_S = 120.0  # for what should take a second or two: the machine may be busy
ON_STEPS = 20  # so far all runs together must get to count as going on

T = TypeVar("T")


class Database(Protocol):
    """What the drill does to a database."""

    name: str
    environment: dict[str, str]

    def break_down(self, server_pid: int) -> None:
        """Have it take nothing more."""

    def come_back(self, server_pid: int) -> None:
        """Have it work again."""


class FullDisk:
    """SQLite in a folder of its own; to break down is a disk that takes not a single byte more."""

    name = "SQLite"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="gptviz-drill-")  # it goes with this object
        self.environment = {"GPTVIZ_HOME": self._folder.name, "GPTVIZ_DATABASE_URL": ""}

    def break_down(self, server_pid: int) -> None:
        """Let the server's files grow no more."""
        _, most = resource.prlimit(server_pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server_pid, resource.RLIMIT_FSIZE, (0, most))

    def come_back(self, server_pid: int) -> None:
        """Give the room back."""
        _, most = resource.prlimit(server_pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server_pid, resource.RLIMIT_FSIZE, (most, most))


class KilledPostgres:
    """A PostgreSQL server; to break down is to be killed."""

    name = "PostgreSQL"

    def __init__(self, programs: Path) -> None:
        self.server = PostgresServer(programs)
        self.environment = {"GPTVIZ_DATABASE_URL": self.server.new_database()}

    def break_down(self, server_pid: int) -> None:
        """Kill the server, in the middle of whatever it is at."""
        self.server.kill()

    def come_back(self, server_pid: int) -> None:
        """Start it on what is on the disk."""
        self.server.start()


class Lost(Exception):
    """Something was lost, or did not go on; the message says what."""


@dataclass
class Drill:
    """One drill on one kind of database.

    Args:
        database: Keeps the runs.
        runs: How many train.
        epochs: How long each of them.
        rows: What came of it: fault, what was seen, and whether nothing was lost.
    """

    database: Database
    runs: int
    epochs: float
    rows: list[tuple[str, str, bool]] = field(default_factory=list)

    def run(self) -> None:
        """Go through all faults; the runs go on from one to the next, and are compared at the end."""
        self.server = DrillServer(self.database.environment)
        try:
            self.ids = self.server.ask("start", self.runs, self.epochs)
            for name, fault in {
                "worker killed": self._kill_worker,
                "database away": self._lose_database,
                "server killed": self._kill_server,
                "server killed while the database is away": self._kill_both,
                "compared with runs that nothing happened to": self._compare,
            }.items():
                self._note(name, fault)
        finally:
            self.server.kill()

    def _note(self, name: str, fault: Callable[[], str]) -> None:
        try:
            seen, kept = fault(), True
        except Lost as lost:
            seen, kept = str(lost), False
        self.rows.append((f"{self.database.name}: {name}", seen, kept))

    def _kill_worker(self) -> str:
        self._go_on()
        os.kill(self.server.ask("worker"), signal.SIGKILL)
        return f"{self._go_on()} steps later all runs were at work"

    def _lose_database(self) -> str:
        self._must_train()
        self.database.break_down(self.server.process.pid)
        trouble = self._wait("the page told of no trouble", lambda: self.server.ask("look")["trouble"])
        steps = self._go_on()
        self.database.come_back(self.server.process.pid)
        self._wait("the trouble did not go away", lambda: self.server.ask("look")["trouble"] is None)
        return f"{trouble} told, {steps} steps in memory meanwhile, all written when it was back"

    def _kill_server(self) -> str:
        self._must_train()
        before = self.server.ask("look")["steps"]
        self.server.kill()
        return self._restart(before)

    def _kill_both(self) -> str:
        self._must_train()
        stored = self.server.ask("look")["steps"]
        self.database.break_down(self.server.process.pid)
        self._go_on()
        self.server.kill()
        if self.database.name == "PostgreSQL":  # the disk's limit ended with the process
            self.database.come_back(self.server.process.pid)
        return self._restart(stored)

    def _restart(self, at_least: dict[str, int]) -> str:
        """Start the server again, and look whether everything that was stored is there."""
        self.server = DrillServer(self.database.environment)
        look = self.server.ask("look")
        if look["trouble"] is not None:
            raise Lost(f"the new server cannot use the database: {look['trouble']}")
        if missing := set(self.ids) - set(look["steps"]):
            raise Lost(f"{len(missing)} runs are gone")
        if back := [one for one in self.ids if look["steps"][one] < at_least[one]]:
            raise Lost(f"{len(back)} runs went back behind what was stored")
        if not self.server.ask("whole-curves"):
            raise Lost("a curve has gaps")
        steps = sum(look["steps"].values())
        self.server.ask("resume")
        self._go_on()
        return f"all {self.runs} runs there at {steps} steps, curves whole, resumed"

    def _compare(self) -> str:
        def ended() -> bool:
            look = self.server.ask("look")
            return all(look["status"].get(one) == "finished" for one in self.ids)

        self._wait("not all runs have finished", ended)
        for number, one in enumerate(self.ids):
            whole = self.server.ask("train-whole", number, self.epochs)
            mine = self.server.ask("digests", one)
            if differing := [name for name in whole if mine is None or mine[name] != whole[name]]:
                raise Lost(f"run {number} ended with other {' and '.join(differing)}")
        return f"{self.runs} runs ended bit-identical: parameters, moments, curve, samples"

    def _must_train(self) -> None:
        if not self._training():
            raise Lost("nothing was tested: all runs have finished; give more --epochs")

    def _training(self) -> set[str]:
        status = self.server.ask("look")["status"]
        return {one for one in self.ids if status.get(one) in ("queued", "running")}

    def _go_on(self) -> int:
        """Wait until all runs that train have moved, and return by how many steps."""
        first, training = self.server.ask("look")["steps"], self._training()

        def moved() -> int:
            now = self.server.ask("look")["steps"]
            steps = sum(now.values()) - sum(first.values())
            still = training & self._training()  # the others have come to their end meanwhile
            return steps if steps >= ON_STEPS and all(now[one] > first[one] for one in still) else 0

        return self._wait("training did not go on", moved) if training else 0

    def _wait(self, complaint: str, condition: Callable[[], T]) -> T:
        end_s = time.monotonic() + WAIT_S
        while not (value := condition()):
            if time.monotonic() > end_s:
                raise Lost(complaint)
            time.sleep(0.1)
        return value


def main() -> int:
    """Run the drill on each kind of database that is at hand, print what came of it, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=4, help="how many train at the same time (default 4)")
    parser.add_argument("--epochs", type=float, default=1.5, help="how long each of them (default 1.5)")
    parser.add_argument("--only", choices=["sqlite", "postgresql"], help="leave the other kind of database out")
    options = parser.parse_args()
    programs, rows = find_postgres(), []
    if options.only != "postgresql":
        rows += _rows(Drill(FullDisk(), options.runs, options.epochs))
    if options.only != "sqlite" and programs is None:
        print("PostgreSQL is left out: none is installed (Debian: apt-get install postgresql)")
    elif options.only != "sqlite" and programs is not None:
        database = KilledPostgres(programs)
        try:
            rows += _rows(Drill(database, options.runs, options.epochs))
        finally:
            database.server.remove()
    return 0 if rows and all(rows) else 1


def _rows(drill: Drill) -> list[bool]:
    drill.run()
    for fault, seen, kept in drill.rows:
        print(f"{fault:<66} {'nothing lost' if kept else 'LOST':<14} {seen}", flush=True)
    return [kept for _, _, kept in drill.rows]


if __name__ == "__main__":
    restart_on_one_thread("benchmarks.fault_drill")
    sys.exit(main())
