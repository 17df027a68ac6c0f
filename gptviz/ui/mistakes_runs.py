"""The runs that show a mistake: a right one and a wrong one, same seed and batches, found again by how they train."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.checks import Check, attention_checks
from gptviz.chapters import QUICK, model_config
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import Corpus
from gptviz.engines.choice import faster_engine
from gptviz.parameters import Parameters, initial_parameters
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import Array, trace
from gptviz.training.plan import total_steps
from gptviz.ui.mistakes_cases import MISTAKES, Mistake, captured_with_dropout
from gptviz.ui.owner import owns

CORPUS = "shakespeare"
STEPS = 300  # of each run: enough to tell right from wrong
AGAIN = ("stopped", "failed")  # such a run is trained anew


@dataclass(frozen=True)
class Side:
    """One of the two that stand side by side.

    Args:
        role: "right" or "wrong".
        model: Of this side.
        train: Of this side.
        run: That trains it; None before the first.
        captured: Its weights are read off while dropout is on.
    """

    role: str
    model: ModelConfig
    train: TrainConfig
    run: Run | None
    captured: bool = False

    def parameters(self) -> tuple[Parameters, int]:
        """Return the newest parameters and their step: the initial ones before training."""
        state = get_manager().store.state(self.run.id) if self.run else None
        return (state.parameters, state.step) if state else (first_parameters(self.model, self.train.seed), 0)

    def look(self, tokens: NDArray[np.integer]) -> tuple[Array, list[Check]]:
        """Return the weights that a picture of this side shows, (L, 1, H, T, T), and the checks made on them.

        Args:
            tokens: (1, T).
        """
        parameters, step = self.parameters()
        with np.errstate(over="ignore", invalid="ignore"):
            weights = trace(parameters, self.model, tokens).attention_weights
        if self.captured:
            weights = captured_with_dropout(weights, self.train.seed, step)
        return weights, attention_checks(parameters, self.model, tokens, weights)


@lru_cache(maxsize=16)
def first_parameters(model: ModelConfig, seed: int) -> Parameters:
    """Return the initial parameters of a model; they are shared: only read them."""
    return initial_parameters(model, seed)


def recipes(mistake: Mistake, corpus: Corpus) -> dict[str, tuple[ModelConfig, TrainConfig]]:
    """Return how the "right" and the "wrong" side are trained: the quick preset, cut short; same seed, same batches.

    Args:
        mistake: The slip.
        corpus: Tiny Shakespeare.
    """
    model = model_config(QUICK, len(corpus.vocabulary))
    steps_per_epoch = total_steps(corpus, model, replace(QUICK.train, epochs=1.0))
    train = replace(QUICK.train, epochs=STEPS / steps_per_epoch, engine=faster_engine(model, QUICK.train))
    return {"right": (model, train), "wrong": (mistake.spoil_model(model), mistake.spoil_train(train))}


def runs_to_show(shown: Run | None) -> list[Run]:
    """Return the runs among which the sides are looked for, the first ones to be preferred.

    Args:
        shown: The run of the URL: it, and those of its owner, count as well as the visitor's own.
    """
    store = get_manager().store
    known = [store.run(shown.id)] if shown else []
    known += [run for run in store.runs() if owns(run.owner) or (shown and run.owner == shown.owner)]
    # One that was stopped counts only as long as there is no other.
    return sorted(known, key=lambda run: run.status in AGAIN)


def sides(mistake: Mistake, corpus: Corpus, runs: Sequence[Run]) -> tuple[Side, Side]:
    """Return the right and the wrong side, each with the first run that trains it.

    Args:
        mistake: The slip.
        corpus: Tiny Shakespeare.
        runs: `runs_to_show`.
    """

    def side(role: str, model: ModelConfig, train: TrainConfig) -> Side:
        run = next((run for run in runs if _trains(run, model, train, corpus)), None)
        return Side(role, model, train, run, captured=mistake.captured and role == "wrong")

    of_role = recipes(mistake, corpus)
    return side("right", *of_role["right"]), side("wrong", *of_role["wrong"])


def mistake_of(run: Run, corpus: Corpus) -> Mistake | None:
    """Return the mistake that a run of this page shows, the first one for the right run; None for any other run."""
    for mistake in MISTAKES:
        if any(_trains(run, *recipe, corpus) for recipe in recipes(mistake, corpus).values()):
            return mistake
    return None


def missing(mistake: Mistake, corpus: Corpus, runs: Sequence[Run]) -> list[Side]:
    """Return the sides that have still to be trained: they have no run among these, or one that was stopped.

    Args:
        mistake: The slip.
        corpus: Tiny Shakespeare.
        runs: `runs_to_show`.
    """
    untrained = [side for side in sides(mistake, corpus, runs) if side.run is None or side.run.status in AGAIN]
    # With the weights captured in dropout both sides are one run.
    return untrained[:1] if mistake.captured else untrained


def start_missing(mistake: Mistake, corpus: Corpus, owner: str, names: dict[str, str]) -> str:
    """Start what the visitor has still to train, and return the id of the wrong side's run.

    Not what others have trained is counted: the link would then lead to half a pair.

    Args:
        mistake: The slip.
        corpus: Tiny Shakespeare.
        owner: Of the new runs.
        names: Of the new runs, by role.
    """
    # Asked anew: the second click of a double click finds the runs of the first.
    for side in missing(mistake, corpus, runs_to_show(None)):
        get_manager().start(owner, side.model, side.train, corpus, name=names[side.role])
    _, wrong = sides(mistake, corpus, runs_to_show(None))
    return wrong.run.id if wrong.run else ""


def _trains(run: Run, model: ModelConfig, train: TrainConfig, corpus: Corpus) -> bool:
    return (run.model, run.train, run.corpus_fingerprint) == (model, train, corpus.fingerprint)
