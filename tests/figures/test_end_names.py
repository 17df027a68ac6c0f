import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.figures.end_names import name_lines, width_px


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("", ("",)),
        ("mine", ("mine",)),
        ("heads 4, E 64, ReLU", ("heads 4, E 64,", "ReLU")),
        ("  a much longer name that does not end", ("a much longer", "name that does", "not end")),
        ("x" * 20, ("x" * 16, "xxxx")),
        ("无位置编码的一次训练", ("无位置编码的一次", "训练")),
    ],
)
def test_names_break_after_words_and_chinese_characters(name, lines):
    assert name_lines(name) == lines


def test_a_name_that_is_too_long_says_so():
    assert name_lines("x" * 100)[-1] == "xxxxxxxx…"


@given(st.text(max_size=60))
def test_no_character_of_a_short_name_is_lost_and_none_is_made_up(name):
    lines = name_lines(name)
    assert 1 <= len(lines) <= 3
    if not lines[-1].endswith("…"):
        assert "".join("".join(lines).split()) == "".join(name.split())


def test_chinese_characters_are_twice_as_wide():
    assert width_px("训练") == width_px("abcd")
