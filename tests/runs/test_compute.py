"""Workers also compute for lessons, outside of any run."""

import operator
import os
import signal
from concurrent.futures import BrokenExecutor, Future

import pytest

from gptviz.runs import manager as manager_module
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import MOST_TRIES, RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import RunError


class DyingExecutor:
    """Its first workers die; later ones call the function."""

    workers = 1
    lost_worker_errors = (BrokenExecutor,)

    def __init__(self, deaths):
        self.deaths, self.calls = deaths, 0

    def submit(self, function, *args):
        self.calls += 1
        future = Future()
        if self.calls <= self.deaths:
            future.set_exception(BrokenExecutor("gone"))
            return future
        try:
            future.set_result(function(*args))
        except ValueError as error:
            future.set_exception(error)
        return future

    def warm_up(self):
        pass

    def shutdown(self):
        pass


class SilentExecutor(DyingExecutor):
    """Never answers."""

    def submit(self, function, *args):
        self.future = Future()
        return self.future


def test_a_worker_that_dies_costs_another_try():
    executor = DyingExecutor(deaths=MOST_TRIES - 1)
    assert RunManager(executor, MemoryStore()).compute(operator.add, 2, 3) == 5
    assert executor.calls == MOST_TRIES


def test_after_three_deaths_it_gives_up_with_a_message():
    executor = DyingExecutor(deaths=99)
    with pytest.raises(RunError) as caught:
        RunManager(executor, MemoryStore()).compute(operator.add, 2, 3)
    assert caught.value.code == "no-worker"
    assert executor.calls == MOST_TRIES


def test_who_does_not_answer_is_not_waited_for_without_end(monkeypatch):
    monkeypatch.setattr(manager_module, "COMPUTE_S", 0.01)
    executor = SilentExecutor(0)
    with pytest.raises(RunError) as caught:
        RunManager(executor, MemoryStore()).compute(operator.add, 2, 3)
    assert caught.value.code == "no-worker"
    assert executor.future.cancelled()


def test_a_fault_of_the_function_reaches_the_caller():
    with pytest.raises(ValueError, match="invalid literal"):
        RunManager(DyingExecutor(0), MemoryStore()).compute(int, "x")


def test_a_real_worker_computes_in_another_process_and_is_replaced_when_killed():
    executor = LocalExecutor(workers=1)
    try:
        manager = RunManager(executor, MemoryStore())
        first = manager.compute(os.getpid)
        assert first != os.getpid()
        os.kill(first, signal.SIGKILL)
        assert manager.compute(os.getpid) not in (first, os.getpid())
    finally:
        executor.shutdown()
