"""Does the server's memory stay flat over live updates, and do sessions that have ended give back what they held?

`python -m benchmarks.memory`: 2,000 live updates of one run, then 200 sessions opened and closed. The server counts
what it holds (`benchmarks.counting_server`). Streamlit keeps a closed session for two minutes, 128 of them at most, in
case its browser comes back; so we wait for longer than that, and open a page once more: then it forgets them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.app_server import AppServer
from benchmarks.classroom import Teacher
from benchmarks.counting_server import COUNTED
from benchmarks.streamlit_client import Browser
from benchmarks.targets import Target, print_targets

UPDATES, SESSIONS, AT_ONCE = 2_000, 200, 4
PAGE_EVERY = 4  # updates: then the live part of the page runs too
KEPT_S = 125.0  # Streamlit keeps closed sessions for 120 s
GROWTH_MB = 8.0  # less is in the noise: Streamlit's own caches, the pictures kept
RESIDENT_MB = 40.0  # an allocator gives back little of what 128 sessions needed at one time
COUNTED_WITHIN_S = 30.0
COUNTING = "benchmarks.counting_server"


@dataclass(frozen=True)
class Holding:
    """What the server holds at one time.

    Args:
        memory_mb: Its resident set.
        python_mb: What Python has allocated, by tracemalloc, after a full collection.
        garbage: Objects in cycles that this collection found.
        sessions: Sessions that are alive.
    """

    memory_mb: float
    python_mb: float
    garbage: int
    sessions: int


def holding(server: AppServer) -> Holding:
    """Ask the server to collect its garbage and count."""
    answer = server.home / COUNTED
    answer.unlink(missing_ok=True)
    os.kill(server.pid, signal.SIGUSR1)
    end_s = time.monotonic() + COUNTED_WITHIN_S
    while not answer.exists():
        if time.monotonic() > end_s:
            raise RuntimeError("the server does not count")
        time.sleep(0.1)
    return Holding(server.memory_mb(), **json.loads(answer.read_text()))


async def updates(url: str, run: str, count: int) -> None:
    """Look at a run for some updates."""
    page = Browser(url, "train", {"run": run})
    await page.open()
    for update in range(count):
        await page.refresh(anew=True)
        if update % PAGE_EVERY == 0:
            await page.choose("log_steps", update % (2 * PAGE_EVERY) == 0)
    await page.close()


async def sessions(url: str, run: str, count: int) -> None:
    """Open and close pages, a few at a time."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one() -> None:
        async with turns:
            await updates(url, run, 2)

    await asyncio.gather(*(one() for _ in range(count)))


def main() -> int:
    """Print what the server holds at each stage, and whether it stays flat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=UPDATES)
    parser.add_argument("--sessions", type=int, default=SESSIONS)
    asked = parser.parse_args()
    with AppServer(module=COUNTING) as server:
        teacher = Teacher(server.url)

        def settled(stage: str, doing: Callable[[], None]) -> Holding:
            doing()
            now = holding(server)
            print(f"{stage:40} {now.memory_mb:7.1f} MB resident, {now.python_mb:7.1f} MB in Python, "
                  f"{now.garbage:7} objects in cycles, {now.sessions:4} sessions", flush=True)  # fmt: skip
            return now

        def look(count: int) -> None:
            asyncio.run(updates(server.url, teacher.run, count))

        settled("warm", lambda: look(100))
        teacher.pause()  # what a longer run holds is no leak
        before = settled("paused", lambda: look(50))
        updated = settled(f"{asked.updates} updates", lambda: look(asked.updates))
        asyncio.run(sessions(server.url, teacher.run, asked.sessions))
        settled(f"{asked.sessions} sessions, just closed", lambda: None)
        time.sleep(KEPT_S)
        gone = settled("two minutes later", lambda: look(1))
        teacher.leave()
    return print_targets(
        [
            Target("growth over updates, MB in Python", updated.python_mb - before.python_mb, GROWTH_MB),
            Target("growth over sessions, MB in Python", gone.python_mb - updated.python_mb, GROWTH_MB),
            Target("sessions that never end", gone.sessions - updated.sessions, 2),
            Target("growth over all, MB resident", gone.memory_mb - before.memory_mb, RESIDENT_MB),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
