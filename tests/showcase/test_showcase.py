"""The packaged run is what its configuration trains, and gets into a store once."""

from dataclasses import replace

import numpy as np
import pytest

from gptviz.analysis.heads import head_metrics, uniform_metrics
from gptviz.analysis.probes import head_texts
from gptviz.corpus import Corpus
from gptviz.corpus.windows import window_starts
from gptviz.parameters import initial_parameters
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Origin
from gptviz.showcase import OWNER, RUN_ID, make, packaged_run, take_in, taking_in
from gptviz.trace import trace
from gptviz.training.advance import advance
from gptviz.training.evaluate import mean_loss
from gptviz.training.events import Snapshot
from gptviz.training.state import TrainState


@pytest.fixture(scope="module")
def text():
    return make.showcase_text()


@pytest.fixture(scope="module")
def file():
    return packaged_run()


def test_the_file_was_made_by_the_configuration_of_the_script_on_the_rebuilt_text(file, text):
    assert file.model == make.showcase_model(text)
    assert file.train == make.TRAIN
    assert file.corpus_fingerprint == text.fingerprint
    assert file.vocabulary == text.vocabulary
    assert file.corpus is None  # the text itself is not in the repository
    assert len(file.snapshots) == make.SNAPSHOTS
    assert file.snapshots[-1].step == file.total_steps


def test_its_first_snapshots_are_those_that_training_gives_now(file, text):
    start = initial_parameters(file.model, file.train.seed)
    for name, array in file.snapshots[0].parameters.items():
        np.testing.assert_array_equal(array, start[name])
    last = [snapshot.step for snapshot in file.snapshots if snapshot.step <= 10][-1]
    _, events = advance(TrainState(0, start), text, file.model, file.train, steps=last)
    trained = {event.step: event.parameters for event in events if isinstance(event, Snapshot)}
    for snapshot in file.snapshots[1:]:
        if snapshot.step > last:
            break
        for name, array in snapshot.parameters.items():
            np.testing.assert_allclose(
                array, trained[snapshot.step][name], atol=2e-4, err_msg=f"{snapshot.step} {name}"
            )


def test_the_trace_of_its_parameters_has_the_test_loss_that_the_file_tells(file, text):
    T = file.model.context_size
    starts = window_starts(len(text.test), T)[:: len(text.test) // T // 150]
    measured = mean_loss(lambda tokens: trace(file.state.parameters, file.model, tokens).logits, text.test, starts, T)
    assert measured == pytest.approx(file.result.test_loss_nats, abs=0.05)


def test_one_of_its_heads_has_learned_to_look_at_the_previous_character(file, text):
    texts = head_texts(text, file.model.context_size)
    first, last = (
        head_metrics(one.parameters, file.model, texts)["previous"] for one in file.snapshots[:: make.SNAPSHOTS - 1]
    )
    alike = uniform_metrics(file.model, texts)["previous"]
    assert last.max() > 0.5
    assert first.max() < alike + 0.1


def test_it_gets_into_a_store_once_and_nobody_controls_it(file):
    store = MemoryStore()
    run = take_in(store)
    assert take_in(store) is run
    assert [one.id for one in store.runs()] == [RUN_ID]
    assert (run.owner, run.status, run.pinned, run.origin.kind) == (OWNER, "finished", True, "showcase")
    assert store.snapshot_steps(RUN_ID) == tuple(snapshot.step for snapshot in file.snapshots)
    assert store.curves(RUN_ID).step[-1] == run.total_steps
    assert store.samples(RUN_ID) == file.samples
    np.testing.assert_array_equal(
        store.state(RUN_ID).parameters["output.weight"], file.snapshots[-1].parameters["output.weight"]
    )


def test_an_updated_file_takes_the_place_of_an_older_one():
    store = MemoryStore()
    run = take_in(store)
    store.save(replace(run, origin=Origin("showcase", "of an older file", run.step), step=1))
    assert take_in(store).step == run.step
    assert len(store.runs()) == 1


def test_with_the_learners_file_it_has_the_text_that_it_was_trained_on(monkeypatch, text):
    other = Corpus.from_text("shakespeare", "file", "".join(text.vocabulary.characters) * 100)
    monkeypatch.setattr(taking_in, "load_corpus", lambda name: other)
    assert take_in(MemoryStore()).corpus_fingerprint == text.fingerprint
