"""A stored run turned back into the events that brought it: what a fork, an export or another store is filled with."""

from __future__ import annotations

import math

from gptviz.runs.store import Store
from gptviz.training.evaluate import spread
from gptviz.training.events import Evaluation, Event, Step
from gptviz.training.plan import TEST_WINDOWS


def events_of(store: Store, run_id: str, up_to_step: int | None = None) -> list[Event]:
    """Return what training has told of a run, in the order in which it happened.

    `store.append` with these events fills a new run with the same curves, samples and snapshots. Finished and Diverged
    are not among them: they stand in `Run.result`. Snapshots that were thinned out are gone.

    Args:
        store: Of the run.
        run_id: Of any run.
        up_to_step: Leave out what came after this step; None: nothing.

    Raises:
        RunError: "unknown-run"; "text-lost": its text is gone, so nobody knows how many windows were evaluated.
    """
    run, curves = store.run(run_id), store.curves(run_id)
    last = math.inf if up_to_step is None else up_to_step
    windows = len(spread(store.corpus(run_id).test, run.model.context_size, TEST_WINDOWS))
    steps = zip(
        curves.step, curves.loss_nats, curves.learning_rate, curves.gradient_norm, curves.tokens_per_second, strict=True
    )
    evaluations = zip(curves.evaluation_step, curves.train_loss_nats, curves.test_loss_nats, strict=True)
    events: list[Event] = [Step(int(step), *map(float, numbers)) for step, *numbers in steps]
    events += [store.snapshot(run_id, step) for step in store.snapshot_steps(run_id) if step <= last]
    events += [Evaluation(int(step), float(train), float(test), windows) for step, train, test in evaluations]
    events += store.samples(run_id)
    # Of one step the step itself comes first, then what `Plan.reports` tells, in its order: sorting keeps that.
    return sorted((event for event in events if event.step <= last), key=lambda event: event.step)
