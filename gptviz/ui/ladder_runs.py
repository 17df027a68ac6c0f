"""Which runs are chapters of the ladder, and starting them: ordinary runs by the chapters' recipe."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gptviz.chapters import CHAPTERS, RECIPE, Chapter, model_config
from gptviz.corpus import Corpus
from gptviz.engines.choice import faster_engine
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError
from gptviz.training.events import Finished
from gptviz.ui.owner import my_owner
from gptviz.ui.run_in_url import current_run_id
from gptviz.ui.shown_run import my_runs

CORPUS = "shakespeare"


@dataclass(frozen=True)
class Rung:
    """One chapter and what has been trained of it."""

    chapter: Chapter
    run: Run | None

    @property
    def test_loss_nats(self) -> float | None:
        """Over all test windows once it is finished, else the newest evaluation; None before the first."""
        if self.run is None:
            return None
        if isinstance(self.run.result, Finished):
            return self.run.result.test_loss_nats
        losses = get_manager().store.curves(self.run.id).test_loss_nats
        return float(losses[-1]) if len(losses) else None

    @property
    def comparable(self) -> bool:
        """Whether it was trained as the published one was, to the end."""
        return self.run is not None and isinstance(self.run.result, Finished) and self.run.train.epochs == RECIPE.epochs


def chapter_of(run: Run) -> Chapter | None:
    """Return the chapter that a run trains by the recipe, for any number of epochs; None where it is no chapter."""
    as_recipe = replace(run.train, engine=RECIPE.engine, epochs=RECIPE.epochs) == RECIPE
    if run.corpus_name != CORPUS or not as_recipe:
        return None
    return next((rung for rung in CHAPTERS if model_config(rung, run.model.vocab_size) == run.model), None)


def run_of_url() -> Run | None:
    """Return the run that the URL names now; None where there is none."""
    run_id = current_run_id()
    try:
        return get_manager().store.run(run_id) if run_id else None
    except RunError:
        return None


def pace_run(ladder: list[Rung]) -> Run | None:
    """Return the run that decides how often the page is drawn: an active one, if any is; None before the first."""
    trained = [rung.run for rung in ladder if rung.run]
    return next((run for run in trained if run.active), trained[0] if trained else None)


def rungs(epochs: float) -> list[Rung]:
    """Return the nine chapters, each with the run of the URL (whoever started it) or the learner's newest of it.

    Args:
        epochs: Runs of this length only: others cannot be compared with them.
    """
    shown = run_of_url()
    newest: dict[str, Run] = {}
    # One that was stopped counts only as long as there is no other.
    mine = sorted(my_runs(), key=lambda run: run.status in ("stopped", "failed"))
    for run in [*([shown] if shown else []), *mine]:
        chapter = chapter_of(run)
        if chapter and run.train.epochs == epochs:
            newest.setdefault(chapter.key, run)
    return [Rung(chapter, newest.get(chapter.key)) for chapter in CHAPTERS]


def start_chapter(chapter: Chapter, epochs: float, corpus: Corpus) -> str:
    """Start a chapter by the recipe and return the id of its run.

    Raises:
        LearnerError: The text is too short.
    """
    model = model_config(chapter, len(corpus.vocabulary))
    train = replace(RECIPE, epochs=epochs)
    train = replace(train, engine=faster_engine(model, train))
    return get_manager().start(my_owner(), model, train, corpus)
