"""What an experiment trains: every combination of some settings, each with several seeds, in a paired design.

For one seed all head counts get the same batches (a function of seed and step) and the very same initial parameters
(their shapes do not depend on HEADS). So the difference between two head counts is taken seed by seed, and what seeds
have in common falls out of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from gptviz.chapters import QUICK
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.errors import LearnerError

FACTORS = ("corpus", "embedding_size", "blocks", "learning_rate", "heads")
FIRST_SEED = 42  # the book's
MOST_RUNS = 240


class ExperimentError(LearnerError):
    """An experiment cannot be planned or found, or what is asked of it is not possible or not allowed."""


@dataclass(frozen=True)
class Cell:
    """One combination of settings; its field names are `FACTORS`.

    Args:
        corpus: Name of the text.
        embedding_size: E.
        blocks: L.
        learning_rate: Highest one.
        heads: H.
    """

    corpus: str
    embedding_size: int
    blocks: int
    learning_rate: float
    heads: int


@dataclass(frozen=True)
class Trial:
    """One training: a cell and a seed."""

    cell: Cell
    seed: int


@dataclass(frozen=True)
class Design:
    """The grid of an experiment.

    Args:
        corpora: Texts, with different names.
        heads: Head counts.
        seeds: Each cell is trained once with each of them.
        embedding_sizes: E.
        blocks: L.
        learning_rates: Highest ones.
        switches: What all models share: the other fields of `ModelConfig`.
        train: What all trainings share; its learning rate and seed are replaced.

    Raises:
        ExperimentError: "experiment-empty": one of the lists is empty; "experiment-too-large".
    """

    corpora: tuple[Corpus, ...]
    heads: tuple[int, ...]
    seeds: tuple[int, ...]
    embedding_sizes: tuple[int, ...]
    blocks: tuple[int, ...]
    learning_rates: tuple[float, ...]
    switches: Mapping[str, Any]
    train: TrainConfig

    def __post_init__(self) -> None:
        for constant in ("heads", "seeds", "embedding_sizes", "blocks", "learning_rates", "corpora"):
            if not getattr(self, constant):
                raise ExperimentError("experiment-empty", f"no {constant} given; give at least one", what=constant)
        runs = len(self.cells) * len(self.seeds)
        if runs > MOST_RUNS:
            message = f"{runs} runs are too many; valid: at most {MOST_RUNS}"
            raise ExperimentError("experiment-too-large", message, given=runs, most=MOST_RUNS)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All combinations, the invalid ones included; head counts change fastest."""
        names = [corpus.name for corpus in self.corpora]
        lists = (names, self.embedding_sizes, self.blocks, self.learning_rates, self.heads)
        return tuple(Cell(*values) for values in itertools.product(*lists))

    @cached_property
    def invalid(self) -> dict[Cell, LearnerError]:
        """The combinations that cannot be trained, each with the rule that it breaks."""
        errors = {cell: self._error_of(cell) for cell in self.cells}
        return {cell: error for cell, error in errors.items() if error is not None}

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """All trainings, seed by seed; each seed begins with another cell.

        So if the machine is slower for a while, that falls on all cells, and no cell always trains beside the same
        neighbour: their speeds can be compared.
        """
        valid = [cell for cell in self.cells if cell not in self.invalid]
        order: list[Trial] = []
        for number, seed in enumerate(self.seeds):
            first = number % max(1, len(valid))
            order += [Trial(cell, seed) for cell in (*valid[first:], *valid[:first])]
        return tuple(order)

    @property
    def varied(self) -> tuple[str, ...]:
        """Which of `FACTORS` have more than one value."""
        return tuple(name for name in FACTORS if len({getattr(cell, name) for cell in self.cells}) > 1)

    def corpus(self, name: str) -> Corpus:
        """Return the text of that name."""
        return next(corpus for corpus in self.corpora if corpus.name == name)

    def configure(self, trial: Trial) -> tuple[ModelConfig, TrainConfig]:
        """Return the model of a trial and its training.

        Raises:
            ConfigError: The combination is invalid.
        """
        cell = trial.cell
        varied = {"heads": cell.heads, "embedding_size": cell.embedding_size, "blocks": cell.blocks}
        model = ModelConfig(len(self.corpus(cell.corpus).vocabulary), **{**self.switches, **varied})
        lowest = min(self.train.min_learning_rate, cell.learning_rate)
        train = replace(self.train, seed=trial.seed, learning_rate=cell.learning_rate, min_learning_rate=lowest)
        return model, train

    def _error_of(self, cell: Cell) -> LearnerError | None:
        try:
            model, train = self.configure(Trial(cell, self.seeds[0]))
            self.corpus(cell.corpus).check_fits(model.context_size, train.batch_size)
        except LearnerError as error:
            return error
        return None


def quick_design(
    corpora: Sequence[Corpus],
    heads: Iterable[int],
    seeds: int,
    *,
    embedding_sizes: Iterable[int] = (64,),
    blocks: Iterable[int] = (2,),
    learning_rates: Iterable[float] = (QUICK.train.learning_rate,),
    **changes: Any,
) -> Design:
    """Return an experiment with the quick preset's model and training.

    Args:
        corpora: Texts.
        heads: Head counts.
        seeds: How many: 42, 43, ...
        embedding_sizes: E.
        blocks: L.
        learning_rates: Highest ones.
        **changes: Of `TrainConfig`.

    Raises:
        ExperimentError: As `Design`.
        ConfigError: A change breaks a rule of `TrainConfig`.
    """
    return Design(
        tuple(corpora),
        tuple(sorted(set(heads))),
        tuple(range(FIRST_SEED, FIRST_SEED + seeds)),
        tuple(sorted(set(embedding_sizes))),
        tuple(sorted(set(blocks))),
        tuple(sorted(set(learning_rates))),
        {name: value for name, value in QUICK.switches.items() if name != "heads"},
        replace(QUICK.train, **changes),
    )


def with_more_seeds(design: Design, more: int) -> Design:
    """Return the same grid with further seeds; results of the seeds so far stay valid.

    Raises:
        ExperimentError: "experiment-too-large".
    """
    following = range(max(design.seeds) + 1, max(design.seeds) + 1 + more)
    return replace(design, seeds=(*design.seeds, *following))
