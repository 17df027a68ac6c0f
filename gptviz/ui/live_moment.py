"""What the train page shows of a run at one moment, as plain data: drawn with the page, then sent anew as it changes.

All who look at the same moment, text and language see the same; it is made once for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.positions import cosine_similarity
from gptviz.figures.live_curves import live_curves
from gptviz.i18n import language, t
from gptviz.labels import token_labels
from gptviz.numbers import NOTHING, count, passing_loss, rough
from gptviz.runs.curves import Curves
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunView
from gptviz.trace import trace
from gptviz.training.events import Finished, Snapshot
from gptviz.ui.components.attention_maps import packed_maps
from gptviz.ui.probe import as_batch
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.words import attention_maps_words, live_curves_words, similarity_maps_words

SECONDS_UP_TO = 180  # above, a time is told in minutes
SMOOTHED_STEPS = 20  # the train loss shown as a number is the mean of so many batches


@dataclass(frozen=True)
class Moment:
    """A run as it stands, in one language.

    Args:
        numbers: What `components/live/numbers.js` shows.
        curve: What `components/live/curve.js` shows.
        told: A sentence on what the curve shows.
        sample: What `components/live/sample.js` shows; None: the model has not written yet.
        similarity: Likeness of the position vectors, packed; None: no parameters yet, or no positions.
    """

    numbers: dict[str, Any]
    curve: dict[str, Any]
    told: str
    sample: dict[str, str] | None
    similarity: bytes | None


def moment_of(view: RunView) -> Moment:
    """Return what is to be seen of a run, whatever text is looked at, in the language in use."""
    return PICTURES.get((*moment_key(view), "moment"), lambda: _moment(view))


def maps_of(view: RunView, probe: str) -> bytes | None:
    """Return attention on a text by the newest parameters, packed; None: no parameters yet, or no attention.

    Args:
        view: Of the run.
        probe: 1 to context_size characters of its vocabulary.
    """
    return PICTURES.get((*moment_key(view), "maps", probe), lambda: _maps(view, probe))


def moment_key(view: RunView) -> tuple[object, ...]:
    """Return what tells moments apart, in the language in use: on one step a status changes, a test loss comes."""
    run = view.run
    return run.id, run.step, run.status, len(view.samples), len(view.curves.evaluation_step), language()


def state_of(run: Run) -> str:
    """Return a text that changes when the page around the live pictures has to: buttons, news, or its very parts."""
    manager = get_manager()
    waiting = manager.waiting(run.id) if run.status == "queued" else None
    begun = manager.store.state(run.id) is not None
    line = (waiting.why, waiting.ahead) if waiting else None
    return repr((run.status, run.pause_reason, line, begun, run.deleted_s is not None))


def _moment(view: RunView) -> Moment:
    run, curves = view.run, view.curves
    return Moment(
        numbers=_numbers(view),
        curve=live_curves(
            curves.step,
            curves.loss_nats,
            live_curves_words(),
            total_steps=run.total_steps,
            test_steps=curves.evaluation_step,
            test_losses_nats=curves.test_loss_nats,
            learning_rates=curves.learning_rate,
        ),
        told=_told(run, curves),
        sample=_sample(view),
        similarity=_similarity(view),
    )


def _numbers(view: RunView) -> dict[str, Any]:
    run, curves = view.run, view.curves
    # The median of the last steps: one step alone is noisy.
    speed = count(round(np.median(curves.tokens_per_second[-SMOOTHED_STEPS:]))) if len(curves.step) else NOTHING
    values = {
        "train-loss": passing_loss(recent_loss(curves)),
        "train-test-loss": passing_loss(last_test_loss(run, curves)),
        "train-speed": speed,
        "train-rate": rough(curves.learning_rate[-1]) if len(curves.step) else NOTHING,
        "train-remaining": _duration(run.remaining_s) if run.remaining_s and not run.ended else NOTHING,
    }
    status = t(f"runs-status-{run.status}")
    return {
        "metrics": [[t(message), value, t(f"{message}.help")] for message, value in values.items()],
        "help": t("train-number-help", name="%name%"),
        "done": min(run.step / run.total_steps, 1.0),
        "told": t("train-progress", status=status, step=run.step, total=run.total_steps),
    }


def recent_loss(curves: Curves) -> float | None:
    """Return the train loss as it is shown: the mean of the last batches; None before the first."""
    return float(curves.loss_nats[-SMOOTHED_STEPS:].mean()) if len(curves.step) else None


def last_test_loss(run: Run, curves: Curves) -> float | None:
    """Return a run's test loss: over all test windows once it is finished, else the last one on some of them."""
    if isinstance(run.result, Finished):
        return run.result.test_loss_nats
    return float(curves.test_loss_nats[-1]) if len(curves.evaluation_step) else None


def _duration(seconds: float) -> str:
    if seconds < SECONDS_UP_TO:
        return t("train-seconds", seconds=round(seconds))
    return t("train-minutes", minutes=round(seconds / 60))


def _told(run: Run, curves: Curves) -> str:
    train, test = (passing_loss(one) for one in (recent_loss(curves), last_test_loss(run, curves)))
    return t("alt-live", step=run.step, train=train, test=test)


def _sample(view: RunView) -> dict[str, str] | None:
    if not view.samples:
        return None
    sample = view.samples[-1]
    return {"caption": t("train-sample", step=sample.step), "text": sample.prompt + sample.text}


def _maps(view: RunView, probe: str) -> bytes | None:
    latest, model = view.latest, view.run.model
    if latest is None or model.attention is None:
        return None
    # Who looks on in another language looks at the same array.
    weights = PICTURES.get(("weights", view.run.id, latest.step, probe), lambda: _weights(view, latest, probe))
    words = attention_maps_words(model, t("train-maps", step=latest.step), t("train-maps-hint"))
    moment, causal = (view.run.id, view.run.step), model.attention.causal
    return packed_maps(weights, token_labels(probe), words, part="maps", moment=moment, causal=causal)


def _weights(view: RunView, latest: Snapshot, probe: str) -> NDArray[np.floating]:
    tokens = as_batch(get_manager().store.corpus(view.run.id), probe)
    return trace(latest.parameters, view.run.model, tokens).attention_weights[None, :, 0]  # (1, L, H, T, T)


def _similarity(view: RunView) -> bytes | None:
    latest, model = view.latest, view.run.model
    if latest is None or not model.positions:
        return None
    similarity = cosine_similarity(latest.parameters["position_embedding.weight"])[None, None, None]  # (1, 1, 1, T, T)
    words = similarity_maps_words(t("train-positions"), t("train-positions-hint"))
    labels = [str(position) for position in range(model.context_size)]
    moment = (view.run.id, view.run.step)
    return packed_maps(similarity, labels, words, part="similarity", moment=moment, causal=False, scale="similarity")
