"""Runs beyond the limit wait in line, start by themselves, and people get equal shares whatever number of runs."""

import queue
from collections import Counter
from concurrent.futures import Future
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.limits import ALONE, LimitError
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.places import Places, Waiting
from gptviz.runs.slices import Outcome
from gptviz.runs.turns import Circle
from gptviz.training.events import Finished, Snapshot, Step
from gptviz.training.state import TrainState

CORPUS = Corpus.from_text("repeat", "generated", "the cat sat on the mat. " * 40)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
TRAIN = TrainConfig(engine="numpy", epochs=1)
ONE_AT_ONCE = replace(ALONE, runs_in_all=1)
ONE_EACH = replace(ALONE, runs_at_once=1)


class HandExecutor:
    """Keeps slices until the test has them done; the manager's own thread is never waited for by the clock."""

    lost_worker_errors = ()

    def __init__(self, workers=1):
        self.workers, self.calls, self.reached = workers, queue.SimpleQueue(), queue.SimpleQueue()

    def submit(self, function, task):
        future = Future()
        self.calls.put((task, future))
        return future

    def warm_up(self):
        self.reached.put(None)

    def shutdown(self):
        pass


class Bench:
    def __init__(self, store=None, workers=1, **options):
        self.executor, self.now_s = HandExecutor(workers), 0.0
        self.manager = RunManager(self.executor, store or MemoryStore(), clock=lambda: self.now_s, **options)

    def start(self, owner="me"):
        return self.manager.start(owner, MODEL, TRAIN, CORPUS)

    def settle(self):
        self.manager.warm_up()
        self.executor.reached.get(timeout=5)

    def work(self, *events, seconds=0.5):
        task, future = self.executor.calls.get(timeout=5)
        step = (task.state.step if task.state else 0) + 1
        future.set_result(Outcome(TrainState(step, {"w": np.ones(2)}), [Step(step, 1, 1, 1, 1), *events], seconds))
        self.settle()
        return task

    def status(self, run_id):
        self.settle()
        return self.manager.store.run(run_id).status


@pytest.fixture
def bench():
    bench = Bench(limits=ONE_AT_ONCE)
    yield bench
    bench.manager.shutdown()


def test_beyond_the_limit_runs_wait_in_the_order_of_arrival_and_start_by_themselves(bench):
    first, second, third, fourth = (bench.start(owner) for owner in ("a", "b", "c", "d"))
    bench.work()
    assert [bench.status(one) for one in (first, second, third, fourth)] == ["running", "queued", "queued", "queued"]
    assert bench.manager.waiting(first) is None
    assert [bench.manager.waiting(one) for one in (second, third, fourth)] == [Waiting("all", n) for n in (0, 1, 2)]
    bench.manager.stop("c", third)  # while it waits
    assert bench.manager.waiting(fourth) == Waiting("all", 1)
    bench.work(Finished(2, 1.0, 1))
    bench.work()
    assert (bench.status(first), bench.status(second), bench.status(third)) == ("finished", "running", "stopped")
    bench.manager.pause("b", second)
    bench.work()
    bench.work()
    assert (bench.status(second), bench.status(fourth)) == ("paused", "running")


def test_a_run_paused_while_it_waits_has_lost_its_place_in_line(bench):
    _, second, third = (bench.start(owner) for owner in ("a", "b", "c"))
    bench.manager.pause("b", second)
    assert (bench.status(second), bench.manager.waiting(second)) == ("paused", None)
    bench.manager.resume("b", second)
    assert bench.status(second) == "queued"
    assert bench.manager.waiting(third) == Waiting("all", 0)
    assert bench.manager.waiting(second) == Waiting("all", 1)


def test_a_run_resumed_into_the_line_keeps_its_steps_and_takes_none_until_it_is_its_turn(bench):
    first, second = bench.start("a"), bench.start("b")
    bench.work()
    bench.manager.pause("a", first)
    bench.manager.resume("a", first)  # its last slice is still at work
    bench.work()
    assert (bench.status(first), bench.manager.waiting(first)) == ("queued", Waiting("all", 0))
    for _ in range(3):
        bench.work()
    assert (bench.manager.store.run(first).step, bench.manager.store.run(second).step) == (2, 3)
    assert bench.status(first) == "queued"
    bench.manager.stop("b", second)
    bench.work()
    bench.work()
    assert (bench.status(first), bench.manager.store.run(first).step) == ("running", 3)


def test_a_run_that_waits_takes_single_steps_no_more_than_before_but_a_paused_one_does(bench):
    bench.start("a")
    second = bench.start("b")
    bench.manager.pause("b", second)
    bench.manager.step("b", second)
    bench.work()
    assert bench.work().steps == 1
    assert (bench.status(second), bench.manager.store.run(second).step) == ("paused", 1)


def test_one_persons_limit_holds_up_nobody_else():
    bench = Bench(limits=ONE_EACH, workers=4)
    first, second, other = bench.start("a"), bench.start("a"), bench.start("b")
    bench.work()
    bench.work()
    assert [bench.status(one) for one in (first, second, other)] == ["running", "queued", "running"]
    assert bench.manager.waiting(second) == Waiting("person", 0)
    bench.manager.stop("a", first)
    for _ in range(3):
        bench.work()
    assert bench.status(second) == "running"
    bench.manager.shutdown()


def test_a_waiting_run_that_nobody_looks_at_pauses_when_its_turn_comes_and_the_next_one_begins(bench):
    first, left, third = bench.start("a"), bench.start("b"), bench.start("c")
    bench.now_s = 130
    bench.manager.renew(first)
    bench.manager.renew(third)
    bench.work(Finished(1, 1.0, 1))
    bench.work()
    assert (bench.status(left), bench.manager.store.run(left).pause_reason) == ("paused", "idle")
    assert bench.status(third) == "running"


def test_after_a_restart_those_that_waited_wait_in_their_order(bench):
    store = bench.manager.store
    runs = [bench.start(owner) for owner in "abcd"]
    bench.work()
    bench.manager.shutdown()
    again = Bench(store, limits=ONE_AT_ONCE)
    again.manager.take_over()
    again.work()
    assert [again.status(run_id) for run_id in runs] == ["paused", "running", "queued", "queued"]
    assert [again.manager.waiting(run_id) for run_id in runs[2:]] == [Waiting("all", 0), Waiting("all", 1)]
    again.manager.shutdown()


def test_raised_limits_give_places_at_once_and_lowered_ones_end_nothing(bench):
    first, second = bench.start("a"), bench.start("b")
    bench.manager.set_limits(replace(ALONE, runs_in_all=2))
    bench.work()
    bench.work()
    assert (bench.status(first), bench.status(second)) == ("running", "running")
    bench.manager.set_limits(ONE_AT_ONCE)
    bench.work()
    bench.work()
    assert (bench.status(first), bench.status(second)) == ("running", "running")


def test_limits_of_ones_own(bench):
    bench.start("a")
    teachers = bench.start("teacher")
    assert bench.manager.waiting(teachers) == Waiting("all", 0)
    bench.manager.set_limits(ALONE, "teacher")
    assert bench.manager.waiting(teachers) is None


def test_while_all_are_held_only_some_begin(bench):
    bench.manager.hold(frozenset({"teacher"}))
    student, teacher = bench.start("a"), bench.start("teacher")
    assert (bench.manager.waiting(student), bench.manager.waiting(teacher)) == (Waiting("held", 0), None)
    bench.manager.hold(None)
    assert bench.manager.waiting(student) == Waiting("all", 0)


def test_start_and_resume_refuse_what_is_too_large(bench):
    run_id = bench.start()
    bench.manager.pause("me", run_id)
    bench.manager.set_limits(replace(ALONE, context_size=4))
    for call in (bench.start, lambda: bench.manager.resume("me", run_id)):
        with pytest.raises(LimitError) as caught:
            call()
        assert caught.value.code == "limit-size"
    bench.manager.set_limits(replace(ALONE, runs_kept=1))
    with pytest.raises(LimitError) as caught:
        bench.start()
    assert caught.value.values == {"given": 1, "most": 1}
    bench.start("another")


def test_of_a_run_only_so_many_snapshots_are_kept_with_both_ends():
    bench = Bench(limits=replace(ALONE, snapshots_per_run=3))
    run_id = bench.manager.start("me", MODEL, replace(TRAIN, epochs=10), CORPUS)
    total = bench.manager.store.run(run_id).total_steps
    bench.work(*(Snapshot(step, {"w": np.ones(2)}) for step in range(total + 1)))
    kept = bench.manager.store.snapshot_steps(run_id)
    assert (len(kept), kept[0], kept[-1]) == (3, 0, total)
    bench.manager.shutdown()


@pytest.mark.parametrize(("runs", "slice_s"), [(1, 0.3), (6, 0.3), (30, 0.133), (200, 0.1)])
def test_with_many_runs_at_work_slices_shorten(runs, slice_s):
    bench = Bench(workers=2)
    for number in range(runs):
        bench.start(str(number))
    for _ in range(4 * runs):
        task = bench.work()
    assert task.budget_s == pytest.approx(slice_s, abs=0.001)
    bench.manager.shutdown()


def served(owners, workers=1, slices=3000):
    """Have a circle serve runs ({run: owner}), the earliest slice ending first, and count the slices by owner."""
    circle, counts, going = Circle(), Counter(), []
    for run_id, owner in owners.items():
        circle.add(run_id, owner)
    for _ in range(slices):
        while circle.at_work < workers and (run_id := circle.take()) is not None:
            going.append(run_id)
        run_id = going.pop(0)
        counts[owners[run_id]] += 1
        circle.add(run_id, circle.end_turn(run_id))
    return counts


@given(st.lists(st.integers(1, 6), min_size=2, max_size=30), st.integers(1, 4))
def test_people_get_equal_shares_whatever_number_of_runs_they_have(runs, workers):
    owners = {f"{owner}-{run}": owner for owner, count in enumerate(runs) for run in range(count)}
    workers = min(workers, len(runs))
    counts = served(owners, workers, slices=100 * len(runs))
    assert len(counts) == len(runs)
    assert max(counts.values()) <= 1.2 * min(counts.values())


def test_thirty_people_and_one_with_five_runs_against_four_with_one():
    assert set(served({str(n): str(n) for n in range(30)}, workers=2).values()) == {100}
    five = {f"a{n}": "a" for n in range(5)} | {owner: owner for owner in "bcde"}
    assert served(five, workers=1) == Counter(dict.fromkeys("abcde", 600))


def test_of_one_person_all_runs_advance():
    circle = Circle()
    for run_id in "xyz":
        circle.add(run_id, "me")
    order = []
    for _ in range(6):
        order.append(circle.take())
        circle.add(order[-1], circle.end_turn(order[-1]))
    assert "".join(order) == "xyzxyz"


class InlineExecutor:
    """Trains at once, in the manager's own thread."""

    workers, lost_worker_errors = 2, ()

    def __init__(self):
        self.slices = 0

    def submit(self, function, task):
        self.slices += 1
        future = Future()
        step = (task.state.step if task.state else 0) + 1
        future.set_result(Outcome(TrainState(step, {}), [], task.budget_s))
        return future

    def warm_up(self):
        pass

    def shutdown(self):
        pass


def test_thirty_owners_share_the_workers_time_within_20_percent():
    """Real manager, store and turns; only training is made up. Every run is looked at while the others go on."""
    executor = InlineExecutor()
    manager = RunManager(executor, MemoryStore())
    manager.hold(frozenset())  # all begin together
    runs = [manager.start(f"student {n}", MODEL, replace(TRAIN, epochs=50), CORPUS) for n in range(30)]
    runs += [manager.start("student 0", MODEL, replace(TRAIN, epochs=50), CORPUS) for _ in range(4)]
    manager.hold(None)
    while executor.slices < 3000:
        pass
    for run_id in runs:
        with manager.lock:
            run = manager.store.run(run_id)
            manager.pause(run.owner, run_id)
            manager.hold(frozenset())
    shares = Counter()
    for run_id in runs:
        run = manager.store.run(run_id)
        shares[run.owner] += run.training_s
    manager.shutdown()
    assert len(shares) == 30
    assert max(shares.values()) <= 1.2 * min(shares.values())


def test_places_are_never_more_than_the_limits():
    limits = replace(ALONE, runs_at_once=2, runs_in_all=3)
    admitted = []
    places = Places(lambda owner: limits, lambda run_id, owner: admitted.append(run_id))
    assert [
        places.enter(run, owner) for run, owner in (("1", "a"), ("2", "a"), ("3", "a"), ("4", "b"), ("5", "c"))
    ] == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert places.waiting("3") == Waiting("person", 0)
    assert places.waiting("5") == Waiting("all", 0)
    places.leave("1")
    assert admitted == ["1", "2", "4", "3"]
    assert places.at_work == 3
