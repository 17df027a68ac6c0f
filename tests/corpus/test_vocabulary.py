"""Characters to tokens and back, for any text."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.corpus import CorpusError, Vocabulary, character_name

ANY_TEXT = st.text(st.characters(exclude_categories=[]))  # lone surrogates too


def test_is_the_chapters_sorted_set():
    assert Vocabulary.of("banana\n").characters == ("\n", "a", "b", "n")


@given(ANY_TEXT)
def test_decoding_undoes_encoding(text):
    vocabulary = Vocabulary.of(text)
    tokens = vocabulary.encode(text)
    assert tokens.dtype == np.int64
    assert tokens.tolist() == [sorted(set(text)).index(character) for character in text]
    assert vocabulary.decode(tokens) == text


@given(ANY_TEXT, ANY_TEXT)
def test_unknown_characters_are_found_where_they_are(known, text):
    vocabulary = Vocabulary.of(known)
    expected = [(position, character) for position, character in enumerate(text) if character not in known]
    assert vocabulary.unknown(text) == expected
    if expected:
        with pytest.raises(CorpusError):
            vocabulary.encode(text)
    else:
        assert vocabulary.decode(vocabulary.encode(text)) == text


def test_the_error_names_each_unknown_character_once_with_its_first_place():
    with pytest.raises(CorpusError) as error:
        Vocabulary.of("abc").encode("aéb$é")
    assert error.value.code == "unknown-characters"
    assert error.value.values == {
        "listed": "é LATIN SMALL LETTER E WITH ACUTE (2); U+0024 DOLLAR SIGN (4)",
        "count": 2,
    }


def test_a_text_of_strange_characters_makes_a_short_error():
    with pytest.raises(CorpusError) as error:
        Vocabulary.of("a").encode("一二三四五六七八九十")
    assert error.value.values["count"] == 10
    assert error.value.values["listed"].endswith("(8); …")


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("猫", "猫 CJK UNIFIED IDEOGRAPH-732B"),
        ("\u0301", "◌\u0301 COMBINING ACUTE ACCENT"),
        ("\n", "U+000A"),
        ("\ud800", "U+D800"),
        ("\u200f", "U+200F RIGHT-TO-LEFT MARK"),
        ("<", "U+003C LESS-THAN SIGN"),
        ("😀", "😀 GRINNING FACE"),
    ],
)
def test_names_can_be_shown_on_any_page(character, name):
    assert character_name(character) == name


@pytest.mark.parametrize("tokens", [[-1], [3]])
def test_tokens_outside_are_refused(tokens):
    with pytest.raises(ValueError, match="valid: 0 to 2"):
        Vocabulary.of("abc").decode(np.array(tokens))


@pytest.mark.parametrize("characters", [("a", "a"), ("ab",), ("",)])
def test_entries_are_single_and_distinct(characters):
    with pytest.raises(ValueError):
        Vocabulary(characters)


def test_equal_texts_have_equal_vocabularies_also_after_pickling():
    vocabulary = Vocabulary.of("hello")
    vocabulary.encode("hello")
    assert pickle.loads(pickle.dumps(vocabulary)) == vocabulary == Vocabulary.of("olleh")
