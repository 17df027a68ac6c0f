"""Reads a run's file from anyone: everything in it is checked against what its own configuration says, or refused.

What can be refused for its description alone is refused before any tensor is made.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.corpus.upload import MAX_BYTES
from gptviz.corpus.vocabulary import Vocabulary
from gptviz.engines.engine import Moments
from gptviz.export.container import open_container
from gptviz.export.errors import FileError
from gptviz.export.fields import Fields, refused
from gptviz.export.run_file import FORMAT
from gptviz.export.tensors import HISTORY, check_tensors
from gptviz.parameters import Parameters, parameter_shapes
from gptviz.runs.codec import Arrays
from gptviz.runs.curves import EVALUATION_COLUMNS, STEP_COLUMNS, Column
from gptviz.runs.library import LONGEST_NAME, LONGEST_NOTE
from gptviz.training.events import Diverged, Finished, Sample, Snapshot
from gptviz.training.plan import total_steps
from gptviz.training.state import TrainState

LONGEST_ID, LONGEST_TEXT = 40, 5_000
MOST_SAMPLES = 100
MOST_STEPS = 10**9
# All weights of all heads of one text: a page holds them at every snapshot. 6 blocks of 256 heads on 128 characters.
MOST_WEIGHTS = 6 * 256 * 128**2


@dataclass(frozen=True, eq=False)
class RunFile:
    """A run as a file tells of it; every part has been checked.

    Args:
        run_id: Of the run where it was exported.
        name: Given by its owner.
        note: By its owner.
        model: The model.
        train: Its training.
        vocabulary: Of its text.
        corpus_name: Of the text.
        corpus_source: Of the text.
        corpus_fingerprint: Of the text.
        corpus: The text; None where it was left out.
        total_steps: At which training is complete.
        training_s: Seconds that were spent on it.
        stopped: Its owner stopped it, or it failed.
        state: Newest parameters; moments where they are in the file.
        snapshots: In rising order of steps.
        steps: (N, 5) numbers of steps, as STEP_COLUMNS.
        evaluations: (M, 3), as EVALUATION_COLUMNS.
        samples: In order.
        result: What the end of training told.
    """

    run_id: str
    name: str
    note: str
    model: ModelConfig
    train: TrainConfig
    vocabulary: Vocabulary
    corpus_name: str
    corpus_source: str
    corpus_fingerprint: str
    corpus: Corpus | None
    total_steps: int
    training_s: float
    stopped: bool
    state: TrainState
    snapshots: tuple[Snapshot, ...]
    steps: Column
    evaluations: Column
    samples: tuple[Sample, ...]
    result: Finished | Diverged | None


def read_run_file(data: bytes) -> RunFile:
    """Check a file and return the run that it holds.

    Args:
        data: Anything.

    Raises:
        LearnerError: It is no run of ours, damaged, from a later version, or not consistent: a FileError that says
            what is wrong, or a ConfigError of one of its settings.
    """
    container = open_container(data)
    described = Fields(container.manifest, "manifest")
    if (given := described.integer("format", 1, MOST_STEPS)) > FORMAT:
        raise FileError("file-version", f"the file has format {given}; this gptviz reads up to {FORMAT}", given=given)
    model = _model(described.object("model"))
    check_tensors(container.tensors, model)
    arrays = container.arrays()
    run, text = described.object("run"), described.object("corpus")
    train = _train(described.object("train"))
    step = run.integer("step", 0, MOST_STEPS)
    result = _result(run.optional_object("result"), step)
    vocabulary = _vocabulary(arrays["corpus/characters"])
    corpus_name, corpus_source = text.text("name", LONGEST_ID), text.text("source", LONGEST_ID)
    fingerprint = text.text("fingerprint", 64)
    corpus = _corpus(corpus_name, corpus_source, vocabulary, arrays, fingerprint)
    parameters = {name: arrays[name] for name in parameter_shapes(model)}
    snapshots = _snapshots(arrays, step)
    if not isinstance(result, Diverged):  # where training ended because numbers overflowed, they may
        _check_finite(arrays)
    return RunFile(
        run_id=run.text("id", LONGEST_ID),
        name=run.text("name", LONGEST_TEXT)[:LONGEST_NAME],
        note=run.text("note", LONGEST_TEXT)[:LONGEST_NOTE],
        model=model,
        train=train,
        vocabulary=vocabulary,
        corpus_name=corpus_name,
        corpus_source=corpus_source,
        corpus_fingerprint=fingerprint,
        corpus=corpus,
        total_steps=_total_steps(run, step, corpus, model, train),
        training_s=run.number("training_s", 0, 1e9),
        stopped=run.text("status", LONGEST_ID) in ("stopped", "failed"),
        state=TrainState(step, parameters, _moments(arrays), complete=result is not None),
        snapshots=snapshots,
        steps=_column(arrays, "curves/steps", len(STEP_COLUMNS), step),
        evaluations=_column(arrays, "curves/evaluations", len(EVALUATION_COLUMNS), step),
        samples=_samples(described, step, vocabulary),
        result=result,
    )


def _model(described: Fields) -> ModelConfig:
    """The model's own checks refuse bad values; here only names, and what would be too much to look at."""
    attention = described.optional_object("attention")
    values = described.only([field.name for field in fields(ModelConfig)])
    if attention is not None:
        settings = attention.only([field.name for field in fields(AttentionConfig)])
        values = values | {"attention": AttentionConfig(**settings)}
    if "vocab_size" not in values:
        raise refused("manifest.model.vocab_size")
    model = ModelConfig(**values)
    weights = model.blocks * model.heads * model.context_size**2
    if model.attention is not None and weights > MOST_WEIGHTS:
        message = f"this model has {weights} attention weights on one text; valid: at most {MOST_WEIGHTS}"
        raise FileError("file-attention", message, given=weights, most=MOST_WEIGHTS)
    return model


def _train(described: Fields) -> TrainConfig:
    return TrainConfig(**described.only([field.name for field in fields(TrainConfig)]))


def _check_finite(arrays: Arrays) -> None:
    for name, array in arrays.items():
        if array.dtype == np.float32 and not np.isfinite(array).all():
            raise FileError("file-not-finite", f"tensor {name} holds what is no number", name=name)


def _vocabulary(codes: NDArray[Any]) -> Vocabulary:
    surrogates = (codes >= 0xD800) & (codes <= 0xDFFF)
    if codes.min() < 1 or codes.max() > 0x10FFFF or surrogates.any() or len(np.unique(codes)) != len(codes):
        raise FileError("file-tokens", "the vocabulary or the text of the file holds what is no character of it")
    return Vocabulary(tuple(chr(code) for code in codes.tolist()))


def _corpus(name: str, source: str, vocabulary: Vocabulary, arrays: Arrays, fingerprint: str) -> Corpus | None:
    if "corpus/train" not in arrays:
        return None
    for part in (arrays["corpus/train"], arrays["corpus/test"]):
        if part.size and part.max() >= len(vocabulary):
            raise FileError("file-tokens", "the vocabulary or the text of the file holds what is no character of it")
        part.setflags(write=False)
    corpus = Corpus(name, source, vocabulary, arrays["corpus/train"], arrays["corpus/test"])
    if corpus.fingerprint != fingerprint:
        raise FileError("file-fingerprint", "the text in the file is not the one that its fingerprint names")
    return corpus


def _total_steps(run: Fields, step: int, corpus: Corpus | None, model: ModelConfig, train: TrainConfig) -> int:
    claimed = run.integer("total_steps", max(1, step), MOST_STEPS)
    if corpus is not None and total_steps(corpus, model, train) != claimed:
        raise refused("manifest.run.total_steps")
    return claimed


def _result(described: Fields | None, step: int) -> Finished | Diverged | None:
    if described is None:
        return None
    if described.choice("kind", ("Finished", "Diverged")) == "Finished":
        loss_nats = described.any_number("test_loss_nats")
        return Finished(described.integer("step", step, step), loss_nats, described.integer("windows", 1, MAX_BYTES))
    at, rate = described.integer("step", step, step + 1), described.number("learning_rate", 0, 1e9)
    return Diverged(at, described.any_number("loss_nats"), rate)


def _samples(described: Fields, last: int, vocabulary: Vocabulary) -> tuple[Sample, ...]:
    samples = []
    for one in described.objects("samples", MOST_SAMPLES):
        sample = Sample(one.integer("step", 0, last), one.text("prompt", LONGEST_TEXT), one.text("text", LONGEST_TEXT))
        if vocabulary.unknown(sample.prompt + sample.text):
            raise refused("manifest.samples.text")
        samples.append(sample)
    _check_rising([sample.step for sample in samples], "manifest.samples.step")
    return tuple(samples)


def _snapshots(arrays: Arrays, last: int) -> tuple[Snapshot, ...]:
    by_step: dict[int, Parameters] = {}
    for name, array in arrays.items():
        if matched := HISTORY.fullmatch(name):
            by_step.setdefault(int(matched[1]), {})[matched[2]] = array
    if by_step and max(by_step) > last:
        raise refused("history")
    return tuple(Snapshot(step, by_step[step]) for step in sorted(by_step))


def _moments(arrays: Arrays) -> Moments | None:
    first, second = (
        {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
        for prefix in ("state/first/", "state/second/")
    )
    return Moments(first, second) if first else None


def _column(arrays: Arrays, name: str, columns: int, last: int) -> Column:
    """Numbers of a curve, all finite, their steps whole and rising."""
    rows = arrays.get(name, np.zeros((0, columns)))
    steps = rows[:, 0]
    if not np.isfinite(rows).all() or (steps != np.floor(steps)).any() or (np.abs(steps) > last).any():
        raise refused(name)
    _check_rising(steps, name)
    return rows


def _check_rising(steps: Any, name: str) -> None:
    if len(steps) and (steps[0] < 0 or (np.diff(steps) <= 0).any()):
        raise refused(name)
