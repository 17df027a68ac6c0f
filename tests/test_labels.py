import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.labels import (
    character_label,
    escaped,
    plain_in_markdown,
    token_label,
    token_labels,
)

ENTITY = re.compile(r"&#(\d+);")
ANY_CHARACTER = st.characters(codec=None, exclude_categories=())


@pytest.mark.parametrize(
    ("character", "label"),
    [
        (" ", "␣"),
        ("\n", "↵"),
        ("\t", "⇥"),
        ("\r", "U+000D"),
        ("\x00", "U+0000"),
        ("\u00a0", "U+00A0"),
        ("\u3000", "U+3000"),
        ("\u202e", "U+202E"),  # right-to-left override must not reach the page
        ("\u200d", "U+200D"),
        ("\ufe0f", "U+FE0F"),
        ("\ud800", "U+D800"),
        ("\ue000", "U+E000"),
        ("\u0378", "U+0378"),
        ("\u3164", "U+3164"),
        ("\U000e0041", "U+E0041"),
        ("\u0301", "◌\u0301"),
        ("的", "的"),
        ("🙂", "🙂"),
        ("<", "<"),
        ("$", "$"),
        ("א", "א"),
    ],
)
def test_each_kind_of_character_has_its_label(character, label):
    assert character_label(character) == label


@given(ANY_CHARACTER)
def test_every_label_shows_something_and_hides_nothing(character):
    label = character_label(character)
    assert label.strip()
    assert not any(unicodedata.category(part)[0] in "CZ" for part in label)


@given(st.text(ANY_CHARACTER))
def test_as_many_labels_as_characters_in_the_same_order(text):
    labels = token_labels(text)
    assert len(labels) == len(text)
    bare = [label.strip("\u2068\u2069") for label in labels]
    assert bare == [character_label(character) for character in text]


@given(ANY_CHARACTER, ANY_CHARACTER)
def test_distinct_characters_have_distinct_labels_but_for_the_signs_themselves(first, second):
    signs = set("␣↵⇥◌")  # a text may hold these very signs
    if first != second and not {first, second} & signs:
        assert character_label(first) != character_label(second)


def test_right_to_left_letters_are_isolated_and_others_are_not():
    assert token_labels("שa1") == ["\u2068ש\u2069", "a", "1"]


def test_a_mark_stays_on_the_letter_of_its_token():
    assert token_label("e\u0301") == "e\u0301"
    assert token_labels("e\u0301") == ["e", "◌\u0301"]
    assert token_label(" the") == "␣the"
    assert token_label("\u0301e") == "◌\u0301e"


@given(st.text(ANY_CHARACTER))
def test_escaped_text_reads_back_and_holds_no_code(text):
    safe = escaped(text)
    assert ENTITY.sub(lambda entity: chr(int(entity[1])), safe) == text
    assert not set(ENTITY.sub("", safe)) & set("<>&\"'$")


def test_escaped_entities_stay_what_was_typed():
    assert escaped("a<b>c&lt;") == "a&#60;b&#62;c&#38;lt;"
    assert escaped("$x$") == "&#36;x&#36;"


DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067"


@given(st.text(st.characters(codec="utf-8")))
def test_markdown_signs_are_all_stopped(text):
    plain = plain_in_markdown(text)
    assert len(plain.splitlines()) <= 1
    for index, character in enumerate(plain):
        if character in "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~":
            assert plain[index - 2 : index] == "\u2060\\"
    if not set(text) & set("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\t" + DIRECTIONS):
        shown = plain.replace("\u2060\\", "").replace("\u2060", "")
        assert shown.strip("\u2068\u2069") == text.strip().replace("\u2060", "").strip("\u2068\u2069")


def test_no_text_turns_the_words_that_follow_it():
    assert plain_in_markdown("a\u202eb") == "aU\u2060\\+202Eb"
    assert not set(plain_in_markdown(f"a{DIRECTIONS}b")) & set(DIRECTIONS)
    assert plain_in_markdown("שa") == "\u2068שa\u2069"
