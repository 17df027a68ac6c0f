"""Each made-up language keeps its rule, in every line."""

import re

import pytest

from gptviz.corpus import load_corpus
from gptviz.corpus.synthetic import ANIMALS, CHARACTERS, FOODS, LANGUAGES


@pytest.fixture(params=LANGUAGES)
def name(request):
    return request.param


def lines(name, seed=1):
    return LANGUAGES[name].text(seed).splitlines()


def test_texts_follow_from_the_seed(name):
    language = LANGUAGES[name]
    assert language.text(3) == language.text(3) != language.text(4)
    text = language.text()
    assert CHARACTERS <= len(text) < CHARACTERS + 40
    assert text.endswith("\n")


def test_lines_differ_in_length_and_fit_a_window(name):
    lengths = {len(line) for line in lines(name)}
    assert len(lengths) > 1
    assert max(lengths) <= 32


def test_the_probe_speaks_the_language(name):
    probe = LANGUAGES[name].probe
    assert len(probe) <= 32
    assert not load_corpus(name).vocabulary.unknown(probe)
    # Every line of it could have been drawn.
    assert set(probe.splitlines()) <= set(lines(name)) or name == "repeat"


def test_repeats_say_a_string_of_distinct_letters_again_and_again():
    copies = set()
    for line in [*lines("repeat"), *LANGUAGES["repeat"].probe.splitlines()]:
        first, *others = line.split(" ")
        assert set(others) == {first}
        assert len(set(first)) == len(first) >= 3
        copies.add(len(others))
    assert copies == {1, 2, 3}


def test_brackets_close_what_they_open():
    for line in lines("brackets"):
        rest = line
        while rest != (shorter := re.sub(r"\(\)|\[\]|\{\}", "", rest)):
            rest = shorter
        assert rest == ""
    assert any("}{" in line or ")[" in line for line in lines("brackets"))


def test_sums_are_right_and_all_kinds_occur():
    seen = set()
    for line in lines("addition"):
        first, second, total = map(int, re.fullmatch(r"(\d+)\+(\d+)=(\d+)", line).groups())
        assert first + second == total
        seen.add((first, second))
    assert seen == {(first, second) for first in range(20) for second in range(10)}


def test_only_the_order_of_words_decides_what_follows():
    found = {"对": 0, "错": 0}
    for line in lines("word-order"):
        if match := re.fullmatch(r"(..)爱(..)，(对|错)。", line):
            subject, thing, verdict = match.groups()
            assert verdict == ("对" if subject in ANIMALS else "错")
            assert {subject in ANIMALS, thing in ANIMALS} == {True, False}
            assert {subject in FOODS, thing in FOODS} == {True, False}
            found[verdict] += 1
    # The majority is what a model that cannot see the order says: right three times in four.
    assert 0.72 < found["对"] / sum(found.values()) < 0.78


def test_the_running_examples_of_the_chapters_occur():
    text = LANGUAGES["word-order"].text()
    for example in ("老鼠爱大米，对", "大米爱老鼠，错", "吃苹果，很甜", "苹果手机，很贵"):
        assert example in text
