"""A crowd of simulated browsers in one process of its own, started by `benchmarks.classroom`; it answers in JSON lines.

The process is polite (nice): on a machine with two cores it shares them with the server that it measures.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field

from benchmarks.streamlit_client import Browser

OPEN_AT_ONCE = 4
REFRESH_EVERY_S, CONTROL_EVERY_S = 1.0, 10.0
TEXTS = (
    "To be, or not to be",
    "What say you, my lord?",
    "The king is dead",
    "O Romeo, Romeo",
    "Good night, good night",
)
LONG_EPOCHS = 50.0


@dataclass
class Measured:
    """What a crowd saw: seconds from sending to the end of the answer, bytes, and its own cost."""

    refreshes_s: list[float] = field(default_factory=list)
    refresh_bytes: list[int] = field(default_factory=list)
    controls_s: list[float] = field(default_factory=list)
    steps: list[tuple[int, int]] = field(default_factory=list)  # of each student's run, before and after
    late_starts: int = 0  # turns that came while the answer before was still awaited
    cpu_s: float = 0.0


class Visitor:
    """One person: a page that refreshes every second, and something that they move every ten."""

    def __init__(self, browser: Browser, move: Callable[[int], Awaitable[float]]) -> None:
        self.browser, self._move = browser, move

    async def look(self, until_s: float, measured: Measured) -> None:
        """Refresh and move until then; a turn that comes while an answer is awaited counts from when it was due."""
        due_s = time.monotonic() + random.random() * REFRESH_EVERY_S
        next_move_s, moves = due_s + random.random() * CONTROL_EVERY_S, 0
        while due_s < until_s:
            waited_s = due_s - time.monotonic()
            await asyncio.sleep(max(0.0, waited_s))
            late_s = time.monotonic() - due_s if waited_s < 0 else 0.0
            measured.late_starts += late_s > 0
            if due_s >= next_move_s:
                measured.controls_s.append(await self._move(moves) + late_s)
                next_move_s, moves = next_move_s + CONTROL_EVERY_S, moves + 1
            elif (feed := self.browser.feed) is not None:  # a run that has ended has none
                before = feed.received_bytes
                measured.refreshes_s.append(await self.browser.refresh() + late_s)
                measured.refresh_bytes.append(feed.received_bytes - before)
            # A browser's timer that rings twice during one run is answered by one more run.
            due_s += REFRESH_EVERY_S * max(1, int((time.monotonic() - due_s) / REFRESH_EVERY_S))


async def viewer(number: int, url: str, run: str) -> tuple[Visitor, list[Browser]]:
    """Open the train page on a run; a third each move the axis of steps, the text, and the head in a second tab."""
    language = ("en", "zh")[number % 2]
    browser = Browser(url, "train", {"run": run}, language)
    await browser.open()
    if number % 3 == 0:
        return Visitor(browser, lambda turn: browser.choose("log_steps", turn % 2 == 0)), [browser]
    if number % 3 == 1:
        own = TEXTS[number % len(TEXTS)][: 8 + number % 7]
        return Visitor(browser, lambda turn: browser.choose("text", own if turn % 2 == 0 else own[:-2])), [browser]
    second = Browser(url, "attention", {"run": run}, language)
    await second.open()
    await second.settle()
    return Visitor(browser, lambda turn: second.choose("head", second.options["head"][1 - turn % 2])), [browser, second]


async def student(number: int, url: str) -> tuple[Visitor, list[Browser]]:
    """Open the train page and train an own run that is longer than the measurement."""
    browser = Browser(url, "train", {}, ("en", "zh")[number % 2])
    await browser.open()
    await browser.choose("setting_epochs", LONG_EPOCHS)
    await browser.press("train-start")
    return Visitor(browser, lambda turn: browser.choose("log_steps", turn % 2 == 0)), [browser]


async def main(count: int, seconds: float, url: str, run: str) -> None:
    """Open all, look for some seconds, tell what was seen, and leave when told to."""
    opening = asyncio.Semaphore(OPEN_AT_ONCE)

    async def opened(number: int) -> tuple[Visitor, list[Browser]]:
        async with opening:
            return await (viewer(number, url, run) if run else student(number, url))

    everybody = await asyncio.gather(*(opened(number) for number in range(count)))
    visitors = [visitor for visitor, _ in everybody]
    browsers = [browser for _, tabs in everybody for browser in tabs]
    _tell({"sessions": len(browsers)})
    await _told()
    measured, cpu_s = Measured(), _cpu_s()
    before = [visitor.browser.step() for visitor in visitors]
    until_s = time.monotonic() + seconds
    await asyncio.gather(*(visitor.look(until_s, measured) for visitor in visitors))
    measured.cpu_s = _cpu_s() - cpu_s
    measured.steps = [(start, visitor.browser.step()) for start, visitor in zip(before, visitors, strict=True)]
    _tell(asdict(measured))
    await _told()
    await asyncio.gather(*(browser.close() for browser in browsers))


def _tell(what: object) -> None:
    print(json.dumps(what), flush=True)


async def _told() -> None:
    await asyncio.to_thread(sys.stdin.readline)


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    os.nice(5)
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4]))
