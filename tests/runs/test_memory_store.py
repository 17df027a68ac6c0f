"""The store in memory: what goes in comes out, and snapshots keep within their limit by a rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Run, RunError
from gptviz.training.events import Sample, Snapshot, Step
from gptviz.training.state import TrainState

CORPUS = Corpus.from_text("own", "own", "abcd" * 50)
PARAMETERS = {"weight": np.zeros(250, dtype=np.float32)}  # 1000 bytes


def new_run(store, run_id):
    run = Run(run_id, "me", "", ModelConfig(4), TrainConfig(), "own", "own", CORPUS.fingerprint, 10, 0.0)
    store.create(run, CORPUS)
    return run


def add_snapshots(store, run, steps):
    for step in steps:
        store.append(run, [Snapshot(step, PARAMETERS)], TrainState(step, PARAMETERS))


def test_it_gives_back_what_a_slice_brought():
    store = MemoryStore()
    run = new_run(store, "a")
    assert store.state("a") is None
    state, sample, snapshot = TrainState(1, PARAMETERS), Sample(0, "a", "bc"), Snapshot(0, PARAMETERS)
    store.append(run, [snapshot, sample, Step(1, 1.5, 1e-3, 1.0, 10.0)], state)
    assert store.run("a") is run
    assert store.corpus("a") is CORPUS
    assert store.state("a") is state
    assert store.samples("a") == (sample,)
    assert store.snapshot("a", 0) is snapshot
    assert store.curves("a").loss_nats.tolist() == [1.5]
    assert len(store.curves("a", after_step=1).step) == 0
    assert not store.snapshots_thinned("a")


def test_the_newest_run_comes_first_and_one_text_is_kept_once():
    store = MemoryStore()
    new_run(store, "a")
    store.create(new_run(store, "b"), Corpus.from_text("own", "own", "abcd" * 50))
    assert [run.id for run in store.runs()] == ["b", "a"]
    assert store.corpus("b") is store.corpus("a")


@pytest.mark.parametrize("method", ["run", "corpus", "state", "curves", "samples", "snapshot_steps"])
def test_an_unknown_run_is_named(method):
    with pytest.raises(RunError, match="'nowhere'") as caught:
        getattr(MemoryStore(), method)("nowhere")
    assert (caught.value.code, caught.value.values) == ("unknown-run", {"run": "nowhere"})


def test_the_nearest_snapshot_is_given_and_none_is_an_error():
    store = MemoryStore()
    run = new_run(store, "a")
    with pytest.raises(RunError) as caught:
        store.snapshot("a", 3)
    assert caught.value.code == "no-snapshots"
    add_snapshots(store, run, [0, 10, 100])
    assert [store.snapshot("a", step).step for step in (-5, 4, 6, 80, 1000)] == [0, 0, 10, 100, 100]


def test_the_oldest_run_is_thinned_first():
    store = MemoryStore(snapshot_bytes=10_000)
    old, new = new_run(store, "old"), new_run(store, "new")
    add_snapshots(store, old, range(6))
    add_snapshots(store, new, range(4))
    assert not store.snapshots_thinned("old")
    add_snapshots(store, new, [4])
    assert store.snapshot_steps("old") == (0, 2, 4, 5)
    assert store.snapshots_thinned("old")
    assert store.snapshot_steps("new") == (0, 1, 2, 3, 4)
    assert not store.snapshots_thinned("new")


@given(st.lists(st.integers(0, 12), min_size=1, max_size=6), st.integers(1, 12))
def test_the_limit_holds_and_first_and_last_stay_while_any_are_left(counts, limit):
    store = MemoryStore(snapshot_bytes=limit * 1000)
    for number, count in enumerate(counts):
        add_snapshots(store, new_run(store, str(number)), range(count))
    kept = [store.snapshot_steps(str(number)) for number in range(len(counts))]
    assert sum(map(len, kept)) <= limit
    for steps, count in zip(kept, counts, strict=True):
        if len(steps) > 1:
            assert (steps[0], steps[-1]) == (0, count - 1)
