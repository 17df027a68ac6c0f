"""The question of the positions page: are neighbours more alike than positions that are far apart?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.positions import cosine_similarity
from gptviz.i18n import t
from gptviz.numbers import decimals
from gptviz.parameters import initial_parameters
from gptviz.runs.run import Run
from gptviz.training.events import Snapshot
from gptviz.ui.lesson_question import Answer, ask

POSITIONS = "position_embedding.weight"
SAME = 0.05  # of cosine: less is within what random vectors of this size show
OUTCOMES = ("near", "same", "far")


def draw_quiz(run: Run, snapshot: Snapshot) -> None:
    """Ask which positions are more alike in a snapshot.

    Args:
        run: With positions.
        snapshot: That the page shows.
    """
    options = {outcome: t(f"question-positions-{outcome}") for outcome in OUTCOMES}
    asked = t("question-positions", step=snapshot.step)
    ask(f"guess-positions-{run.id}", asked, options, lambda: _answer(run, snapshot))


def _answer(run: Run, snapshot: Snapshot) -> Answer:
    near, far = near_and_far(snapshot.parameters[POSITIONS])
    near_before, far_before = near_and_far(initial_parameters(run.model, run.train.seed)[POSITIONS])
    outcome = "same" if abs(near - far) < SAME else "near" if near > far else "far"
    told = t(
        "question-positions-told",
        apart=run.model.context_size // 2,
        near=_signed(near),
        far=_signed(far),
        near_before=_signed(near_before),
        far_before=_signed(far_before),
    )
    return Answer(frozenset([outcome]), told, t(f"question-positions-{outcome}.why"))


def _signed(cosine: float) -> str:
    return decimals(cosine, 2)


def near_and_far(vectors: NDArray[np.floating]) -> tuple[float, float]:
    """Return the mean cosine of neighbours, and of positions half the context apart.

    Args:
        vectors: (T, E), T at least 2.
    """
    similarity = cosine_similarity(vectors)  # (T, T)
    return float(np.diagonal(similarity, 1).mean()), float(np.diagonal(similarity, len(similarity) // 2).mean())
