"""Texts to train on: vocabularies, training and test tokens, windows and batches."""

from gptviz.corpus.corpus import Corpus, needed_length
from gptviz.corpus.errors import CorpusError
from gptviz.corpus.load import CORPUS_NAMES, load_corpus, probe_text
from gptviz.corpus.upload import decode_text, own_corpus
from gptviz.corpus.vocabulary import Vocabulary, character_name
from gptviz.corpus.windows import Batches, window_starts, windows_at

__all__ = [
    "CORPUS_NAMES",
    "Batches",
    "Corpus",
    "CorpusError",
    "Vocabulary",
    "character_name",
    "decode_text",
    "load_corpus",
    "needed_length",
    "own_corpus",
    "probe_text",
    "window_starts",
    "windows_at",
]
