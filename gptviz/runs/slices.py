"""One slice of training, as a worker does it: a task goes in, an outcome comes out, nothing stays but texts."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.training.advance import advance
from gptviz.training.events import Event
from gptviz.training.state import TrainState, initial_state

CACHED_CHARACTERS = 40_000_000  # 80 MB a worker at 2 bytes a token: the texts of a class

_corpora: OrderedDict[str, Corpus] = OrderedDict()
_lock = threading.Lock()  # a worker of a cluster may have several threads


@dataclass(frozen=True)
class SliceTask:
    """What to train on, and how far.

    Args:
        model: The model.
        train: Its training.
        state: Where to go on; None: at the start.
        corpus_fingerprint: Names the text.
        corpus: The text itself, once the worker has said that it lacks it.
        steps: How many steps at most; None: no limit.
        budget_s: For how many seconds; None: no limit.
    """

    model: ModelConfig
    train: TrainConfig
    state: TrainState | None
    corpus_fingerprint: str
    corpus: Corpus | None = None
    steps: int | None = None
    budget_s: float | None = None


@dataclass(frozen=True)
class Outcome:
    """What a slice brought.

    Args:
        state: Where training stands now.
        events: What happened, in order.
        seconds: The worker spent on it.
    """

    state: TrainState
    events: list[Event]
    seconds: float


@dataclass(frozen=True)
class CorpusNeeded:
    """This worker has not seen the text yet: send the task again with the text in it."""


def run_slice(task: SliceTask) -> Outcome | CorpusNeeded:
    """Train on for one slice; called in a worker.

    A text travels to a worker once, not with every slice. The worker asks for it, because no sender can know which
    worker of a pool or of a cluster gets a task, nor which of them has been started anew.

    Raises:
        LearnerError: As `advance`.
    """
    corpus = _corpus_of(task)
    if corpus is None:
        return CorpusNeeded()
    started_s = time.perf_counter()
    state = task.state or initial_state(task.model, task.train)
    state, events = advance(state, corpus, task.model, task.train, steps=task.steps, budget_s=task.budget_s)
    return Outcome(state, events, time.perf_counter() - started_s)


def _corpus_of(task: SliceTask) -> Corpus | None:
    with _lock:
        corpus = task.corpus or _corpora.get(task.corpus_fingerprint)
        if corpus is not None:
            _corpora[task.corpus_fingerprint] = corpus
            _corpora.move_to_end(task.corpus_fingerprint)
            while len(_corpora) > 1 and sum(kept.text_length for kept in _corpora.values()) > CACHED_CHARACTERS:
                _corpora.popitem(last=False)
        return corpus
