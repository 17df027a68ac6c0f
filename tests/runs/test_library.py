"""The library of runs: names, notes, pins, throwing away and taking back, and forks that train on."""

import time
from dataclasses import replace

import numpy as np
import pytest

from gptviz.config import ConfigError, ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.database import open_database
from gptviz.runs.library import LONGEST_NAME, LONGEST_NOTE, UNDO_S, Library
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Origin, RunError
from gptviz.runs.sql_store import SqlStore
from gptviz.training import plan
from tests.pages.conftest import InlineExecutor, wait_for_end

CORPUS = Corpus.from_text("own", "own", "老鼠爱大米。the cat sat on the mat.\n" * 40)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
TRAIN = TrainConfig(engine="numpy", epochs=2.0, batch_size=4, warmup_steps=5)


@pytest.fixture
def store(url_or_memory):
    return MemoryStore() if url_or_memory is None else SqlStore(open_database(url_or_memory))


@pytest.fixture
def manager(store, monkeypatch):
    monkeypatch.setattr(plan, "SAMPLE_LENGTH", 12)  # to write samples is what costs most in a run of a few steps
    manager = RunManager(InlineExecutor(), store)
    yield manager
    manager.shutdown()


class Clock:
    now_s = 1000.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def library(manager, clock):
    return Library(manager, clock)


@pytest.fixture
def finished(manager):
    return wait_for_end(manager, manager.start("me", MODEL, TRAIN, CORPUS, name="first"))


def paused_after(manager, steps):
    """Start a run and stop it after so many single steps."""
    run_id = manager.start("me", MODEL, TRAIN, CORPUS)
    manager.pause("me", run_id)
    begun = manager.store.run(run_id).step
    for _ in range(steps):
        manager.step("me", run_id)
    while manager.store.run(run_id).step < begun + steps:
        time.sleep(0.01)
    return manager.store.run(run_id)


def test_the_owner_names_notes_and_pins(library, store, finished):
    library.rename("me", finished.id, "  two \n heads\t")
    library.annotate("me", finished.id, " line\nline \n")
    library.pin("me", finished.id, True)
    run = store.run(finished.id)
    assert (run.name, run.note, run.pinned) == ("two heads", "line\nline", True)
    library.pin("me", finished.id, False)
    assert not store.run(finished.id).pinned


@pytest.mark.parametrize(
    ("method", "value", "code", "most"),
    [("rename", "x" * 81, "name-too-long", LONGEST_NAME), ("annotate", "x" * 2001, "note-too-long", LONGEST_NOTE)],
)
def test_what_is_too_long_is_refused_with_its_limit(library, store, finished, method, value, code, most):
    with pytest.raises(RunError) as caught:
        getattr(library, method)("me", finished.id, value)
    assert (caught.value.code, caught.value.values) == (code, {"given": most + 1, "most": most})
    assert store.run(finished.id) == finished
    getattr(library, method)("me", finished.id, value[:-1])


def test_nobody_else_changes_a_run(library, store, finished):
    for act in (
        lambda: library.rename("you", finished.id, "mine"),
        lambda: library.annotate("you", finished.id, "mine"),
        lambda: library.pin("you", finished.id, True),
        lambda: library.delete("you", finished.id),
        lambda: library.undelete("you", finished.id),
    ):
        with pytest.raises(RunError) as caught:
            act()
        assert caught.value.code == "not-owner"
    assert store.run(finished.id) == finished


def test_a_run_that_was_thrown_away_can_be_taken_back_for_a_while(library, store, clock, finished):
    library.delete("me", finished.id)
    assert store.runs() == []
    assert [run.id for run in library.trash()] == [finished.id]
    clock.now_s += UNDO_S
    library.undelete("me", finished.id)
    assert store.runs() == [finished]


def test_then_it_is_gone_for_good(library, store, clock, finished):
    library.delete("me", finished.id)
    clock.now_s += UNDO_S + 1
    assert library.trash() == []
    with pytest.raises(RunError, match="no run"):
        store.run(finished.id)


def test_a_run_that_trains_pauses_when_it_is_thrown_away_and_can_go_on(library, manager, clock):
    run = paused_after(manager, 3)
    manager.resume("me", run.id)
    library.delete("me", run.id)
    deleted = manager.store.run(run.id)
    assert deleted.deleted_s == clock.now_s
    assert not deleted.active
    library.undelete("me", run.id)
    if not deleted.ended:  # it may have come to its end at once
        manager.resume("me", run.id)
    assert wait_for_end(manager, run.id).status == "finished"


def test_a_run_that_was_thrown_away_does_not_train_unseen(library, manager):
    run = paused_after(manager, 2)
    library.delete("me", run.id)
    for act in (manager.resume, manager.step):  # a button of another tab
        with pytest.raises(RunError, match="deleted"):
            act("me", run.id)


def test_a_paused_run_is_forgotten_whole(library, manager, clock):
    run = paused_after(manager, 2)
    library.delete("me", run.id)
    clock.now_s += UNDO_S + 1
    library.empty_trash()
    with pytest.raises(RunError, match="no run"):
        manager.resume("me", run.id)
    other = manager.start("me", MODEL, TRAIN, CORPUS)  # turns still go on
    assert wait_for_end(manager, other).status == "finished"


def parameters_of(store, run_id):
    return store.state(run_id).parameters


def assert_same_parameters(left, right):
    for name, array in left.items():
        np.testing.assert_array_equal(array, right[name])


def test_a_fork_trains_on_and_leaves_the_original_alone(library, manager, store, finished):
    before = store.run(finished.id), store.snapshot_steps(finished.id), parameters_of(store, finished.id)
    step = store.snapshot_steps(finished.id)[-10]
    fork_id = library.fork("you", finished.id, step, train=replace(TRAIN, learning_rate=3e-3), name="faster")
    fork = wait_for_end(manager, fork_id)
    assert (fork.status, fork.owner, fork.name, fork.origin) == (
        "finished",
        "you",
        "faster",
        Origin("fork", finished.id, step),
    )
    assert fork.step == fork.total_steps == finished.total_steps
    ours, theirs = store.curves(fork_id), store.curves(finished.id)
    np.testing.assert_array_equal(ours.loss_nats[:step], theirs.loss_nats[:step])
    np.testing.assert_array_equal(ours.step, theirs.step)
    assert not np.array_equal(ours.loss_nats, theirs.loss_nats)
    assert store.snapshot_steps(fork_id) == store.snapshot_steps(finished.id)
    assert store.samples(fork_id)[0] == store.samples(finished.id)[0]
    assert (store.run(finished.id), store.snapshot_steps(finished.id)) == before[:2]
    assert_same_parameters(parameters_of(store, finished.id), before[2])


def test_a_fork_of_step_0_has_the_very_same_numbers(library, manager, store, finished):
    fork = wait_for_end(manager, library.fork("me", finished.id, 0))
    assert_same_parameters(parameters_of(store, fork.id), parameters_of(store, finished.id))
    assert fork.result == finished.result
    assert store.samples(fork.id) == store.samples(finished.id)
    np.testing.assert_array_equal(store.curves(fork.id).loss_nats, store.curves(finished.id).loss_nats)


def test_so_has_a_fork_of_the_newest_step(library, manager, store):
    run = paused_after(manager, 7)
    assert run.step in library.fork_steps(run.id)
    fork = wait_for_end(manager, library.fork("me", run.id, run.step))
    manager.resume("me", run.id)
    original = wait_for_end(manager, run.id)
    assert_same_parameters(parameters_of(store, fork.id), parameters_of(store, original.id))
    assert fork.result == original.result


def test_a_fork_of_a_fork_of_a_finished_run_needs_more_epochs(library, manager, store, finished):
    last = finished.total_steps
    with pytest.raises(RunError) as caught:
        library.fork("me", finished.id, last)
    assert (caught.value.code, caught.value.values) == ("fork-complete", {"step": last, "total": last})
    longer = replace(TRAIN, epochs=3.0)
    first = wait_for_end(manager, library.fork("me", finished.id, last, train=longer, dropout=0.1))
    assert first.step == first.total_steps == round(1.5 * last)
    assert first.model == replace(MODEL, dropout=0.1)
    second = wait_for_end(manager, library.fork("me", first.id, last, train=longer))
    assert second.origin == Origin("fork", first.id, last)
    assert len(store.curves(second.id).step) == second.total_steps


def test_a_thinned_run_forks_from_what_it_still_has(library, manager, tmp_path):
    store = MemoryStore(snapshot_bytes=60_000)
    manager = RunManager(InlineExecutor(), store)
    library = Library(manager)
    run = wait_for_end(manager, manager.start("me", MODEL, TRAIN, CORPUS))
    assert store.snapshots_thinned(run.id)
    gone = next(step for step in range(run.total_steps) if step not in library.fork_steps(run.id))
    with pytest.raises(RunError) as caught:
        library.fork("me", run.id, gone)
    assert (caught.value.code, caught.value.values) == ("snapshot-gone", {"step": gone})
    fork = wait_for_end(manager, library.fork("me", run.id, store.snapshot_steps(run.id)[1]))
    assert fork.status == "finished"
    manager.shutdown()


def test_what_cannot_be_forked_starts_nothing(library, store, finished):
    runs = store.runs()
    step = store.snapshot_steps(finished.id)[3]
    with pytest.raises(RunError, match="owner"):
        library.fork("", finished.id, step)
    with pytest.raises(ConfigError):
        library.fork("me", finished.id, step, dropout=1.0)
    with pytest.raises(RunError, match="81"):
        library.fork("me", finished.id, step, name="x" * 81)
    assert store.runs() == runs
    library.delete("me", finished.id)
    with pytest.raises(RunError, match="deleted"):
        library.fork("me", finished.id, step)
