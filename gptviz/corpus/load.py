"""The corpora that come with the app, by name, and for every corpus a text worth looking at."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gptviz.corpus.corpus import Corpus
from gptviz.corpus.errors import CorpusError
from gptviz.corpus.shakespeare import DATA_FOLDER, load_shakespeare
from gptviz.corpus.synthetic import LANGUAGES

CORPUS_NAMES = ("shakespeare", *LANGUAGES)


def load_corpus(name: str, folder: Path = DATA_FOLDER) -> Corpus:
    """Return a corpus that comes with the app, read or generated once a process (the learner's own: `own_corpus`).

    Args:
        name: One of `CORPUS_NAMES`.
        folder: Where tiny Shakespeare is looked for.

    Raises:
        CorpusError: There is no corpus of that name ("corpus-name"), or Shakespeare cannot be read (see
            `load_shakespeare`).
    """
    if name == "shakespeare":
        return load_shakespeare(folder)
    if name in LANGUAGES:
        return _generated(name)
    valid = ", ".join(CORPUS_NAMES)
    raise CorpusError("corpus-name", f"there is no corpus {name!r}; valid: {valid}", given=repr(name), valid=valid)


def probe_text(corpus: Corpus, context_size: int = 32) -> str:
    """Return a text to look at: of a made-up language its probe, of real text something from the test part.

    Args:
        corpus: Any.
        context_size: Longest text, in characters, that the model sees at once.

    Returns:
        1 to context_size characters, all of them in the corpus's vocabulary.
    """
    if corpus.name in LANGUAGES:
        return LANGUAGES[corpus.name].probe[:context_size]
    opening = corpus.vocabulary.decode(corpus.test[: 100 * context_size])
    if corpus.name == "shakespeare":
        # A whole line reads better than the middle of one. The first may be cut by the split.
        for line in opening.split("\n")[1:]:
            if context_size // 2 <= len(line) <= context_size:
                return line
    return opening[:context_size]


@cache
def _generated(name: str) -> Corpus:
    return Corpus.from_text(name, "generated", LANGUAGES[name].text())
