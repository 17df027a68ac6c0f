"""Experiments as JSON: the design without its texts, which it names, and how far its trainings are."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, astuple
from typing import Any

from gptviz.config import AttentionConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.experiment.design import Cell, Design, Trial
from gptviz.experiment.experiment import Experiment, Listed
from gptviz.experiment.results import Result

TextKey = tuple[str, str, str]  # name, source and fingerprint

_LISTS = ("heads", "seeds", "embedding_sizes", "blocks", "learning_rates")


def text_key(corpus: Corpus) -> TextKey:
    """Return what names a text in the database."""
    return corpus.name, corpus.source, corpus.fingerprint


def design_to_json(design: Design) -> str:
    """Return a design as JSON, its texts by their keys."""
    attention = design.switches.get("attention")
    switches = dict(design.switches) | ({"attention": asdict(attention)} if attention is not None else {})
    lists = {name: getattr(design, name) for name in _LISTS}
    texts = [text_key(corpus) for corpus in design.corpora]
    return json.dumps({"texts": texts, **lists, "switches": switches, "train": asdict(design.train)})


def design_from_json(text: str, corpus_of: Callable[[TextKey], Corpus]) -> Design:
    """Return the design of a record; its settings pass all checks again.

    Args:
        text: Made by `design_to_json`.
        corpus_of: Finds a text by its key.

    Raises:
        LearnerError: A setting is out of its range, or `corpus_of` does not find a text.
        TypeError, KeyError, ValueError: The text is no design.
    """
    fields: dict[str, Any] = json.loads(text)
    corpora = tuple(corpus_of((name, source, fingerprint)) for name, source, fingerprint in fields.pop("texts"))
    switches, train = fields.pop("switches"), TrainConfig(**fields.pop("train"))
    if switches.get("attention") is not None:
        switches["attention"] = AttentionConfig(**switches["attention"])
    return Design(corpora, switches=switches, train=train, **{name: tuple(fields[name]) for name in _LISTS})


def listed_from_json(experiment_id: str, owner: str, design: str) -> Listed:
    """Return what a list of experiments shows of one, without its texts."""
    fields = json.loads(design)
    return Listed(experiment_id, owner, tuple(fields["heads"]), len(fields["seeds"]))


def progress_to_json(experiment: Experiment) -> str:
    """Return what changes of an experiment, and what it began with, as JSON."""
    runs = [[*_trial_to_list(trial), run_id] for trial, run_id in experiment.runs.items()]
    known = [[*_trial_to_list(trial), asdict(result)] for trial, result in experiment.known.items()]
    return json.dumps({"pause_reason": experiment.pause_reason, "runs": runs, "known": known})


def progress_from_json(text: str) -> Mapping[str, Any]:
    """Return the fields of an experiment that `progress_to_json` wrote.

    Raises:
        TypeError, KeyError, ValueError: The text is no such record.
    """
    fields = json.loads(text)
    runs = {_trial_from_list(trial): run_id for *trial, run_id in fields["runs"]}
    known = {_trial_from_list(trial): Result(**result) for *trial, result in fields["known"]}
    return {"pause_reason": fields["pause_reason"], "runs": runs, "known": known}


def _trial_to_list(trial: Trial) -> list[Any]:
    return [*astuple(trial.cell), trial.seed]


def _trial_from_list(values: list[Any]) -> Trial:
    *cell, seed = values
    return Trial(Cell(*cell), seed)
