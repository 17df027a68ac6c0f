"""What many cores bring to an experiment: its runs on all workers at once, against the same runs one after another.

Run `python -m benchmarks.experiment`. Both go through the ExperimentManager as from the page and take turns; the ratio
is the median over the rounds. It tells something only while nothing else keeps the cores busy: the load is printed too.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from benchmarks.measure import Budget, print_budgets
from benchmarks.slicing import random_text
from gptviz.corpus.corpus import Corpus
from gptviz.experiment.design import Design, quick_design
from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore

HEADS = (1, 2, 4, 8)
THROUGHPUT = 1.8  # at least, on two cores


class Bench:
    """An experiment manager with its own warm workers."""

    def __init__(self, workers: int, corpus: Corpus) -> None:
        self._executor = LocalExecutor(workers)
        self._runs = RunManager(self._executor, MemoryStore())
        self._experiments = ExperimentManager(self._runs, MemoryExperimentStore())
        # As many runs as workers: each has loaded its libraries and has the text before the clock starts.
        self.seconds(quick_design([corpus], HEADS[:workers], 1, epochs=0.01))

    def seconds(self, design: Design) -> float:
        """Run an experiment to its end and return how long that took."""
        started_s = time.perf_counter()
        experiment = self._experiments.start("benchmark", design)
        while self._experiments.view(experiment).experiment.status == "running":
            self._experiments.renew(experiment)
            time.sleep(0.01)
        return time.perf_counter() - started_s

    def close(self) -> None:
        """End the workers."""
        self._runs.shutdown()


def main() -> None:
    """Print the ratio and whether it is within its budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=300, help="of each of the four runs")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()

    batch_size, context_size = 32, 32
    # Windows begin every half context: so many characters make so many batches of training windows.
    corpus = random_text(round(arguments.steps * batch_size * context_size / 2 / 0.9))
    design = quick_design([corpus], HEADS, 1, epochs=1.0)
    alone, together = Bench(1, corpus), Bench(arguments.workers, corpus)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    ratios = []
    for number in range(1, arguments.rounds + 1):
        one_s, many_s = alone.seconds(design), together.seconds(design)
        ratios.append(one_s / many_s)
        print(f"round {number}: {one_s:.1f} s one after another, {many_s:.1f} s on {arguments.workers} workers")
    alone.close()
    together.close()
    gain = statistics.median(ratios)
    print(f"throughput: {gain:.2f}x (budget: at least {THROUGHPUT}x)")
    print_budgets([Budget("time on all workers to time one after another", 1 / gain, 1 / THROUGHPUT)])


if __name__ == "__main__":
    main()
