"""Uploads in every encoding a class may bring, and those that are no text."""

import codecs
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.corpus import CorpusError, decode_text, own_corpus

CHINESE = "床前明月光，疑是地上霜。\n举头望明月，低头思故乡。\n"
ENGLISH = "To be, or not to be:\nthat is the question.\n"
SAMPLES = [CHINESE, ENGLISH, "老鼠爱大米", "Hello 世界, attention 是注意力机制。", "“查询”与《键》的点积 100%"]


@pytest.mark.parametrize("text", SAMPLES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030"])
def test_the_usual_encodings_are_recognised(text, encoding):
    assert decode_text(text.encode(encoding)) == text


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_both_byte_orders_of_utf16(mark):
    encoding = "utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be"
    assert decode_text(mark + CHINESE.encode(encoding)) == CHINESE
    # Without a mark its zero bytes give it away.
    assert decode_text(ENGLISH.encode(encoding)) == ENGLISH
    assert decode_text(CHINESE.encode(encoding)) == CHINESE
    assert decode_text(("一 个 词 元 " * 9).encode(encoding)) == "一 个 词 元 " * 9


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("床前明月光，疑是地上霜。\n舉頭望明月，低頭思故鄉。", "big5"),
        ("吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。", "shift_jis"),
        ("나는 고양이로소이다. 이름은 아직 없다. 어디서 태어났는지 모른다.", "euc_kr"),
        ("Les élèves étaient très fatigués après l'été.", "cp1252"),
        ("Я вас любил: любовь ещё, быть может", "cp1251"),
    ],
)
def test_other_encodings_are_guessed(text, encoding):
    assert decode_text(text.encode(encoding)) == text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(lambda text: text.strip()))
def test_utf8_is_never_mistaken(text):
    if not text.startswith("\ufeff") and not {"\ufffe", "\uffff"} & set(text):
        assert decode_text(text.encode()) == decode_text(codecs.BOM_UTF8 + text.encode()) == text


@given(st.binary(max_size=200))
def test_any_bytes_give_a_text_or_a_message(data):
    try:
        text = decode_text(data)
    except CorpusError as error:
        text, code = None, error.code
    if text is None:
        assert code in ("text-empty", "text-binary")
    else:
        assert text.strip()
        assert text.encode()
        assert not {"\0", "\r"} & set(text)


def test_lines_end_in_one_way():
    assert decode_text(b"one\r\ntwo\rthree\nfour\r\n\r\n") == "one\ntwo\nthree\nfour\n\n"
    assert own_corpus("a\r\nb").fingerprint == own_corpus("a\nb").fingerprint


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06",
        b"%PDF-1.7\n\0\x01\x02\x03" * 20,
        random.Random(1).randbytes(5000),
        bytes(range(1, 32)) * 20,
        b"\xff\xfea",  # UTF-16 with half a character
        b"a\0b\0\0\0c\0",
        b"an English text with one zero in it\0 is no text",
    ],
)
def test_what_is_no_text_is_refused(data):
    with pytest.raises(CorpusError) as error:
        decode_text(data)
    assert error.value.code == "text-binary"


def test_a_stray_control_character_does_not_spoil_a_text():
    assert decode_text((ENGLISH * 5).encode() + b"\x1a") == ENGLISH * 5 + "\x1a"


@pytest.mark.parametrize("data", [b"", b" \r\n\t ", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
def test_nothing_is_refused(data):
    with pytest.raises(CorpusError) as error:
        decode_text(data)
    assert error.value.code == "text-empty"


def test_five_megabytes_are_the_most():
    most = 5 * 1024 * 1024
    assert len(decode_text(b"ab" * (most // 2))) == most
    with pytest.raises(CorpusError) as upload:
        decode_text(b"ab" * (most // 2) + b"c")
    with pytest.raises(CorpusError) as typed:
        own_corpus("大米" * 1_000_000)
    assert upload.value.code == typed.value.code == "text-too-large"
    assert typed.value.values == {"given": "5.7", "most": 5}


def test_own_text_becomes_a_corpus():
    corpus = own_corpus(CHINESE)
    assert (corpus.name, corpus.source, corpus.text_length) == ("own", "own", len(CHINESE))


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        (" \n ", "text-empty", {}),
        ("aaaa", "text-one-character", {"given": 4}),
        ("ab\ud83d!", "text-surrogate", {"number": "U+D83D", "position": 3}),
    ],
)
def test_own_text_that_cannot_be_learned_is_refused(text, code, values):
    with pytest.raises(CorpusError) as error:
        own_corpus(text)
    assert (error.value.code, error.value.values) == (code, values)
