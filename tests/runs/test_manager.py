"""The RunManager, with an executor worked by hand: every order of events is tried on purpose, and no test waits."""

import itertools
import queue
import re
import threading
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor

import numpy as np
import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.errors import LearnerError
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import RunError
from gptviz.runs.slices import CorpusNeeded, Outcome
from gptviz.training.events import Diverged, Evaluation, Finished, Step
from gptviz.training.state import TrainState

CORPUS = Corpus.from_text("repeat", "generated", "the cat sat on the mat. " * 40)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
STEPS_A_SLICE = 5


def fake_slice(task):
    """Takes 5 steps, or as many as asked for; its "parameter" is the number of steps done."""
    done = task.state.step if task.state else 0
    step = done + (task.steps or STEPS_A_SLICE)
    events = [Step(number, 1.0 / number, 1e-3, 1.0, 100.0) for number in range(done + 1, step + 1)]
    return Outcome(TrainState(step, {"weight": np.full(3, step)}), events, 0.5)


class HandExecutor:
    """Keeps calls until the test says what becomes of them."""

    lost_worker_errors = (BrokenExecutor,)

    def __init__(self, workers=1):
        self.workers = workers
        self.calls = queue.SimpleQueue()
        self.reached = queue.SimpleQueue()

    def submit(self, function, task):
        future = Future()
        self.calls.put((function, task, future))
        return future

    def warm_up(self):
        self.reached.put(None)

    def shutdown(self):
        pass


class Bench:
    """A manager on a HandExecutor, and a clock that the test moves."""

    def __init__(self, workers=1, **options):
        self.executor, self.now_s = HandExecutor(workers), 0.0
        self.manager = RunManager(
            self.executor, MemoryStore(), slice_function=fake_slice, clock=lambda: self.now_s, **options
        )

    def start(self, owner="me"):
        return self.manager.start(owner, MODEL, TrainConfig(engine="numpy", epochs=1), CORPUS)

    def next(self):
        """Wait for the next slice: its task and its future."""
        _, task, future = self.executor.calls.get(timeout=5)
        return task, future

    def work(self, result=None):
        """Have the next slice done, and return its task."""
        function, task, future = self.executor.calls.get(timeout=5)
        if isinstance(result, BaseException):
            future.set_exception(result)
        else:
            future.set_result(function(task) if result is None else result)
        return task

    def settle(self):
        """Wait until the manager has heard of everything so far."""
        self.manager.warm_up()
        self.executor.reached.get(timeout=5)

    def run(self, run_id):
        self.settle()
        return self.manager.view(run_id).run

    def idle(self):
        """Whether no slice waits to be worked on."""
        self.settle()
        return self.executor.calls.empty()


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.manager.shutdown()


def code(call, *args):
    with pytest.raises(RunError) as caught:
        call(*args)
    return caught.value.code


def test_a_run_from_start_to_end(bench):
    run_id = bench.start()
    run = bench.run(run_id)
    assert (run.status, run.step, run.corpus_name, run.corpus_source) == ("queued", 0, "repeat", "generated")
    assert run.total_steps > STEPS_A_SLICE
    assert run.remaining_s is None
    assert bench.manager.view(run_id).latest is None
    bench.work()
    run = bench.run(run_id)
    assert (run.status, run.step, run.training_s) == ("running", 5, 0.5)
    assert run.remaining_s == pytest.approx(0.1 * (run.total_steps - 5))
    finished = Finished(10, 1.25, 99)
    bench.work(Outcome(TrainState(10, {"weight": np.ones(3)}, complete=True), [finished], 0.5))
    assert bench.idle()
    view = bench.manager.view(run_id)
    assert (view.run.status, view.run.result, view.run.ended) == ("finished", finished, True)
    assert view.curves.step.tolist() == [1, 2, 3, 4, 5]
    assert view.latest.step == 10
    assert view.latest.parameters["weight"].tolist() == [1, 1, 1]


def test_ids_have_nothing_that_a_url_markdown_or_a_key_of_streamlit_takes_for_its_own(bench):
    assert all(re.fullmatch("[0-9a-f]{16}", bench.start()) for _ in range(20))


def test_a_run_that_diverges_ends_with_the_last_good_state(bench):
    run_id = bench.start()
    bench.work()
    diverged = Diverged(8, float("inf"), 1.0)
    bench.work(Outcome(TrainState(7, {"weight": np.ones(3)}, complete=True), [diverged], 0.5))
    assert bench.idle()
    run = bench.run(run_id)
    assert (run.status, run.step, run.result) == ("diverged", 7, diverged)


def test_slices_are_short_at_first_and_go_on_from_the_state_before(bench):
    run_id = bench.start()
    tasks = [bench.work() for _ in range(5)]
    assert [task.budget_s for task in tasks] == [0.05, 0.1, 0.2, 0.3, 0.3]
    assert [task.state.step if task.state else 0 for task in tasks] == [0, 5, 10, 15, 20]
    assert all(task.steps is None and task.corpus is None for task in tasks)
    bench.settle()
    bench.manager.pause("me", run_id)
    bench.work()
    bench.settle()
    bench.manager.resume("me", run_id)
    assert bench.work().budget_s == 0.05


def test_pause_keeps_the_slice_at_work_and_submits_no_more(bench):
    run_id = bench.start()
    bench.work()
    _, future = bench.next()
    bench.manager.pause("me", run_id)
    bench.manager.pause("me", run_id)
    assert (bench.run(run_id).status, bench.run(run_id).pause_reason) == ("paused", "asked")
    future.set_result(Outcome(TrainState(9, {}), [], 0.5))
    assert bench.idle()
    assert (bench.run(run_id).status, bench.run(run_id).step) == ("paused", 9)


def test_resume_goes_on_with_one_slice_at_a_time(bench):
    run_id = bench.start()
    bench.work()
    bench.settle()
    bench.manager.pause("me", run_id)
    bench.manager.resume("me", run_id)
    bench.manager.resume("me", run_id)
    assert (bench.run(run_id).status, bench.run(run_id).pause_reason) == ("running", None)
    bench.work()
    bench.next()
    assert bench.idle()


def test_paused_before_its_first_slice_a_run_waits_in_line_again(bench):
    run_id = bench.start()
    bench.manager.pause("me", run_id)
    bench.manager.resume("me", run_id)
    assert bench.run(run_id).status == "queued"


def test_single_steps_of_a_paused_run(bench):
    run_id = bench.start()
    bench.work()
    assert code(bench.manager.step, "me", run_id) == "not-paused"
    bench.settle()
    bench.manager.pause("me", run_id)
    bench.work()
    bench.settle()
    bench.manager.step("me", run_id)
    bench.manager.step("me", run_id)
    assert [bench.work().steps, bench.work().steps] == [1, 1]
    assert bench.idle()
    run = bench.run(run_id)
    assert (run.status, run.step) == ("paused", 12)


def test_a_single_step_lost_with_its_worker_is_taken_again(bench):
    run_id = bench.start()
    bench.work()
    bench.settle()
    bench.manager.pause("me", run_id)
    bench.work()
    bench.settle()
    bench.manager.step("me", run_id)
    bench.work(BrokenExecutor("killed"))
    assert bench.work().steps == 1
    assert bench.idle()
    assert bench.run(run_id).step == 11


def test_stop_is_for_good(bench):
    run_id = bench.start()
    bench.work()
    _, future = bench.next()
    bench.manager.stop("me", run_id)
    bench.manager.stop("me", run_id)
    future.set_result(Outcome(TrainState(9, {}), [], 0.5))
    assert bench.idle()
    assert (bench.run(run_id).status, bench.run(run_id).step) == ("stopped", 5)
    for control in (bench.manager.pause, bench.manager.resume, bench.manager.step):
        assert code(control, "me", run_id) == "run-ended"


def test_only_its_owner_controls_a_run_and_everyone_may_look(bench):
    run_id = bench.start(owner="one session")
    for control in (bench.manager.pause, bench.manager.resume, bench.manager.step, bench.manager.stop):
        assert code(control, "another session", run_id) == "not-owner"
        assert code(control, "", run_id) == "not-owner"
        assert code(control, "one session", "nowhere") == "unknown-run"
    bench.manager.renew(run_id)
    assert bench.manager.view(run_id).run.status == "queued"
    assert code(bench.manager.renew, "nowhere") == "unknown-run"
    assert code(bench.manager.view, "nowhere") == "unknown-run"
    assert code(bench.start, "") == "no-owner"


def test_two_sessions_have_two_runs():
    bench = Bench(workers=2)
    mine, yours = bench.start("me"), bench.start("you")
    assert mine != yours
    bench.settle()
    bench.manager.stop("me", mine)
    bench.next()
    bench.work()
    assert bench.run(yours).status == "running"
    bench.manager.shutdown()


def test_a_text_too_short_is_refused_at_once(bench):
    short = Corpus.from_text("own", "own", "too short")
    with pytest.raises(LearnerError) as caught:
        bench.manager.start("me", ModelConfig(len(short.vocabulary)), TrainConfig(), short)
    assert caught.value.code == "text-too-short"
    assert bench.manager.store.runs() == []


def test_a_run_nobody_looks_at_pauses_by_itself(bench):
    run_id = bench.start()
    bench.now_s = 119
    bench.work()
    bench.settle()
    bench.manager.renew(run_id)
    bench.now_s = 238
    bench.work()
    bench.work()
    bench.settle()
    bench.now_s = 240
    bench.work()
    assert bench.idle()
    assert (bench.run(run_id).status, bench.run(run_id).pause_reason) == ("paused", "idle")
    bench.manager.resume("me", run_id)
    bench.work()
    assert bench.run(run_id).status == "running"


def test_runs_take_turns():
    bench = Bench(workers=1)
    runs = [bench.start() for _ in range(3)]
    steps = [bench.work().state for _ in range(9)]
    assert [state.step if state else 0 for state in steps] == [0, 0, 0, 5, 5, 5, 10, 10, 10]
    assert {bench.run(run_id).step for run_id in runs} == {15}
    bench.manager.shutdown()


def test_few_workers_are_shared_equally_whatever_the_order_in_which_slices_end():
    bench = Bench(workers=2)
    for _ in range(5):
        bench.start()
    waiting = [bench.next(), bench.next()]
    for number in range(60):
        task, future = waiting.pop(number % 7 % 2)
        future.set_result(fake_slice(task))
        waiting.append(bench.next())
    assert bench.idle()  # never more slices than workers
    steps = [run.step for run in bench.manager.store.runs()]
    assert sum(steps) == 300
    assert max(steps) - min(steps) <= 2 * STEPS_A_SLICE
    bench.manager.shutdown()


def test_a_worker_that_lacks_the_text_gets_it_once(bench):
    first, second = bench.start(), bench.start()
    assert bench.work(CorpusNeeded()).corpus is None
    assert bench.work().corpus is CORPUS  # of the same run: its turn was not used up
    assert bench.run(first).step == 5
    assert bench.work().corpus is None
    assert bench.run(second).step == 5


def test_a_slice_lost_with_its_worker_is_worked_on_again(bench):
    run_id, other = bench.start(), bench.start()
    bench.work()
    bench.work()
    lost = bench.work(BrokenExecutor("killed"))
    again = bench.work()
    assert (lost.state.step, again.state.step) == (5, 5)
    assert (bench.run(run_id).step, bench.run(other).step) == (10, 5)


def test_a_run_that_kills_worker_after_worker_fails_and_the_others_go_on(bench):
    run_id, other = bench.start(), bench.start()
    bench.work()
    bench.work()
    for _ in range(3):
        bench.work(BrokenExecutor("killed"))
    bench.work()  # a success in between: counted from 0 again
    bench.work()
    for _ in range(4):
        bench.work(BrokenExecutor("killed"))
    run = bench.run(run_id)
    assert (run.status, run.step, run.failure.code, run.failure.values) == ("failed", 10, "worker-lost", {"times": 4})
    assert bench.manager.view(run_id).latest.step == 10
    bench.work()
    assert bench.run(other).step == 15


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ZeroDivisionError("by zero"), ("slice-failed", {"reason": "ZeroDivisionError: by zero"})),
        (LearnerError("some-rule", "a rule", given=3), ("some-rule", {"given": 3})),
    ],
)
def test_an_error_in_training_ends_the_run_with_its_message(bench, error, expected):
    run_id, other = bench.start(), bench.start()
    bench.work()
    bench.work()
    bench.work(error)
    run = bench.run(run_id)
    values = {name: value for name, value in run.failure.values.items() if name != "fault"}
    assert (run.status, run.step, (run.failure.code, values)) == ("failed", 5, expected)
    assert bench.manager.view(run_id).latest.step == 5
    bench.work()
    assert bench.run(other).step == 10


def test_a_store_that_fails_for_one_run_does_not_end_the_others(bench, monkeypatch):
    run_id, other = bench.start(), bench.start()
    append = bench.manager.store.append

    def full_for_one(run, events, state):
        if run.id == run_id:
            raise OSError("disk full")
        append(run, events, state)

    monkeypatch.setattr(bench.manager.store, "append", full_for_one)
    bench.work()
    bench.work()
    assert (bench.run(run_id).status, bench.run(run_id).failure.code) == ("failed", "slice-failed")
    assert bench.run(other).status == "running"


def test_an_executor_that_refuses_a_slice_fails_that_run_only(bench, monkeypatch):
    submit = bench.executor.submit
    monkeypatch.setattr(bench.executor, "submit", lambda *_: (_ for _ in ()).throw(RuntimeError("no")))
    run_id = bench.start()
    assert bench.run(run_id).status == "failed"
    monkeypatch.setattr(bench.executor, "submit", submit)
    other = bench.start()
    bench.work()
    assert bench.run(other).status == "running"


class ThreadExecutor(ThreadPoolExecutor):
    """Works on slices in threads of this process."""

    lost_worker_errors = (BrokenExecutor,)
    workers = 2

    def warm_up(self):
        pass


def test_many_threads_read_while_runs_are_written():
    numbers = itertools.count()

    def slice_with_evaluation(task):
        outcome = fake_slice(task)
        outcome.events.append(Evaluation(outcome.state.step, 2.0, 2.5, next(numbers)))
        if outcome.state.step >= 400:
            outcome.events.append(Finished(outcome.state.step, 1.0, 1))
        return outcome

    manager = RunManager(ThreadExecutor(2), MemoryStore(), slice_function=slice_with_evaluation)
    runs = [manager.start("me", MODEL, TrainConfig(engine="numpy", epochs=1), CORPUS) for _ in range(3)]
    faults = []

    def read(run_id):
        seen = 0
        while not (view := manager.view(run_id, after_step=seen)).run.ended:
            steps = view.curves.step
            if steps.tolist() != list(range(seen + 1, seen + 1 + len(steps))):
                faults.append(f"steps {steps} after {seen}")
            if view.latest and set(view.latest.parameters["weight"]) != {view.latest.step}:
                faults.append("parameters of another step")
            if len(view.curves.test_loss_nats) != len(view.curves.evaluation_step):
                faults.append("half an evaluation")
            seen += len(steps)
            manager.renew(run_id)

    readers = [threading.Thread(target=read, args=(run_id,)) for run_id in runs * 2]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(60)
    manager.shutdown()
    assert faults == []
    assert [manager.view(run_id).run.status for run_id in runs] == ["finished"] * 3
    assert [len(manager.view(run_id).curves.step) for run_id in runs] == [400] * 3
