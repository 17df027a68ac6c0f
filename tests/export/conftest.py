"""Small runs to export: trained in the test itself, once a session."""

import pytest

from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Run
from gptviz.training.advance import advance
from gptviz.training.events import Diverged, Finished
from gptviz.training.plan import total_steps
from gptviz.training.state import initial_state

OWNER = "somebody"


def train_into(store, *, run_id="original", steps=None, corpus=None, train=None, name="a run", note="", **switches):
    """Train a model with the NumPy engine and keep it in a store; `steps` leaves it paused there."""
    corpus = corpus or load_corpus("repeat")
    sizes = {"context_size": 8, "embedding_size": 8, "heads": 2, "blocks": 1, **switches}
    model = ModelConfig(len(corpus.vocabulary), **sizes)
    train = train or TrainConfig(engine="numpy", batch_size=32, epochs=0.02, shuffle=True)
    end = total_steps(corpus, model, train)
    state, events = advance(initial_state(model, train), corpus, model, train, steps=steps)
    last = events[-1]
    result = last if isinstance(last, Finished | Diverged) else None
    status = {Finished: "finished", Diverged: "diverged"}.get(type(result), "paused")
    record = Run(
        run_id, OWNER, name, model, train, corpus.name, corpus.source, corpus.fingerprint, end, 1.0,
        status=status, step=state.step, training_s=1.5, result=result, note=note,
    )  # fmt: skip
    store.create(record, corpus)
    store.append(record, events, state)
    return record


@pytest.fixture(scope="session")
def store():
    """Four runs: finished, paused in mid-training, without attention, and diverged."""
    store = MemoryStore()
    train_into(store)
    train_into(store, run_id="paused", steps=7)
    train_into(store, run_id="plain", attention=None, positions=False)
    hot = TrainConfig(engine="numpy", batch_size=32, epochs=0.05, learning_rate=1000.0, warmup_steps=0, clip_norm=1e9)
    train_into(store, run_id="hot", train=hot, attention=AttentionConfig(scale="none"))
    return store
