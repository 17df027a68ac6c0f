"""The mistakes of the lesson: each one a value of the configuration, and the runs that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.checks import Check, attention_checks
from gptviz.chapters import CHAPTERS, QUICK, model_config
from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.corpus import Corpus
from gptviz.dropout import dropout_mask
from gptviz.engines.choice import faster_engine
from gptviz.parameters import Parameters, initial_parameters
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import Array, trace
from gptviz.training.plan import total_steps
from gptviz.ui.owner import owns

CORPUS = "shakespeare"
STEPS = 300  # of each run: enough to tell right from wrong
TOO_HIGH = 0.3
AGAIN = ("stopped", "failed")  # such a run is trained anew
CAPTURED_SHARE = float(CHAPTERS[8].switches["dropout"])  # chapter 9's

Setting = AttentionConfig | bool | float


@dataclass(frozen=True)
class Mistake:
    """One slip: how the model or its training differ from the right one.

    Args:
        key: In addresses and texts.
        right: The line of code as it should be.
        wrong: The same with the slip.
        attention: Settings of the attention layer that it changes.
        model: Settings of the model that it changes.
        train: Settings of the training that it changes.
        captured: The model is right; its weights are read off while dropout is on.
    """

    key: str
    right: str
    wrong: str
    attention: tuple[tuple[str, Any], ...] = ()
    model: tuple[tuple[str, Any], ...] = ()
    train: tuple[tuple[str, Any], ...] = ()
    captured: bool = False

    def spoil_model(self, model: ModelConfig) -> ModelConfig:
        """Return a model with this slip."""
        if self.attention and model.attention is not None:
            model = replace(model, attention=replace(model.attention, **dict(self.attention)))
        return replace(model, **dict(self.model))

    def spoil_train(self, train: TrainConfig) -> TrainConfig:
        """Return a training with this slip."""
        return replace(train, **dict(self.train))


_SCALED = "scores = Q @ K.T / np.sqrt(head_size)"
_SOFTMAX = "weights = softmax(scores, axis=-1)"
MISTAKES = (
    Mistake(
        "no-mask",
        f"scores = np.where(past, scores, -np.inf)\n{_SOFTMAX}",
        _SOFTMAX,
        attention=(("causal", False),),
    ),
    Mistake(
        "softmax-queries",
        _SOFTMAX,
        "weights = softmax(scores, axis=-2)",
        attention=(("softmax_over", "queries"),),
    ),
    Mistake(
        "scale-none",
        _SCALED,
        "scores = Q @ K.T",
        attention=(("scale", "none"),),
    ),
    Mistake(
        "scale-embedding",
        _SCALED,
        "scores = Q @ K.T / np.sqrt(embedding_size)",
        attention=(("scale", "embedding_size"),),
    ),
    Mistake(
        "no-positions",
        "x = token_embedding[tokens] + position_embedding[:T]",
        "x = token_embedding[tokens]",
        model=(("positions", False),),
    ),
    Mistake(
        "learning-rate",
        f"learning_rate = {QUICK.train.learning_rate:g}",
        f"learning_rate = {TOO_HIGH:g}",
        train=(("learning_rate", TOO_HIGH),),
    ),
    Mistake(
        "captured-dropout",
        "model.eval()\nplotted = weights",
        "model.train()\nplotted = dropout(weights)",
        captured=True,
    ),
)
BY_KEY = {mistake.key: mistake for mistake in MISTAKES}


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


def captured_with_dropout(weights: Array, seed: int, step: int, share: float = CAPTURED_SHARE) -> Array:
    """Return weights as they look when they are read off after a dropout layer that is on.

    This is simulated: our dropout, as chapter 9's, stands after the layers and never on the weights. The masks are
    those of `gptviz.dropout`.

    Args:
        weights: (L, B, H, T, T).
        seed: Of the run.
        step: Of training.
        share: Of the weights that are dropped.
    """
    sites = [1 + 2 * block for block in range(len(weights))]
    return weights * np.stack([dropout_mask(weights.shape[1:], share, seed=seed, step=step, site=at) for at in sites])


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
