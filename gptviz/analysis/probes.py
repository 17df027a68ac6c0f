"""The texts on which heads are measured: windows of the test part, and random strings said twice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gptviz.corpus.corpus import Corpus
from gptviz.corpus.vocabulary import Vocabulary
from gptviz.corpus.windows import windows_at

Tokens = NDArray[np.integer]

BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("（", "）"), ("「", "」"), ("《", "》"), ("【", "】"))
WINDOWS = 8
REPEATED = 8  # random strings
SEED = 0


@dataclass(frozen=True)
class HeadTexts:
    """What the heads of a model read while they are measured.

    Args:
        windows: (B, T) of the test part, apart from each other.
        repeated: (R, S) random strings, each followed by itself.
        repeated_pairs: (R, S, S), from a character of the second copy to the one after its first occurrence.
        brackets: (opener, closer) tokens, as far as the vocabulary has them.
    """

    windows: Tokens
    repeated: Tokens
    repeated_pairs: NDArray[np.bool_]
    brackets: tuple[tuple[int, int], ...]


def head_texts(corpus: Corpus, context_size: int, windows: int = WINDOWS) -> HeadTexts:
    """Return the texts on which the heads of a model of a corpus are measured: always the same ones.

    Args:
        corpus: Whose test part is read.
        context_size: T.
        windows: How many of the test part, at most; evenly spaced.
    """
    inputs, _ = held_out_windows(corpus.test, context_size, windows)
    repeated, pairs = repeated_strings(corpus.vocabulary, context_size)
    return HeadTexts(inputs, repeated, pairs, bracket_tokens(corpus.vocabulary))


def held_out_windows(tokens: Tokens, context_size: int, most: int) -> tuple[Tokens, Tokens]:
    """Return evenly spaced windows of a text that do not overlap, and the characters that follow.

    Args:
        tokens: (N,), at least T + 1.
        context_size: T.
        most: Windows, at least 1.

    Returns:
        Inputs and targets, each (B, T) int64, 1 <= B <= most.
    """
    room = (len(tokens) - 1) // context_size
    starts = np.linspace(0, room - 1, num=min(most, room)).round().astype(np.int64) * context_size
    return windows_at(tokens, starts, context_size)


def repeated_strings(
    vocabulary: Vocabulary, context_size: int, strings: int = REPEATED, seed: int = SEED
) -> tuple[Tokens, NDArray[np.bool_]]:
    """Draw random strings, each once more after itself, with a space between: what an induction head is found with.

    In a random string nothing but its first copy tells what comes next. So a head that looks from a character of the
    second copy to the one after its first occurrence completes the pattern `A B ... A -> B` (Elhage et al. 2021;
    Olsson et al. 2022, whose prefix-matching score this is). Each character stands once in a string, so there is one
    such place. The last one of the second copy is not asked: what follows it is not in the first.

    Args:
        vocabulary: Drawn from are its visible characters.
        context_size: Longest text, in characters.
        strings: R.
        seed: Of the draws.

    Returns:
        Tokens (R, S), S <= context_size, and marked pairs (R, S, S); nothing is marked where there is no room.
    """
    visible = [token for token, character in enumerate(vocabulary.characters) if not character.isspace()]
    alphabet = np.array(visible or range(len(vocabulary)))
    separator = vocabulary.encode(" ") if " " in vocabulary.characters and context_size > 2 else alphabet[:0]
    length = min((context_size - len(separator)) // 2, len(alphabet))
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(strings):
        string = generator.permutation(alphabet)[:length]
        rows.append(np.concatenate([string, separator, string]))
    tokens = np.stack(rows)  # (R, S)
    pairs = np.zeros((*tokens.shape, tokens.shape[1]), dtype=bool)
    asked = np.arange(length - 1)
    pairs[:, length + len(separator) + asked, asked + 1] = True
    return tokens, pairs


def bracket_tokens(vocabulary: Vocabulary) -> tuple[tuple[int, int], ...]:
    """Return (opener, closer) of each kind of bracket of which the vocabulary has both."""
    place = {character: token for token, character in enumerate(vocabulary.characters)}
    return tuple((place[opener], place[closer]) for opener, closer in BRACKETS if {opener, closer} <= place.keys())


def bracket_pairs(tokens: Tokens, brackets: tuple[tuple[int, int], ...]) -> NDArray[np.bool_]:
    """Mark for each closing bracket the innermost opener that is still open after it.

    That opener is the partner of the closing bracket that comes next, which is what the model has to say at this place;
    the partner of the closing bracket itself is settled already.

    Args:
        tokens: (B, T).
        brackets: (opener, closer) tokens.

    Returns:
        (B, T, T). A closing bracket that does not fit makes all that was open unknown.
    """
    partners = dict(brackets)
    closers = set(partners.values())
    pairs = np.zeros((*tokens.shape, tokens.shape[1]), dtype=bool)
    for row, text in enumerate(tokens.tolist()):
        still_open: list[int] = []
        for at, token in enumerate(text):
            if token in partners:
                still_open.append(at)
            elif token in closers:
                fits = bool(still_open) and partners[text[still_open.pop()]] == token
                if not fits:
                    still_open.clear()
                elif still_open:
                    pairs[row, at, still_open[-1]] = True
    return pairs
