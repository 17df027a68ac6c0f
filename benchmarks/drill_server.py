"""The server of the fault drill: the app's own manager, database and workers, told what to do by lines on a pipe."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import IO, Any, cast

import numpy as np

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.corpus.corpus import Corpus
from gptviz.runs.manager import RunManager
from gptviz.runs.registry import get_manager
from gptviz.training.advance import advance
from gptviz.training.events import Sample, Step
from gptviz.training.state import TrainState, initial_state

OWNER = "drill"
Digests = dict[str, str]


class DrillServer:
    """A server as a process of its own, which can be killed at any time.

    Args:
        environment: Names its database.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.drill_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # it tells of each fault there
            text=True,
            env=os.environ | environment,
        )
        self._commands, self._answers = cast(IO[str], self.process.stdin), cast(IO[str], self.process.stdout)

    def ask(self, *words: object) -> Any:
        """Send a command and return its answer."""
        print(*words, file=self._commands, flush=True)
        return json.loads(self._answers.readline())

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()


def configuration(number: int, epochs: float, corpus: Corpus) -> tuple[ModelConfig, TrainConfig]:
    """Return what the run of a number trains: both engines in turn, each with a seed of its own."""
    model = ModelConfig(len(corpus.vocabulary), context_size=32, embedding_size=32, heads=4, blocks=2, dropout=0.1)
    engine = ("torch", "numpy")[number % 2]
    return model, TrainConfig(engine=engine, batch_size=32, epochs=epochs, shuffle=True, seed=42 + number)


def train_whole(number: int, epochs: float) -> Digests:
    """Train one of the runs here, in one go, and return what it ends with."""
    corpus = load_corpus("repeat")
    model, train = configuration(number, epochs, corpus)
    state, events = advance(initial_state(model, train), corpus, model, train)
    losses = [event.loss_nats for event in events if isinstance(event, Step)]
    return digests(state, losses, [event for event in events if isinstance(event, Sample)])


def digests(state: TrainState, losses: Iterable[float], samples: Iterable[Sample]) -> Digests:
    """Return what a run ended with, as hashes that differ where a single bit does."""
    moments = state.moments
    groups = [state.parameters] + ([moments.first, moments.second] if moments else [])
    arrays = [array for group in groups for _, array in sorted(group.items())]
    return {
        "parameters": _hash(array.tobytes() for array in arrays),
        "curve": _hash([np.array(list(losses), dtype=np.float64).tobytes()]),
        "samples": _hash(repr(sample).encode() for sample in samples),
    }


def _hash(parts: Iterable[bytes]) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part)
    return whole.hexdigest()[:16]


def _start(manager: RunManager, runs: str, epochs: str) -> list[str]:
    corpus = load_corpus("repeat")
    plans = [configuration(number, float(epochs), corpus) for number in range(int(runs))]
    return [manager.start(OWNER, model, train, corpus) for model, train in plans]


def _look(manager: RunManager) -> dict[str, Any]:
    runs = manager.store.runs()
    for run in runs:
        manager.renew(run.id)
    steps = {run.id: run.step for run in runs}
    return {"trouble": manager.store.trouble, "steps": steps, "status": {run.id: run.status for run in runs}}


def _whole_curves(manager: RunManager) -> bool:
    """Return whether each curve has every step up to where its run stands, once."""
    return all(
        manager.store.curves(run.id).step.tolist() == list(range(1, run.step + 1)) for run in manager.store.runs()
    )


def _resume(manager: RunManager) -> None:
    for run in manager.store.runs():
        if run.status == "paused":
            manager.resume(OWNER, run.id)


def _digests(manager: RunManager, run_id: str) -> Digests | None:
    store = manager.store
    state = store.state(run_id)
    return None if state is None else digests(state, store.curves(run_id).loss_nats, store.samples(run_id))


COMMANDS: dict[str, Callable[..., Any]] = {
    "start": _start,
    "look": _look,
    "whole-curves": _whole_curves,
    "resume": _resume,
    "digests": _digests,
    "worker": lambda manager: manager.compute(os.getpid),
    "train-whole": lambda manager, number, epochs: manager.compute(train_whole, int(number), float(epochs)),
}

if __name__ == "__main__":
    this = get_manager()
    for line in sys.stdin:
        command, *words = line.split()
        print(json.dumps(COMMANDS[command](this, *words)), flush=True)
