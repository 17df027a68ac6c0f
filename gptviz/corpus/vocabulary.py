"""Characters to token numbers and back: the chapters' vocabulary is `sorted(set(text))`."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gptviz.corpus.errors import CorpusError

NAMED_AT_MOST = 8  # unknown characters that one message lists


@dataclass(frozen=True)
class Vocabulary:
    """The distinct characters of a corpus; the token of a character is its place in `characters`.

    Args:
        characters: Single characters, each once.

    Raises:
        ValueError: An entry is not one character, or stands twice.
    """

    characters: tuple[str, ...]

    def __post_init__(self) -> None:
        if any(len(character) != 1 for character in self.characters):
            raise ValueError("a vocabulary holds single characters")
        if len(set(self.characters)) != len(self.characters):
            raise ValueError("a vocabulary holds each character once")

    @classmethod
    def of(cls, text: str) -> Vocabulary:
        """Return the vocabulary of a text: its distinct characters in the order of their Unicode numbers."""
        # The chapters' sorted(set(text)), counted by NumPy instead of a Python loop: 2 ms for Shakespeare, not 26.
        points = np.flatnonzero(np.bincount(_code_points(text)))
        return cls(tuple(_text(points.astype("<u4"))))

    def __len__(self) -> int:
        return len(self.characters)

    def encode(self, text: str) -> NDArray[np.int64]:
        """Return the token of each character.

        Args:
            text: Any length, also empty.

        Returns:
            (T,) int64, 0 <= token < V.

        Raises:
            CorpusError: "unknown-characters": some are not in the vocabulary; the message names them.
        """
        tokens = self._look_up(text)
        if (tokens < 0).any():
            raise _unknown_characters(self.unknown(text))
        return tokens

    def decode(self, tokens: NDArray[np.integer]) -> str:
        """Return the text of tokens.

        Args:
            tokens: (T,) integers, 0 <= token < V.

        Raises:
            ValueError: A token is outside the vocabulary.
        """
        if tokens.size and not (tokens.min() >= 0 and tokens.max() < len(self)):
            raise ValueError(f"tokens run from {tokens.min()} to {tokens.max()}; valid: 0 to {len(self) - 1}")
        return _text(_code_points("".join(self.characters))[tokens.astype(np.int64)])

    def unknown(self, text: str) -> list[tuple[int, str]]:
        """Return (position from 0, character) of every character that is not in the vocabulary."""
        return [(int(position), text[position]) for position in np.flatnonzero(self._look_up(text) < 0)]

    def _look_up(self, text: str) -> NDArray[np.int64]:
        """(T,) tokens, -1 where the character is unknown."""
        table = _token_table(self.characters)
        return table[np.minimum(_code_points(text), len(table) - 1)]


def character_name(character: str) -> str:
    """Return a character with its Unicode name: `é LATIN SMALL LETTER E WITH ACUTE`, `U+0024 DOLLAR SIGN`, `U+0007`.

    A number stands for what no page can show (controls, halves of surrogate pairs) and for ASCII's punctuation, which a
    page might take for markup.
    """
    number = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "")
    if not character.isprintable() or (character.isascii() and not character.isalnum()):
        return f"{number} {name}".rstrip()
    # A combining mark would sit on whatever stands before it; ◌ gives it a place of its own.
    shown = f"◌{character}" if unicodedata.combining(character) else character
    return f"{shown} {name or number}"


@lru_cache(maxsize=8)
def _token_table(characters: tuple[str, ...]) -> NDArray[np.int64]:
    """Code point -> token, -1 for what is unknown; the last entry stands for everything beyond."""
    points = _code_points("".join(characters))
    table = np.full(int(points.max(initial=0)) + 2, -1, dtype=np.int64)
    table[points] = np.arange(len(characters))
    return table


def _code_points(text: str) -> NDArray[np.uint32]:
    # One C-level conversion instead of a Python loop. Lone surrogates pass here, so that they can be named.
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _text(code_points: NDArray[np.uint32]) -> str:
    return code_points.tobytes().decode("utf-32-le", "surrogatepass")


def _unknown_characters(unknown: list[tuple[int, str]]) -> CorpusError:
    first_at: dict[str, int] = {}
    for position, character in unknown:
        first_at.setdefault(character, position + 1)
    names = [f"{character_name(character)} ({position})" for character, position in first_at.items()]
    listed = "; ".join(names[:NAMED_AT_MOST]) + ("; …" if len(names) > NAMED_AT_MOST else "")
    return CorpusError(
        "unknown-characters",
        f"not in the vocabulary of the corpus: {listed}; numbers in brackets are positions in the text, counted from 1",
        listed=listed,
        count=len(names),
    )
