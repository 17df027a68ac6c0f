"""Measure candidates against each other in one run: on a shared machine only ratios can be repeated."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

# A set core type makes OpenBLAS take a slower kernel than the machine's own; a set cache size makes it block wrongly.
HARMFUL = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def restart_on_one_thread(module: str) -> None:
    """Start this process anew, as `python -m module`, without harmful settings and with one thread, if need be.

    Libraries read these settings once, when they are loaded: call this before importing them.
    """
    clean = {name: value for name, value in os.environ.items() if name not in HARMFUL} | ONE_THREAD
    if clean != dict(os.environ):
        os.execve(sys.executable, [sys.executable, "-m", module, *sys.argv[1:]], clean)


def kernels() -> str:
    """Return which BLAS libraries are loaded, for which processor they chose their kernels, and their threads."""
    from threadpoolctl import threadpool_info

    pools = []
    for pool in threadpool_info():
        name, kernel = f"{pool['internal_api']} {pool['version'] or ''}".strip(), pool.get("architecture")
        pools.append(f"{name}{f' with kernels for {kernel}' if kernel else ''} on {pool['num_threads']} thread(s)")
    return "; ".join(pools)


@dataclass(frozen=True)
class Times:
    """Seconds of processor time a call of each candidate, one entry a round; all candidates ran in every round."""

    rounds: Mapping[str, list[float]]

    def median_ms(self, name: str) -> float:
        """Return the median time of one call in milliseconds."""
        return statistics.median(self.rounds[name]) * 1e3

    def ratio(self, name: str, to: str) -> float:
        """Return the median over rounds of one candidate's time as a multiple of another's."""
        return statistics.median(a / b for a, b in zip(self.rounds[name], self.rounds[to], strict=True))


def interleaved(candidates: Mapping[str, Callable[[], object]], rounds: int, calls: int) -> Times:
    """Time candidates in turns, in processor time, so that what else the machine does matters little and to all alike.

    Args:
        candidates: What to call, by name.
        rounds: How often each has its turn.
        calls: How often it is called in a turn, after one call that warms the caches.
    """
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, call in candidates.items():
            call()
            start = time.process_time()
            for _ in range(calls):
                call()
            seconds[name].append((time.process_time() - start) / calls)
    return Times(seconds)


@dataclass(frozen=True)
class Budget:
    """One line of the table: a measured ratio and the most that it may be."""

    what: str
    ratio: float
    at_most: float

    @property
    def met(self) -> bool:
        """True if the ratio is within its budget."""
        return self.ratio <= self.at_most


def print_budgets(budgets: list[Budget]) -> None:
    """Print a table of budgets, met or missed."""
    width = max(len(budget.what) for budget in budgets)
    print(f"{'budget':{width}}  measured  at most")
    for budget in budgets:
        verdict = "met" if budget.met else "MISSED"
        print(f"{budget.what:{width}}  {budget.ratio:7.2f}x  {budget.at_most:6.2f}x  {verdict}")
