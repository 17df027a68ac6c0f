"""The split, the fingerprint and the needed length of a corpus."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.corpus import Batches, Corpus, CorpusError, needed_length, window_starts

TEXT = "the quick brown fox\n" * 50


@given(st.text(min_size=1))
def test_train_and_test_make_the_text_nine_to_one(text):
    corpus = Corpus.from_text("own", "own", text)
    assert len(corpus.train) == int(len(text) * 0.9)
    assert corpus.text_length == len(text)
    assert corpus.vocabulary.decode(corpus.train) + corpus.vocabulary.decode(corpus.test) == text


def test_the_split_of_the_exact_file_is_that_of_the_chapters():
    corpus = Corpus.from_text("own", "own", "ab" * (1_115_394 // 2))
    assert (len(corpus.train), len(corpus.test)) == (1_003_854, 111_540)


def test_tokens_are_small_and_read_only():
    corpus = Corpus.from_text("own", "own", TEXT)
    assert corpus.train.dtype == corpus.test.dtype == np.uint16
    with pytest.raises(ValueError, match="read-only"):
        corpus.train[0] = 1
    many = Corpus.from_text("own", "own", "".join(map(chr, range(0x10000, 0x10000 + 2**16 + 1))))
    assert many.test.dtype == np.uint32
    assert int(many.test[-1]) == 2**16


def test_the_fingerprint_tells_texts_apart_and_ignores_names():
    fingerprint = Corpus.from_text("own", "own", TEXT).fingerprint
    assert len(fingerprint) == 64
    assert Corpus.from_text("shakespeare", "file", TEXT).fingerprint == fingerprint
    # Same tokens, another alphabet; same alphabet, other tokens.
    assert Corpus.from_text("own", "own", TEXT.replace("q", "\u1234")).fingerprint != fingerprint
    assert Corpus.from_text("own", "own", TEXT[::-1]).fingerprint != fingerprint


def test_a_corpus_is_cheap_to_send():
    corpus = Corpus.from_text("own", "own", TEXT + "😀")
    corpus.vocabulary.encode(TEXT)
    sent = pickle.dumps(corpus)
    assert len(sent) < 2 * len(TEXT) + 1500
    assert pickle.loads(sent).fingerprint == corpus.fingerprint


@given(st.integers(2, 300), st.integers(1, 300))
def test_the_needed_length_is_exactly_enough(context_size, batch_size):
    def fits(length):
        corpus = Corpus.from_text("own", "own", "ab" * (length // 2) + "c" * (length % 2))
        enough = (
            len(window_starts(len(corpus.train), context_size)) >= batch_size
            and len(window_starts(len(corpus.test), context_size)) >= 1
        )
        if enough:
            corpus.check_fits(context_size, batch_size)
            assert Batches(corpus.train, context_size, batch_size).per_epoch >= 1
        else:
            with pytest.raises(CorpusError):
                corpus.check_fits(context_size, batch_size)
        return enough

    needed = needed_length(context_size, batch_size)
    assert fits(needed)
    assert not fits(needed - 1)


def test_a_short_text_is_told_the_length_it_needs():
    with pytest.raises(CorpusError) as error:
        Corpus.from_text("own", "own", "hello world").check_fits(32, 4)
    assert error.value.code == "text-too-short"
    assert error.value.values == {"given": 11, "needed": 331}
