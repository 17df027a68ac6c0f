"""A whole experiment on real workers, of this machine and of a Dask cluster: one is killed in the middle."""

import time

import psutil
import pytest

from gptviz.experiment.design import quick_design
from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.results import results_frame
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.runs.dask_executor import DaskExecutor
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.training.advance import advance
from gptviz.training.events import Finished
from gptviz.training.state import initial_state
from tests.experiment.conftest import CORPUS
from tests.runs.dask_cluster import Cluster, reachable

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

DESIGN = quick_design([CORPUS], [1, 2, 4], 2, embedding_sizes=[16], blocks=[1], epochs=6, batch_size=16, engine="numpy")


@pytest.fixture(params=["local", "dask"])
def place(request, tmp_path):
    """An executor with two workers, and what kills one of them."""
    if request.param == "local":
        executor = LocalExecutor(workers=2)
        before = set(psutil.Process().children())
        yield executor, lambda: (set(psutil.Process().children()) - before).pop().kill()
        executor.shutdown()
        return
    cluster = Cluster(tmp_path)
    executor = DaskExecutor(cluster.address, connect_s=4.0)
    wait_until(lambda: reachable(executor) and executor.workers == 2)
    yield executor, cluster.workers[0].kill
    executor.shutdown()
    cluster.end()


def wait_until(condition):
    end_s = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end_s, "waited in vain"
        time.sleep(0.02)


def test_a_worker_killed_in_mid_experiment_loses_nothing(place):
    executor, kill_a_worker = place
    runs = RunManager(executor, MemoryStore())
    experiments = ExperimentManager(runs, MemoryExperimentStore())
    experiment = experiments.start("me", DESIGN)
    wait_until(lambda: sum(run.step > 0 for run in experiments.view(experiment).runs.values()) >= 2)
    kill_a_worker()
    assert len(experiments.view(experiment).results) < len(DESIGN.trials)
    wait_until(lambda: experiments.view(experiment).experiment.status == "finished")

    results = experiments.view(experiment).results
    assert len(results) == len(DESIGN.trials) == 6
    for trial, result in results.items():
        model, train = DESIGN.configure(trial)
        _, events = advance(initial_state(model, train), CORPUS, model, train)
        assert isinstance(events[-1], Finished)
        assert result.test_loss_nats == events[-1].test_loss_nats
        assert result.steps == events[-1].step
    frame = results_frame(DESIGN, results)
    assert (frame["steps_per_second"] > 0).all()
    runs.shutdown()
