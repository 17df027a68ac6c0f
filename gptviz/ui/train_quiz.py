"""The question of the train page: what the gap between the two losses says."""

from __future__ import annotations

from gptviz.i18n import t
from gptviz.numbers import passing_loss
from gptviz.parameters import count_parameters
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.lesson_question import Answer, ask

SAME_NATS = 0.03  # the two are means over a few thousand characters: a smaller difference can be chance
OUTCOMES = ("train", "same", "test")


def draw_quiz(run: Run) -> None:
    """Ask on which text the loss is lower at the end; the answer comes when the run has ended.

    Args:
        run: On the page.
    """
    options = {outcome: t(f"question-train-{outcome}") for outcome in OUTCOMES}
    ask(f"guess-train-{run.id}", t("question-train"), options, lambda: _answer(run), t("question-train-wait"))


def _answer(run: Run) -> Answer | None:
    store = get_manager().store
    curves = store.curves(run.id)
    if not run.ended or not len(curves.evaluation_step):
        return None
    train_nats, test_nats = float(curves.train_loss_nats[-1]), float(curves.test_loss_nats[-1])
    gap_nats = test_nats - train_nats
    outcome = lower_loss(gap_nats)
    losses = {"train": passing_loss(train_nats), "test": passing_loss(test_nats), "gap": passing_loss(abs(gap_nats))}
    sizes = {"parameters": count_parameters(run.model), "characters": len(store.corpus(run.id).train)}
    told = t("question-train-told", step=int(curves.evaluation_step[-1]), **losses)
    return Answer(frozenset([outcome]), told, t(f"question-train-{outcome}.why", **sizes))


def lower_loss(gap_nats: float) -> str:
    """Return on which text the loss is lower.

    Args:
        gap_nats: Test loss less training loss; NaN after a run that diverged.

    Returns:
        "train", "test", or "same".
    """
    if gap_nats >= SAME_NATS:
        return "train"
    return "test" if gap_nats <= -SAME_NATS else "same"
