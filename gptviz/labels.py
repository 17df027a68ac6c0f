"""How characters and tokens are written in pictures: every one visible, told apart, and unable to become code.

Who escapes what: figures escape the labels that they get (`escaped`), components write them with `textContent`. On a
page, show a learner's text with `st.text`, `st.code`, a table or a component; where only Markdown is possible (names of
runs in links and widget labels), pass it through `plain_in_markdown`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

NAMED = {" ": "␣", "\n": "↵", "\t": "⇥"}

# Unicode files these under letters, marks or symbols, but they draw nothing by themselves.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
WORD_JOINER = "\u2060"  # draws nothing, breaks up what Markdown would read as one sign

_ENTITIES = {ord(sign): f"&#{ord(sign)};" for sign in "&<>\"'$"}
_ASCII_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# Embeddings, overrides and isolates of a set direction; those that we write ourselves (FSI, PDI) stay.
_DIRECTION = re.compile("[\u202a-\u202e\u2066\u2067]")
_LINE_BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def character_label(character: str) -> str:
    """Return how one character is written in a picture.

    Args:
        character: One code point.

    Returns:
        ␣, ↵ or ⇥ for space, newline, tab; U+XXXX for what cannot be seen (other controls and spaces, format characters,
        unassigned and private ones, surrogates); combining marks on ◌; anything else as it is.
    """
    if character in NAMED:
        return NAMED[character]
    if _invisible(character):
        return f"U+{ord(character):04X}"
    return f"◌{character}" if unicodedata.category(character).startswith("M") else character


def token_label(token: str) -> str:
    """Return how one token, a character or a piece of a word, is written in a picture.

    Args:
        token: Any text; a combining mark inside it stays on its letter.

    Returns:
        The labels of its characters side by side, isolated where it runs from right to left.
    """
    label = ""
    for character in token:
        marks_a_letter = label and unicodedata.category(character).startswith("M") and not _invisible(character)
        label += character if marks_a_letter else character_label(character)
    return isolated(label) if _runs_right_to_left(label) else label


def token_labels(tokens: Iterable[str]) -> list[str]:
    """Return one label a token, in the order of the tokens.

    Args:
        tokens: A text (its characters are the tokens) or a list of tokens.

    Returns:
        As many labels as tokens; not escaped.
    """
    return [token_label(token) for token in tokens]


def isolated(label: str) -> str:
    """Return a label that keeps its own direction, so that labels side by side stay in the order of the tokens."""
    return f"{FIRST_STRONG_ISOLATE}{label}{POP_DIRECTIONAL_ISOLATE}"


def escaped(text: str) -> str:
    """Return text that Plotly draws as it is: neither HTML, nor an entity, nor a formula.

    Plotly 7 looks for `$...$` before it decodes entities, so a `$` written as an entity can't start a formula, also
    in an exported page that loads MathJax. It does not know `&quot;`, hence the numbers.
    """
    return text.translate(_ENTITIES)


def plain_in_markdown(text: str) -> str:
    """Return one line of text that `st.markdown` and widget labels show as it is.

    A backslash stops Markdown, HTML and formulas. Streamlit's `:material/name:`, `:smile:`, `->` and bare web addresses
    are found after backslashes are gone: the invisible word joiner before each sign breaks them up.

    Args:
        text: Any text; line breaks become ↵, and signs that would turn the direction of all that follows their codes.

    Returns:
        Markdown.
    """
    line = _LINE_BREAK.sub(NAMED["\n"], text).replace("\t", NAMED["\t"]).strip()
    line = _DIRECTION.sub(lambda found: character_label(found[0]), line)
    plain = _ASCII_PUNCTUATION.sub(WORD_JOINER + r"\\\1", line)
    return isolated(plain) if _runs_right_to_left(line) else plain


def _runs_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)


def _invisible(character: str) -> bool:
    category = unicodedata.category(character)
    # Variation selectors are marks that draw nothing.
    selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return category[0] in "CZ" or character in BLANK or selector
