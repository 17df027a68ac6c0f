"""Can a class look at one run, and can each of them train an own one, on one server?

`python -m benchmarks.classroom --viewers 150` and `python -m benchmarks.classroom --students 30`. The server is started
with data of its own; a crowd of simulated browsers (`benchmarks.crowd`) opens the train page, refreshes every second,
and moves something every ten. Training alone is measured in the same run, before and after the crowd.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

from benchmarks.app_server import ROOT, AppServer
from benchmarks.crowd import LONG_EPOCHS
from benchmarks.real_pages import watch_real_pages
from benchmarks.streamlit_client import Browser
from benchmarks.targets import Target, print_targets

SETTLE_S, ALONE_S = 10.0, 20.0
MEDIAN_S, P95_S, MEMORY_MB, TRAINING_KEPT = 0.2, 1.0, 1.0, 0.85
STUDENT_PAGE_S, SHARES_WITHIN = 1.0, 0.2
CLASSROOM = {"GPTVIZ_CLASSROOM": "1", "GPTVIZ_TEACHER_KEY": "benchmark-of-a-classroom"}


class BrokenCrowd(RuntimeError):
    """A simulated browser got no answer, or an error."""


class Crowd:
    """The process of the simulated browsers."""

    def __init__(self, count: int, seconds: float, url: str, run: str = "") -> None:
        command = [sys.executable, "-m", "benchmarks.crowd", str(count), str(seconds), url, run]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.sessions = int(self._answer()["sessions"])

    def look(self) -> dict[str, Any]:
        """Have all look for their seconds, and return what they saw."""
        self._go_on()
        return self._answer()

    def leave(self) -> None:
        """Close all browsers."""
        self._go_on()
        self._process.wait(60)

    def _answer(self) -> dict[str, Any]:
        if self._process.stdout is None or not (line := self._process.stdout.readline()):
            raise BrokenCrowd("the crowd broke off; its own message stands above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _go_on(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write("\n")


class Teacher:
    """Trains one long run on a page that refreshes only when asked, to see how far it is."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        # It always runs: a page that does not answer the server's pings is cut off.
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._page = Browser(url, "train", {})
        self._do(self._page.open())
        self._do(self._page.choose("setting_epochs", LONG_EPOCHS))
        self._do(self._page.press("train-start"))
        self.run = self._page.query["run"]

    def steps_per_second(self, during: Callable[[], object]) -> float:
        """Return how fast the run trains while something else goes on."""
        self._do(self._page.refresh())
        start_s, start = time.monotonic(), self._page.step()
        during()
        self._do(self._page.refresh())
        return (self._page.step() - start) / (time.monotonic() - start_s)

    def pause(self) -> None:
        """Pause the run."""
        self._do(self._page.refresh())
        self._do(self._page.press("train-pause"))

    def leave(self) -> None:
        """Close the page."""
        self._do(self._page.close())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _do(self, doing: Coroutine[Any, Any, object]) -> None:
        asyncio.run_coroutine_threadsafe(doing, self._loop).result()


def alone() -> None:
    """Nobody looks."""
    time.sleep(ALONE_S)


def viewers(server: AppServer, count: int, seconds: float, real: int) -> list[Target]:
    """Have many look at one run."""
    teacher = Teacher(server.url)
    warm = Crowd(3, 1, server.url, teacher.run)
    warm.look()
    warm.leave()
    time.sleep(SETTLE_S)
    before_mb = server.memory_mb()
    solo = [teacher.steps_per_second(alone)]
    crowd = Crowd(count, seconds, server.url, teacher.run)
    seen: dict[str, Any] = {}
    cpu_s = server.cpu_s()
    loaded = teacher.steps_per_second(lambda: seen.update(crowd.look()))
    cpu_s = server.cpu_s() - cpu_s
    memory_mb = server.memory_mb()
    if real:
        watch_real_pages(server.url, teacher.run, real)
    crowd.leave()
    solo.append(teacher.steps_per_second(alone))
    teacher.leave()
    _print_seen(seen, cpu_s)
    print(f"training: {solo[0]:.1f} steps/s alone, {loaded:.1f} with the class, {solo[1]:.1f} alone again")
    print(f"memory: {before_mb:.0f} MB before, {memory_mb:.0f} MB with {crowd.sessions} sessions, "
          f"{server.memory_mb():.0f} MB {ALONE_S:.0f} s after they have gone")  # fmt: skip
    return [
        *_latency(seen["refreshes_s"], "refreshes"),
        *_latency(seen["controls_s"], "controls"),
        Target("training kept", loaded / statistics.mean(solo), TRAINING_KEPT, at_least=True),
        Target("memory a session, MB", (memory_mb - before_mb) / crowd.sessions, MEMORY_MB),
    ]


def students(server: AppServer, count: int, seconds: float) -> list[Target]:
    """Have each of them train an own run."""
    crowd = Crowd(count, seconds, server.url)
    time.sleep(SETTLE_S)
    cpu_s = server.cpu_s()
    seen = crowd.look()
    _print_seen(seen, server.cpu_s() - cpu_s)
    crowd.leave()
    advanced = [after - before for before, after in seen["steps"]]
    print(f"steps of each run: {min(advanced)} to {max(advanced)}, median {statistics.median(advanced):.0f}")
    pages = seen["refreshes_s"] + seen["controls_s"]
    return [
        Target("slowest answer of a page, s", max(pages), STUDENT_PAGE_S),
        Target("runs that advanced", sum(steps > 0 for steps in advanced) / count, 1.0, at_least=True),
        Target("widest gap between shares", 1 - min(advanced) / max(1, max(advanced)), SHARES_WITHIN),
    ]


def _latency(seconds: list[float], what: str) -> list[Target]:
    return [
        Target(f"{what}, median s", statistics.median(seconds), MEDIAN_S),
        Target(f"{what}, 95th percentile s", statistics.quantiles(seconds, n=20)[-1], P95_S),
    ]


def _print_seen(seen: dict[str, Any], server_cpu_s: float) -> None:
    answers = len(seen["refreshes_s"]) + len(seen["controls_s"])
    print(f"{len(seen['refreshes_s'])} refreshes of {statistics.median(seen['refresh_bytes']) / 1e3:.1f} kB, "
          f"{len(seen['controls_s'])} controls; {seen['late_starts']} began late")  # fmt: skip
    print(f"processor time an answer: server {1e3 * server_cpu_s / answers:.2f} ms, "
          f"simulated browsers {1e3 * seen['cpu_s'] / answers:.2f} ms")  # fmt: skip


def main() -> int:
    """Run what is asked for and print the table; return 1 if a target was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--viewers", type=int, help="how many look at one run")
    who.add_argument("--students", type=int, help="how many train a run of their own")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--browsers", type=int, default=0, help="real pages beside the simulated ones, as a check")
    asked = parser.parse_args()
    with AppServer(CLASSROOM) as server:
        try:
            if asked.viewers:
                return print_targets(viewers(server, asked.viewers, asked.seconds, asked.browsers))
            return print_targets(students(server, asked.students, asked.seconds))
        except BrokenCrowd:
            print(server.log(), file=sys.stderr)
            raise


if __name__ == "__main__":
    sys.exit(main())
