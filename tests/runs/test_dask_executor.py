"""Slices on a real Dask cluster of this machine: a scheduler and two workers, which are killed here."""

import json
import signal
import time

import numpy as np
import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs import registry
from gptviz.runs.dask_executor import DaskExecutor, _TextRoutes
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.training.advance import advance
from gptviz.training.state import initial_state
from tests.runs.dask_cluster import Cluster, reachable

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

CORPUS = Corpus.from_text("own", "own", "the cat sat on the mat; a rat ran at the hat. " * 60)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=16, heads=2, blocks=1)
PATIENCE_S = 90


def training(seed=42, epochs=3):
    return TrainConfig(engine="numpy", epochs=epochs, shuffle=True, seed=seed)


def wait_until(condition):
    end_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end_s, "waited in vain"
        time.sleep(0.02)


class CountingRoutes(_TextRoutes):
    """Counts the texts that are sent."""

    sent = 0

    def receiver(self, task):
        address = super().receiver(task)
        self.sent += address is not None
        return address


@pytest.fixture
def cluster(tmp_path):
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.end()


@pytest.fixture
def executor(cluster):
    executor = DaskExecutor(cluster.address, connect_s=4.0)
    executor._texts = CountingRoutes()
    wait_until(lambda: reachable(executor) and executor.workers == 2)
    yield executor
    executor.shutdown()


@pytest.fixture
def manager(executor):
    return RunManager(executor, MemoryStore())


def test_a_killed_worker_loses_nothing_and_each_worker_gets_the_text_once(manager, executor, cluster):
    runs = [manager.start("me", MODEL, training(seed), CORPUS) for seed in range(4)]
    wait_until(lambda: all(manager.view(run_id).run.step > 0 for run_id in runs))
    wait_until(lambda: executor._texts.sent >= 2)
    assert executor._texts.sent == 2
    assert any(manager.view(run_id).run.active for run_id in runs)
    cluster.workers[0].send_signal(signal.SIGKILL)
    wait_until(lambda: all(manager.view(run_id).run.ended for run_id in runs))
    assert executor._texts.sent == 2
    wait_until(lambda: executor.workers == 1)
    for seed, run_id in enumerate(runs):
        view = manager.view(run_id)
        assert view.run.status == "finished"
        assert len(view.curves.step) == view.run.total_steps
        whole, _ = advance(initial_state(MODEL, training(seed)), CORPUS, MODEL, training(seed))
        for name, array in whole.parameters.items():
            np.testing.assert_array_equal(view.latest.parameters[name], array)


def test_runs_pause_when_the_scheduler_dies_and_go_on_on_the_next_one(manager, cluster):
    run_id = manager.start("me", MODEL, training(epochs=60), CORPUS)
    wait_until(lambda: manager.view(run_id).run.step > 0)
    cluster.scheduler.send_signal(signal.SIGKILL)
    wait_until(lambda: manager.view(run_id).run.status == "paused")
    lost = manager.view(run_id)
    assert (lost.run.pause_reason, lost.run.failure.code) == ("cluster", "cluster-lost")
    assert lost.run.failure.values == {"address": cluster.address}
    assert lost.latest.step == lost.run.step > 0

    manager.resume("me", run_id)  # still no scheduler
    wait_until(lambda: manager.view(run_id).run.status == "paused")
    assert manager.view(run_id).run.step == lost.run.step

    for worker in cluster.workers:
        worker.kill()
    cluster.start_scheduler()
    cluster.start_worker()
    manager.resume("me", run_id)
    wait_until(lambda: resumed(manager, run_id).step > lost.run.step)
    assert manager.view(run_id).run.failure is None


def resumed(manager, run_id):
    """The run, resumed again if the scheduler was not up yet."""
    run = manager.view(run_id).run
    if run.status == "paused":
        manager.resume("me", run_id)
    return run


def test_an_error_in_a_slice_comes_back_as_it_is(executor):
    with pytest.raises(json.JSONDecodeError):
        executor.submit(json.loads, "{").result(PATIENCE_S)


def test_the_environment_chooses_the_executor(monkeypatch):
    monkeypatch.delenv(registry.SCHEDULER, raising=False)
    assert isinstance(registry.new_executor(), LocalExecutor)
    monkeypatch.setenv(registry.SCHEDULER, "tcp://127.0.0.1:1")
    assert isinstance(registry.new_executor(), DaskExecutor)


def test_a_scheduler_that_is_not_there_pauses_the_run_and_says_where_it_was_looked_for():
    manager = RunManager(DaskExecutor("tcp://127.0.0.1:1", connect_s=0.5), MemoryStore())
    run_id = manager.start("me", MODEL, training(), CORPUS)
    wait_until(lambda: manager.view(run_id).run.status == "paused")
    run = manager.view(run_id).run
    assert (run.pause_reason, run.failure.code, run.step) == ("cluster", "cluster-lost", 0)
    assert "tcp://127.0.0.1:1" in run.failure.message
    manager.shutdown()
