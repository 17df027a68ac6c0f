"""What slicing costs: a whole training in slices through the RunManager, against the same in one go in a worker.

Run `python -m benchmarks.slicing`. Both take turns on the same worker process; ratios are medians over the rounds.
While other programs keep the machine busy, only the ratio of processor times can be repeated.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
from collections.abc import Sequence

import numpy as np

from benchmarks.measure import Budget, print_budgets
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Run
from gptviz.runs.slices import SliceTask, run_slice
from gptviz.training.events import Event
from gptviz.training.state import TrainState

LETTERS = [chr(code) for code in range(40, 105)]  # 65 of them, as in tiny Shakespeare


class CountingStore(MemoryStore):
    """Counts slices, and tells when a run has ended."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = threading.Event()
        self.slices = 0

    def append(self, run: Run, events: Sequence[Event], state: TrainState) -> None:
        super().append(run, events, state)
        self.slices += 1
        if run.ended:
            self.ended.set()


def random_text(length: int) -> Corpus:
    """Return a text that nothing can be learned from: only speed counts here."""
    drawn = np.random.default_rng(0).integers(0, len(LETTERS), length)
    return Corpus.from_text("own", "own", "".join(LETTERS) + "".join(LETTERS[index] for index in drawn))


class Stopwatch:
    """Seconds on the clock, and of processor time in this process and the worker together, since it was made."""

    def __init__(self, executor: LocalExecutor) -> None:
        self._executor = executor
        self._started = self._now()

    def read(self) -> tuple[float, float]:
        """Return both."""
        clock_s, processor_s = self._now()
        return clock_s - self._started[0], processor_s - self._started[1]

    def _now(self) -> tuple[float, float]:
        in_worker = self._executor.submit(time.process_time).result()
        return time.perf_counter(), time.process_time() + in_worker


def train_in_slices(executor: LocalExecutor, model: ModelConfig, train: TrainConfig, corpus: Corpus) -> int:
    """Train as a page does, and return the number of slices."""
    store = CountingStore()
    RunManager(executor, store).start("benchmark", model, train, corpus)
    store.ended.wait()
    return store.slices


def train_in_one_go(executor: LocalExecutor, model: ModelConfig, train: TrainConfig, corpus: Corpus) -> None:
    """Have a worker do the same training without a stop."""
    executor.submit(run_slice, SliceTask(model, train, None, corpus.fingerprint, corpus)).result()


def main() -> None:
    """Print the ratio and whether it is within its budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=1000)
    arguments = parser.parse_args()

    model, train = ModelConfig(vocab_size=len(LETTERS)), TrainConfig(epochs=1.0)
    # Windows begin every half context: so many characters make so many batches of training windows.
    corpus = random_text(round(arguments.steps * train.batch_size * model.context_size / 2 / 0.9))
    executor = LocalExecutor(workers=1)
    train_in_one_go(executor, model, TrainConfig(epochs=0.1), corpus)  # warms the worker and gives it the text

    ratios = []
    for number in range(1, arguments.rounds + 1):
        stopwatch = Stopwatch(executor)
        train_in_one_go(executor, model, train, corpus)
        whole = stopwatch.read()
        stopwatch = Stopwatch(executor)
        slices = train_in_slices(executor, model, train, corpus)
        sliced = stopwatch.read()
        ratios.append([a / b for a, b in zip(sliced, whole, strict=True)])
        print(f"round {number}: {whole[0]:.2f} s in one go, {sliced[0]:.2f} s in {slices} slices")
    executor.shutdown()
    clock, processor = (statistics.median(column) for column in zip(*ratios, strict=True))
    print_budgets(
        [
            Budget("training in slices to training in one go, time on the clock", clock, 1.03),
            Budget("the same, processor time of server and worker", processor, 1.03),
        ]
    )


if __name__ == "__main__":
    main()
