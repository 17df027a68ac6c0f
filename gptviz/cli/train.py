"""`python -m gptviz train`: one model on one text, with a table and a sample at the end."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from gptviz.chapters import CHAPTERS, QUICK, RECIPE, Chapter, chapter, model_config
from gptviz.cli.arguments import MODEL_OPTIONS, TRAIN_OPTIONS, add_settings, given
from gptviz.cli.progress import Outcome, train_with_bar
from gptviz.cli.table import table
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import CORPUS_NAMES, Corpus, load_corpus
from gptviz.i18n import t
from gptviz.parameters import count_parameters
from gptviz.training.events import Diverged


def add_command(commands: Any) -> None:
    """Add `train` and its options to the commands of a parser."""
    parser = commands.add_parser("train", help=t("cli-train"), description=t("cli-train"))
    parser.set_defaults(run=run)
    what = parser.add_mutually_exclusive_group()
    keys = "\n".join(f"{rung.number}  {rung.key}  {t(f'chapter-{rung.key}')}" for rung in CHAPTERS)
    what.add_argument("--chapter", metavar="KEY", help=f"{t('cli-chapter')}\n{keys}")
    what.add_argument("--preset", choices=[QUICK.key], metavar=QUICK.key, help=t("cli-preset"))
    corpora = ", ".join(name for name in CORPUS_NAMES if name != "own")
    parser.add_argument("--corpus", default="shakespeare", metavar="NAME", help=t("cli-corpus", names=corpora))
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Train as the options say, and print a table and a sample.

    Returns:
        0; 1 when training diverged.

    Raises:
        LearnerError: A setting, the chapter or the corpus is wrong.
    """
    rung = chapter(options.chapter) if options.chapter else None
    start = RECIPE if rung else QUICK.train
    train = replace(start, **given(options, TRAIN_OPTIONS))
    corpus = load_corpus(options.corpus)
    model = model_config(rung or QUICK, len(corpus.vocabulary), **given(options, MODEL_OPTIONS))
    label = t(f"chapter-{rung.key}") if rung else t("chapter-quick")
    outcome = train_with_bar(corpus, model, train, label)
    rows = [(t("cli-row-model"), label), *_rows(corpus, model, train, outcome)]
    if isinstance(outcome.end, Diverged):
        print(table(rows), t("cli-diverged", step=outcome.end.step), sep="\n\n")
        return 1
    rows.append((t("cli-row-test-loss"), f"{outcome.end.test_loss_nats:.4f}"))
    if rung:
        rows += published_rows(rung, corpus, model, train, outcome.end.test_loss_nats)
    print(table(rows), t("cli-sample"), outcome.sample.prompt + outcome.sample.text, sep="\n\n")
    return 0


def _rows(corpus: Corpus, model: ModelConfig, train: TrainConfig, outcome: Outcome) -> list[tuple[str, str]]:
    return [
        (t("cli-row-engine"), train.engine),
        (t("cli-row-corpus"), t("cli-corpus-described", name=corpus.name, source=t(f"cli-source-{corpus.source}"))),
        (t("cli-row-parameters"), f"{count_parameters(model):,}"),
        (t("cli-row-steps"), f"{outcome.end.step:,}"),
        (t("cli-row-time"), t("cli-seconds", seconds=f"{outcome.seconds:.1f}")),
    ]


def published_rows(
    rung: Chapter, corpus: Corpus, model: ModelConfig, train: TrainConfig, loss_nats: float
) -> list[tuple[str, str]]:
    """Return the published loss and how far ours is from it, if all but the engine is as in the chapter."""
    as_published = model == model_config(rung, model.vocab_size) and replace(train, engine=RECIPE.engine) == RECIPE
    if not as_published or corpus.name != "shakespeare":
        return [(t("cli-row-published"), t("cli-not-comparable", loss=f"{rung.published_loss:.4f}"))]
    return [
        (t("cli-row-published"), f"{rung.published_loss:.4f}"),
        (t("cli-row-difference"), f"{loss_nats - rung.published_loss:+.4f}"),
    ]
