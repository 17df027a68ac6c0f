"""A stored run gives back the events that it was filled with."""

import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.runs.copying import events_of
from gptviz.runs.database import open_database
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Run
from gptviz.runs.sql_store import SqlStore
from gptviz.training.advance import advance
from gptviz.training.events import Finished
from gptviz.training.state import initial_state

CORPUS = Corpus.from_text("own", "own", "老鼠爱大米。the cat sat on the mat.\n" * 40)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
TRAIN = TrainConfig(engine="numpy", epochs=0.3, batch_size=4)


@pytest.fixture
def store(url_or_memory):
    return MemoryStore() if url_or_memory is None else SqlStore(open_database(url_or_memory))


def plain(events):
    """Return events as something that can be compared: arrays cannot."""
    return [
        {n: {k: a.tobytes() for k, a in v.items()} if isinstance(v, dict) else v for n, v in vars(event).items()}
        | {"kind": type(event).__name__}
        for event in events
    ]


def train_into(store, slices=4):
    source = CORPUS.name, CORPUS.source, CORPUS.fingerprint
    store.create(run := Run("a", "me", "", MODEL, TRAIN, *source, 50, 0.0), CORPUS)
    state, told = initial_state(MODEL, TRAIN), []
    for _ in range(slices):
        state, events = advance(state, CORPUS, MODEL, TRAIN, steps=7)
        store.append(run, events, state)
        told += events
    return told


def test_all_that_training_told_comes_back_in_its_order(store):
    told = train_into(store)
    assert len({type(event) for event in told}) >= 4
    assert plain(events_of(store, "a")) == plain(event for event in told if not isinstance(event, Finished))


@pytest.mark.parametrize("step", [0, 5, 14])
def test_what_came_after_a_step_is_left_out(store, step):
    told = train_into(store)
    assert plain(events_of(store, "a", step)) == plain(event for event in told if event.step <= step)
