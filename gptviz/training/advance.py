"""Training as a pure function: a state goes in, a later state and what happened come out.

Everything that looks random (batches, dropout, samples) is a function of (seed, step). So 1 x 100 steps, 4 x 25 steps,
and a run taken up again after a crash end with bit-identical parameters on one machine.
"""

from __future__ import annotations

import math
import time

import numpy as np

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.engines.engine import Engine, Moments, StepResult
from gptviz.scratch.optim import BETAS
from gptviz.training.engine_pool import borrowed_engine
from gptviz.training.events import Diverged, Evaluation, Event, Step
from gptviz.training.plan import Plan
from gptviz.training.state import TrainState

MEASURED_STEPS = 20  # batches on which a state without moments measures them


def advance(
    state: TrainState,
    corpus: Corpus,
    model: ModelConfig,
    train: TrainConfig,
    *,
    steps: int | None = None,
    budget_s: float | None = None,
) -> tuple[TrainState, list[Event]]:
    """Train on from a state, for a number of steps, for a time, or to the end.

    Args:
        state: Where training stands; it is not changed. One at a later step without moments has them measured first.
        corpus: The text.
        model: The model.
        train: Its training.
        steps: Stop after this many steps, at least 1; None: no limit.
        budget_s: Stop after the step in which this many seconds have passed; None: no limit. The test at the end of
            training comes on top.

    Returns:
        The later state, and the events in the order in which they happened. A complete state comes back as it is.

    Raises:
        LearnerError: The text is too short for one batch.
        ValueError: steps is not at least 1, or the state's parameters are not the model's.
    """
    if steps is not None and steps < 1:
        raise ValueError(f"steps={steps}; valid: at least 1")
    if state.complete:
        return state, []
    plan = Plan(corpus, model, train)
    last = plan.total_steps if steps is None else min(state.step + steps, plan.total_steps)
    end_s = math.inf if budget_s is None else time.monotonic() + budget_s
    # Numbers that overflow are no warning here but an event: Diverged.
    with borrowed_engine(model, train) as engine, np.errstate(over="ignore", invalid="ignore"):
        state = _with_moments(plan, engine, state)
        engine.load(state.parameters, state.moments, state.step)
        events: list[Event] = [] if state.step else plan.reports(engine, 0)
        step = state.step
        while step < last:
            news = _step(plan, engine, step)
            events += news
            if isinstance(news[-1], Diverged):
                return _trained_again(plan, engine, state, step), events
            step += 1
            if time.monotonic() >= end_s:
                break
        complete = step >= plan.total_steps
        if complete:
            events.append(plan.finished(engine, step))
        return TrainState(step, engine.parameters(), engine.moments(), complete), events


def _step(plan: Plan, engine: Engine, step: int) -> list[Event]:
    """Take one step and return what is to tell of it; the last event is Diverged if a loss is no longer finite."""
    started_s = time.perf_counter()
    learning_rate = plan.learning_rate(step)
    result = _train(plan, engine, step)
    tokens_per_second = plan.tokens_per_step / (time.perf_counter() - started_s)
    if not (math.isfinite(result.loss_nats) and math.isfinite(result.gradient_norm)):
        return [Diverged(step + 1, result.loss_nats, learning_rate)]
    reports = plan.reports(engine, step + 1)
    for report in reports:
        if isinstance(report, Evaluation) and not math.isfinite(report.train_loss_nats + report.test_loss_nats):
            return [Diverged(step + 1, report.test_loss_nats, learning_rate)]
    taken = Step(step + 1, result.loss_nats, learning_rate, result.gradient_norm, tokens_per_second)
    return [taken, *reports]


def _train(plan: Plan, engine: Engine, step: int) -> StepResult:
    inputs, targets = plan.batches.at(step)  # each (B, T)
    return engine.train_step(inputs, targets, plan.learning_rate(step))


def _with_moments(plan: Plan, engine: Engine, state: TrainState) -> TrainState:
    """Return the state with AdamW's moments, measured where it has none: a fork's snapshot keeps none.

    Zeros would not do. At a later step AdamW no longer corrects their bias (Kingma and Ba 2015, section 3), and the
    first updates would be up to six times too long. So the gradients of the batches before this step are taken at the
    parameters as they are, with a learning rate of 0; their corrected means are the moments.
    """
    if state.moments is not None or state.step == 0:
        return state
    first = max(0, state.step - MEASURED_STEPS)
    engine.load(state.parameters, None, first)
    for step in range(first, state.step):
        engine.train_step(*plan.batches.at(step), 0.0)
    shares = [1 - beta ** (state.step - first) for beta in BETAS]
    measured = engine.moments()
    scaled = [
        {name: array / np.float32(share) for name, array in moment.items()}
        for moment, share in zip((measured.first, measured.second), shares, strict=True)
    ]
    return TrainState(state.step, state.parameters, Moments(*scaled))


def _trained_again(plan: Plan, engine: Engine, state: TrainState, step: int) -> TrainState:
    """Return the state after `step` steps, complete.

    The step that went wrong has already changed the engine. To keep a copy before every step would slow down all
    training; to take the steps since `state` once more costs one slice, once, and gives the very same numbers.
    """
    engine.load(state.parameters, state.moments, state.step)
    for earlier in range(state.step, step):
        _train(plan, engine, earlier)
    return TrainState(step, engine.parameters(), engine.moments(), complete=True)
