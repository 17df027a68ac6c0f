"""The question of the attention page: which head has learned to look at the previous character?"""

from __future__ import annotations

import pandas as pd

from gptviz.analysis.head_findings import LEAST_SHARE
from gptviz.i18n import t
from gptviz.numbers import percent
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.head_history_film import report_to_come
from gptviz.ui.head_words import place_names
from gptviz.ui.lesson_question import Answer, ask
from gptviz.ui.part import part
from gptviz.ui.snapshots import chosen_step

AS_GOOD = 0.02  # of their weight: heads that are this near to the best one are right answers too
MOST_OPTIONS = 16  # of more heads only the block is asked for
NONE = "none"
QUESTION = "attention-question"  # key of this part of the page


@part(QUESTION)
def draw_quiz(run: Run) -> None:
    """Ask which head looks most at the previous character, at the moment that the page shows.

    Args:
        run: With attention, and at least one snapshot.
    """
    step = chosen_step(get_manager().store.snapshot_steps(run.id))
    by_block = run.model.blocks * run.model.heads > MOST_OPTIONS
    if by_block:
        options = {str(block): t("words-block", number=block + 1) for block in range(run.model.blocks)}
    else:
        options = {f"{block}-{head}": name for (block, head), name in place_names(run.model).items()}
    options[NONE] = t("question-attention-none")
    asked = t("question-attention-block" if by_block else "question-attention", step=step)
    ask(f"guess-attention-{run.id}", asked, options, lambda: _answer(run, step, by_block), t("head-measuring"))


def _answer(run: Run, step: int, by_block: bool) -> Answer | None:
    report = report_to_come(run, step)
    # The page draws the same report above, and itself anew when it is there; where it failed, it says so.
    if not report.done() or report.exception() is not None:
        return None
    measured = report.result()
    shares, alike = measured.heads["previous"], float(measured.uniform["previous"])
    best = int(shares.to_numpy().argmax())  # rows are in the order of blocks and heads
    values = {
        "place": list(place_names(run.model).values())[best],
        "share": percent(shares.max()),
        "alike": percent(alike),
        "untrained": percent(measured.untrained["previous"].iloc[best]),
    }
    right = best_heads(shares, alike, by_block)
    why = "question-attention.none" if right == {NONE} else "question-attention.why"
    return Answer(right, t("question-attention-told", **values), t(why))


def best_heads(shares: pd.Series, alike: float, by_block: bool) -> frozenset[str]:
    """Return the options that are right.

    Args:
        shares: Of their weight that heads give to the previous character, by block and head.
        alike: The same of a head that looks at all alike.
        by_block: Whether the options are blocks.
    """
    if shares.max() - alike < LEAST_SHARE:
        return frozenset([NONE])
    good = shares.index[shares >= shares.max() - AS_GOOD]
    return frozenset(str(block) if by_block else f"{block}-{head}" for block, head in good)
