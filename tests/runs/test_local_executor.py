"""Real worker processes: they are killed, idle, misconfigured and orphaned here, and training goes on or they go."""

import os
import pickle
import signal
import subprocess
import sys
import time
from subprocess import PIPE

import numpy as np
import psutil
import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.worker import send
from gptviz.runs.worker_process import WorkerLost

pytestmark = pytest.mark.slow

CORPUS = Corpus.from_text("own", "own", "the cat sat on the mat; a rat ran at the hat. " * 60)
MODEL = ModelConfig(
    len(CORPUS.vocabulary),
    context_size=8,
    embedding_size=16,
    heads=2,
    blocks=2,
    residual=True,
    layer_norm=True,
    dropout=0.1,
)
TRAIN = TrainConfig(engine="numpy", epochs=5, shuffle=True)
PATIENCE_S = 60


@pytest.fixture(scope="module")
def executor():
    executor = LocalExecutor(workers=2)
    yield executor
    executor.shutdown()


@pytest.fixture
def manager(executor):
    return RunManager(executor, MemoryStore())


def wait_until(condition):
    end_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end_s, "waited in vain"
        time.sleep(0.01)


def both_pids(executor):
    """Give each of the two workers something to do at the same time."""

    def pid_after_a_while():
        time.sleep(0.5)
        return os.getpid()

    futures = [executor.submit(pid_after_a_while) for _ in range(2)]
    return [future.result(PATIENCE_S) for future in futures]


def test_a_run_whose_worker_is_killed_ends_with_the_same_parameters_bit_for_bit(manager, executor):
    victim, bystander = both_pids(executor)
    killed = manager.start("me", MODEL, TRAIN, CORPUS)
    wait_until(lambda: manager.view(killed).run.step > 0)
    assert manager.view(killed).run.active
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: manager.view(killed).run.ended)
    whole = manager.start("me", MODEL, TRAIN, CORPUS)
    wait_until(lambda: manager.view(whole).run.ended)

    killed, whole = manager.view(killed), manager.view(whole)
    assert killed.run.status == whole.run.status == "finished"
    assert killed.run.step == killed.run.total_steps
    assert killed.run.result == whole.run.result
    for name, array in whole.latest.parameters.items():
        np.testing.assert_array_equal(killed.latest.parameters[name], array)
    np.testing.assert_array_equal(killed.curves.loss_nats, whole.curves.loss_nats)
    assert killed.samples == whole.samples
    assert killed.snapshot_steps == whole.snapshot_steps
    pids = both_pids(executor)
    assert bystander in pids
    assert victim not in pids


def test_a_worker_killed_while_idle_is_replaced(executor):
    for pid in both_pids(executor):
        psutil.Process(pid).kill()
    wait_until(lambda: executor.submit(os.getpid).exception(PATIENCE_S) is None)
    wait_until(lambda: len(set(both_pids(executor))) == 2)


def test_a_worker_killed_while_it_writes_its_answer_is_lost_and_replaced():
    """A pipe holds 64 KB: the server has read most of a larger answer when the worker dies."""

    def die_amid_the_next_answer(written_bytes):
        import gptviz.runs.worker

        def send(stream, message):
            left = memoryview(gptviz.runs.worker.SIZE.pack(len(message)) + message)[:written_bytes]
            while left:
                left = left[stream.write(left) :]
            os.kill(os.getpid(), signal.SIGKILL)

        gptviz.runs.worker.send = send  # the worker has looked up already what sends the answer to this call
        return os.getpid()

    executor = LocalExecutor(workers=1)
    pids = set()
    for written_bytes in (0, 3, 8, 60_000, 64_000_000):
        pids.add(executor.submit(die_amid_the_next_answer, written_bytes).result(PATIENCE_S))
        with pytest.raises(executor.lost_worker_errors):
            executor.submit(bytes, 64_000_000).result(PATIENCE_S)
    assert len(pids) == 5
    executor.shutdown()


def test_a_worker_killed_from_outside_at_any_moment_of_a_large_answer_hangs_nothing(executor):
    for delay_s in (0.02, 0.04, 0.06, 0.08):

        def large(delay_s=delay_s):
            import threading

            threading.Timer(delay_s, os.kill, (os.getpid(), signal.SIGKILL)).start()
            return bytes(64_000_000)

        error = executor.submit(large).exception(PATIENCE_S)
        assert error is None or isinstance(error, WorkerLost)
        wait_until(lambda: executor.submit(os.getpid).exception(PATIENCE_S) is None)


def test_calls_that_waited_for_a_killed_worker_are_lost_too():
    executor = LocalExecutor(workers=1)
    pid = executor.submit(os.getpid).result(PATIENCE_S)
    at_work, waiting, cancelled = (executor.submit(time.sleep, 3600) for _ in range(3))
    assert cancelled.cancel()
    os.kill(pid, signal.SIGKILL)
    assert isinstance(at_work.exception(PATIENCE_S), WorkerLost)
    assert isinstance(waiting.exception(PATIENCE_S), WorkerLost)
    assert executor.submit(os.getpid).result(PATIENCE_S) != pid
    executor.shutdown()


def test_after_shutdown_all_calls_are_lost_and_the_workers_gone():
    executor = LocalExecutor(workers=1)
    worker = psutil.Process(executor.submit(os.getpid).result(PATIENCE_S))
    at_work = executor.submit(time.sleep, 3600)
    executor.shutdown()
    assert isinstance(at_work.exception(PATIENCE_S), WorkerLost)
    assert isinstance(executor.submit(os.getpid).exception(PATIENCE_S), WorkerLost)
    assert psutil.wait_procs([worker], timeout=PATIENCE_S)[1] == []


def test_what_a_function_prints_raises_or_returns_does_not_end_its_worker(executor):
    class Unpicklable(Exception):
        def __reduce__(self):
            raise TypeError("not this one")

    class Unreadable:
        def __reduce__(self):
            return int, ("x",)

    def raise_unpicklable():
        raise Unpicklable("wrong")

    def print_much():
        print("printed " * 100_000)
        os.write(1, b"written")
        return input is not None

    before = set(both_pids(executor))
    with pytest.raises(ZeroDivisionError) as caught:
        executor.submit(divmod, 1, 0).result(PATIENCE_S)
    assert "In the worker" in caught.value.__notes__[0]
    with pytest.raises(SystemExit):
        executor.submit(sys.exit, 3).result(PATIENCE_S)
    with pytest.raises(TypeError, match="pickle"):
        executor.submit(lambda: (line for line in "generator")).result(PATIENCE_S)
    with pytest.raises(RuntimeError, match="wrong"):
        executor.submit(raise_unpicklable).result(PATIENCE_S)
    with pytest.raises(ValueError, match="invalid literal"):
        executor.submit(lambda: Unreadable()).result(PATIENCE_S)
    assert executor.submit(print_much).result(PATIENCE_S)
    assert set(both_pids(executor)) == before


def test_pause_single_step_and_resume_with_a_real_worker(manager, executor):
    run_id = manager.start("me", MODEL, TRAIN, CORPUS)
    wait_until(lambda: manager.view(run_id).run.step > 0)
    manager.pause("me", run_id)
    both_pids(executor)  # both workers are done with what they were at
    time.sleep(0.5)
    before = manager.view(run_id).run.step
    assert before < manager.view(run_id).run.total_steps
    manager.step("me", run_id)
    wait_until(lambda: manager.view(run_id).run.step == before + 1)
    manager.resume("me", run_id)
    wait_until(lambda: manager.view(run_id).run.ended)
    assert manager.view(run_id).run.status == "finished"


def test_workers_have_one_thread_and_no_kernel_chosen_by_hand(monkeypatch):
    def environment():
        import os

        import torch

        kept = [name for name in os.environ if name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")]
        from threadpoolctl import threadpool_info

        blas = [library for library in threadpool_info() if library["internal_api"] == "openblas"]
        return kept, torch.get_num_threads(), blas

    def kernels(environ):
        monkeypatch.setattr(os, "environ", environ)
        executor = LocalExecutor(workers=1)
        try:
            kept, torch_threads, blas = executor.submit(environment).result(PATIENCE_S)
        finally:
            executor.shutdown()
        assert kept == []
        assert torch_threads == 1
        assert {library["num_threads"] for library in blas} == {1}
        return [library["architecture"] for library in blas]

    clean = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS")}
    threads = {"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"}
    chosen = {**clean, **threads, "OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_L2_SIZE": "1"}
    assert kernels(chosen) == kernels({**clean, **threads})


def test_an_idle_worker_ends_and_the_next_call_starts_another():
    executor = LocalExecutor(workers=1, idle_s=1.0)
    first = executor.submit(os.getpid).result(PATIENCE_S)
    psutil.wait_procs([psutil.Process(first)] if psutil.pid_exists(first) else [], timeout=PATIENCE_S)
    assert not psutil.pid_exists(first)
    assert executor.submit(os.getpid).result(PATIENCE_S) != first
    executor.shutdown()


# A stand-in for the web server: it is not guarded by __name__, as a Streamlit page is not.
SERVER = """
import signal, sys, time
print("main", flush=True)
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs import registry
{extra}
manager = registry.get_manager()
assert registry.get_manager() is manager
corpus = Corpus.from_text("own", "own", "the cat sat on the mat. " * 400)
model = ModelConfig(len(corpus.vocabulary), context_size=8, embedding_size=8)
run_id = manager.start("me", model, TrainConfig(epochs=1000), corpus)
while not {ready}:
    time.sleep(0.01)
try:
    print("torch" in sys.modules, flush=True)
    signal.pause()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
# Its slices take an hour.
ENDLESS = """
import functools
registry.RunManager = functools.partial(registry.RunManager, slice_function=lambda task: __import__("time").sleep(3600))
"""
# Of its three workers, one was killed and replaced, and the last is started late, for a page that waits.
TURBULENT = (
    ENDLESS
    + """
import os, threading
from gptviz.errors import LearnerError
from gptviz.runs.executors import LocalExecutor
executor = LocalExecutor(workers=3)
registry.LocalExecutor = lambda: executor

def wait_on_a_page():
    try:
        manager.compute(time.sleep, 3600)
    except LearnerError:
        pass

def turbulent():
    assert executor.submit(lambda: os.kill(os.getpid(), signal.SIGKILL)).exception(60)
    executor.warm_up()
    for _ in range(3):
        threading.Thread(target=wait_on_a_page).start()
    time.sleep(5)
    return True
"""
)


@pytest.fixture
def start_server(tmp_path):
    servers = []

    def start(extra="", ready="manager.view(run_id).run.step"):
        script = tmp_path / "server.py"
        script.write_text(SERVER.format(extra=extra, ready=ready))
        servers.append(
            subprocess.Popen(
                [sys.executable, script],
                stdout=PIPE,
                stderr=PIPE,
                text=True,
                start_new_session=True,
                # In the background of a shell tests inherit that SIGINT is ignored; a server at a terminal does not.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        )
        assert servers[0].stdout.readline() == "main\n"
        assert servers[0].stdout.readline() == "False\n"  # the server itself never imports torch
        children = psutil.Process(servers[0].pid).children()
        assert children
        return servers[0], children

    yield start
    for server in servers:
        server.kill()


def test_a_worker_whose_answer_nobody_takes_goes_quietly():
    script = "from gptviz.runs.worker import main; main()"
    worker = subprocess.Popen([sys.executable, "-c", script], stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0)
    worker.stdout.close()  # a killed server's pipes end in any order
    send(worker.stdin, pickle.dumps((abs, (-1,), {})))
    assert worker.wait(timeout=60) in (0, 1)
    assert b"Traceback" not in worker.stderr.read()
    worker.stdin.close()
    worker.stderr.close()


def test_workers_go_when_the_server_is_killed(start_server):
    server, children = start_server()
    server.kill()
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []
    assert server.communicate()[0] == ""  # "main" was not printed again: workers did not run the script


@pytest.mark.parametrize(
    ("extra", "ready"),
    [(ENDLESS, "True"), (ENDLESS, "time.sleep(5) is None"), (TURBULENT, "turbulent()")],
    ids=["workers not ready", "slice at work", "worker replaced"],
)
def test_ctrl_c_ends_all_at_once_and_quietly(start_server, extra, ready):
    server, children = start_server(extra, ready)
    os.killpg(server.pid, signal.SIGINT)  # a terminal sends it to the whole group
    output, errors = server.communicate(timeout=PATIENCE_S)
    assert (output, errors, server.returncode) == ("interrupted\n", "", 0)
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []
