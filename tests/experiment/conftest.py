"""An experiment whose slices are worked on when the test says so, and whose losses are a formula."""

import queue
import time
from concurrent.futures import Future

import numpy as np
import pytest

from gptviz.corpus.corpus import Corpus
from gptviz.experiment.design import quick_design
from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.slices import Outcome
from gptviz.training.events import Diverged, Finished, Step
from gptviz.training.state import TrainState

CORPUS = Corpus.from_text("own", "own", "the cat sat on the mat. " * 200)
STEPS = 10


def loss_of(heads, seed):
    return 2.0 - 0.1 * heads + 0.01 * seed


def fake_slice(task):
    """Half of a training of 10 steps; a learning rate above 1 diverges."""
    done = task.state.step if task.state else 0
    step = done + STEPS // 2
    speed = 1000.0 / task.model.heads
    events = [Step(number, 1.0, 1e-3, 1.0, speed) for number in range(done + 1, step + 1)]
    if step >= STEPS and task.train.learning_rate > 1:
        events.append(Diverged(step, float("inf"), 2.0))
    elif step >= STEPS:
        events.append(Finished(step, loss_of(task.model.heads, task.train.seed), 9))
    return Outcome(TrainState(step, {"weight": np.zeros(1)}, complete=step >= STEPS), events, 0.5)


class HandExecutor:
    """Keeps slices until the test says what becomes of them."""

    lost_worker_errors = ()

    def __init__(self, workers):
        self.workers = workers
        self.calls = queue.SimpleQueue()

    def submit(self, function, task):
        future = Future()
        self.calls.put((function, task, future))
        return future

    def warm_up(self):
        pass

    def shutdown(self):
        pass


class Bench:
    """Both managers on a HandExecutor, and a clock that the test moves."""

    def __init__(self, workers=2, runs=None, experiments=None):
        self.executor, self.now_s = HandExecutor(workers), 0.0
        self.runs = RunManager(
            self.executor, runs or MemoryStore(), slice_function=fake_slice, clock=lambda: self.now_s, idle_s=120
        )
        self.runs.take_over()
        self.experiments = ExperimentManager(
            self.runs, experiments or MemoryExperimentStore(), clock=lambda: self.now_s, poll_s=0.001, idle_s=120
        )
        self.experiments.take_over()

    def start(self, heads=(1, 2, 4), seeds=2, owner="me", known=None, **options):
        return self.experiments.start(owner, quick_design([CORPUS], heads, seeds, **options), known)

    def work(self, error=None):
        """Have the next slice done, and return its task."""
        function, task, future = self.executor.calls.get(timeout=5)
        if error is None:
            future.set_result(function(task))
        else:
            future.set_exception(error)
        return task

    def work_until(self, condition):
        end_s = time.monotonic() + 10
        while not condition():
            assert time.monotonic() < end_s, "waited in vain"
            try:
                function, task, future = self.executor.calls.get(timeout=0.01)
                future.set_result(function(task))
            except queue.Empty:
                pass

    def settle(self):
        """Give the managers the time to do what they would do by themselves."""
        time.sleep(0.15)

    def view(self, experiment_id):
        return self.experiments.view(experiment_id)

    def status(self, experiment_id):
        return self.view(experiment_id).experiment.status

    def finish(self, experiment_id):
        self.work_until(lambda: self.status(experiment_id) == "finished")


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.runs.shutdown()
