"""A slice: texts are asked for once, and slices make up the same training as one go."""

import numpy as np
import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs import slices
from gptviz.runs.slices import CorpusNeeded, Outcome, SliceTask, run_slice
from gptviz.training.advance import advance
from gptviz.training.state import initial_state

CORPUS = Corpus.from_text("own", "own", "the cat sat on the mat. " * 20)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
TRAIN = TrainConfig(engine="numpy", epochs=0.5)


@pytest.fixture(autouse=True)
def no_texts_yet(monkeypatch):
    monkeypatch.setattr(slices, "_corpora", slices.OrderedDict())


def task(state=None, corpus=None, fingerprint=CORPUS.fingerprint):
    return SliceTask(MODEL, TRAIN, state, fingerprint, corpus, steps=3)


def test_a_worker_asks_for_a_text_once():
    assert run_slice(task()) == CorpusNeeded()
    first = run_slice(task(corpus=CORPUS))
    second = run_slice(task(first.state))
    assert isinstance(second, Outcome)
    assert (first.state.step, second.state.step) == (3, 6)
    assert second.seconds > 0


def test_slices_make_up_the_same_training_as_one_go():
    outcome = run_slice(task(corpus=CORPUS))
    while not outcome.state.complete:
        outcome = run_slice(task(outcome.state))
    whole, _ = advance(initial_state(MODEL, TRAIN), CORPUS, MODEL, TRAIN)
    assert outcome.state.step == whole.step
    for name, array in whole.parameters.items():
        np.testing.assert_array_equal(outcome.state.parameters[name], array)


def test_the_texts_used_longest_ago_are_forgotten(monkeypatch):
    monkeypatch.setattr(slices, "CACHED_CHARACTERS", 2 * CORPUS.text_length)
    for name in ("a", "b"):
        run_slice(task(corpus=CORPUS, fingerprint=name))
    run_slice(task(fingerprint="a"))
    run_slice(task(corpus=CORPUS, fingerprint="c"))
    assert [run_slice(task(fingerprint=name)) == CorpusNeeded() for name in ("a", "b", "c")] == [False, True, False]


def test_one_text_is_kept_however_long(monkeypatch):
    monkeypatch.setattr(slices, "CACHED_CHARACTERS", 1)
    run_slice(task(corpus=CORPUS))
    assert isinstance(run_slice(task()), Outcome)
