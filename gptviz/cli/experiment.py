"""`python -m gptviz experiment`: how many heads? A grid of settings with several seeds, a table and a conclusion."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tqdm import tqdm

from gptviz.chapters import QUICK
from gptviz.cli.arguments import given, number
from gptviz.cli.table import table
from gptviz.config import ENGINES
from gptviz.corpus import CORPUS_NAMES, load_corpus
from gptviz.experiment.conclusion import conclude, with_sign
from gptviz.experiment.design import Cell, Design, quick_design
from gptviz.experiment.experiment import ExperimentView
from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.results import read_results, write_results
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.experiment.summary import SETTINGS, HeadsRow, Summary, slices_of, summarise
from gptviz.i18n import explain, t
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.registry import new_executor

OWNER = "command line"
LOOK_EVERY_S = 0.5


def add_command(commands: Any) -> None:
    """Add `experiment` and its options to the commands of a parser."""
    parser = commands.add_parser("experiment", help=t("experiment-cli"), description=t("experiment-cli"))
    parser.set_defaults(run=run)
    lists: tuple[tuple[str, tuple[float, ...], Callable[[str], Any]], ...] = (
        ("heads", (1, 2, 4, 8), int),
        ("embedding-size", (64,), int),
        ("blocks", (2,), int),
        ("learning-rate", (QUICK.train.learning_rate,), float),
    )
    for name, default, kind in lists:
        help_text = t(f"experiment-cli-{name}")
        parser.add_argument(f"--{name}", type=_list_of(kind), default=default, metavar="N,N", help=help_text)
    names = ", ".join(name for name in CORPUS_NAMES if name != "own")
    help_text = t("experiment-cli-corpus", names=names)
    parser.add_argument("--corpus", type=_list_of(str), default=("shakespeare",), metavar="NAME,NAME", help=help_text)
    parser.add_argument("--seeds", type=number(int), default=5, metavar="N", help=t("experiment-cli-seeds"))
    parser.add_argument("--baseline", type=number(int), metavar="N", help=t("experiment-cli-baseline"))
    parser.add_argument("--epochs", type=number(float), metavar="X", help=t("cli-epochs"))
    parser.add_argument("--batch-size", type=number(int), metavar="N", help=t("cli-batch-size"))
    parser.add_argument("--engine", default=QUICK.train.engine, choices=ENGINES, help=t("cli-engine"))
    parser.add_argument("--csv", type=Path, metavar="FILE", help=t("experiment-cli-csv"))


def run(options: argparse.Namespace) -> int:
    """Run an experiment to its end, and print its tables and conclusions.

    Returns:
        0; 1 when a run failed.

    Raises:
        LearnerError: A setting, a corpus or the CSV file is wrong, or no combination can be trained.
    """
    design = quick_design(
        [load_corpus(name) for name in dict.fromkeys(options.corpus)],
        options.heads,
        options.seeds,
        embedding_sizes=options.embedding_size,
        blocks=options.blocks,
        learning_rates=options.learning_rate,
        engine=options.engine,
        **given(options, {"epochs": float, "batch_size": int}),
    )
    for cell, error in design.invalid.items():
        print(t("experiment-invalid", cell=describe(cell, design), reason=explain(error)))
    known = read_results(options.csv, design) if options.csv and options.csv.exists() else {}
    if known:
        print(t("experiment-known", runs=len(known)))
    # In memory: the database of runs belongs to the app, which may be running beside.
    runs = RunManager(new_executor(), MemoryStore())
    experiments = ExperimentManager(runs, MemoryExperimentStore())
    experiment_id = experiments.start(OWNER, design, known)
    try:
        _wait(experiments, experiment_id, options.csv)
    finally:
        # Whoever interrupts it still sees what is done.
        experiments.stop(OWNER, experiment_id)
        view = experiments.view(experiment_id)
        runs.shutdown()
        _print_results(view, options.baseline)
    failures = {explain(run.failure) for run in view.runs.values() if run.failure is not None}
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


def describe(cell: Cell, design: Design) -> str:
    """Return the settings of a cell by the book's constants: HEADS, and what else varies."""
    names = [name for name in design.varied if name != "heads"]
    return ", ".join(f"{name.upper()} {getattr(cell, name)}" for name in [*names, "heads"])


def _wait(experiments: ExperimentManager, experiment_id: str, csv: Path | None) -> None:
    written = -1
    with tqdm(total=100, unit="%", bar_format="{desc} {percentage:3.0f}%|{bar}| {elapsed}{postfix}") as bar:
        while True:
            experiments.renew(experiment_id)
            view = experiments.view(experiment_id)
            done, design = len(view.results), view.experiment.design
            if csv and done != written:
                write_results(csv, design, view.results)
                written = done
            left = "" if view.remaining_s is None else t("experiment-left", seconds=round(view.remaining_s))
            bar.set_description(
                t("experiment-progress", done=done, runs=len(design.trials), workers=view.workers), refresh=False
            )
            bar.set_postfix_str(left, refresh=False)
            bar.update(100 * view.share - bar.n)
            if view.experiment.status != "running":
                break
            time.sleep(LOOK_EVERY_S)


def _print_results(view: ExperimentView, baseline: int | None) -> None:
    design = view.experiment.design
    for like in slices_of(design):
        summary = summarise(design, view.results, like, baseline)
        fixed = [name for name in design.varied if name in SETTINGS]
        if fixed:
            print("\n" + ", ".join(f"{name.upper()} {getattr(like, name)}" for name in fixed))
        if summary is None:
            print(t("experiment-nothing-yet"))
            continue
        print("\n" + _table(summary) + "\n\n" + t("experiment-load", workers=view.workers) + "\n")
        conclusion = conclude(summary)
        print("\n".join([conclusion.headline, *conclusion.losses, *conclusion.speeds, *conclusion.settle]))


def _table(summary: Summary) -> str:
    headings = ["HEADS", "head_size"]
    headings += [t(f"experiment-column-{name}") for name in ("parameters", "seeds", "loss")]
    headings += [t("experiment-column-difference", baseline=summary.baseline), t("experiment-column-speed")]
    return table([headings, *(_row(row) for row in summary.rows)], right=range(7))


def _row(row: HeadsRow) -> list[str]:
    loss = f"{row.loss.mean:.4f}" + (f" ± {row.loss.half_width:.4f}" if row.loss.count > 1 else "")
    difference = "" if row.difference is None else with_sign(row.difference)
    sizes = [str(row.heads), str(row.head_size), f"{row.parameters:,}", str(row.loss.count)]
    return [*sizes, loss, difference, f"{row.speed.mean:.1f}"]


def _list_of(kind: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    convert = number(kind) if kind is not str else str
    return lambda words: tuple(convert(word.strip()) for word in words.split(",") if word.strip())
