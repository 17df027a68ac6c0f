"""Turns what a learner uploads or types into a clean text, or says why it cannot."""

from __future__ import annotations

import codecs
import re

import charset_normalizer

from gptviz.corpus.corpus import Corpus
from gptviz.corpus.errors import CorpusError

MAX_BYTES = 5 * 1024 * 1024

# The longer mark first: UTF-32's begins with UTF-16's.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Without this list charset-normalizer also weighs mainframe encodings, and takes short texts for one of them.
OTHER_ENCODINGS = ("gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1252", "cp1251", "cp1253", "cp1255", "cp1256")
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff]")
LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


def decode_text(data: bytes) -> str:
    """Return the text of an uploaded file.

    Tried in this order: a byte order mark, UTF-8, UTF-16 (given away by zero bytes), GB18030, and then what
    charset-normalizer finds most likely.

    Args:
        data: The file, at most 5 MB.

    Returns:
        The text, its lines ended by a newline alone.

    Raises:
        CorpusError: "text-empty", "text-too-large" or "text-binary".
    """
    _check_size(len(data))
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            text = _decoded(data[len(mark) :], encoding)
            break
    else:
        text = _recognised(data)
    if text is None:
        raise CorpusError("text-binary", "the file is not a text; valid: .txt in UTF-8, UTF-16 or GB18030")
    return clean_text(text)


def own_corpus(text: str) -> Corpus:
    """Return the corpus of a text that the learner typed, pasted or uploaded.

    Args:
        text: At most 5 MB in UTF-8, with two distinct characters or more.

    Raises:
        CorpusError: "text-empty", "text-too-large", "text-surrogate" or "text-one-character".
    """
    text = clean_text(text)
    if surrogate := LONE_SURROGATE.search(text):
        number, position = f"U+{ord(surrogate[0]):04X}", surrogate.start() + 1
        message = f"character {position} is half of a surrogate pair ({number}); valid: whole characters"
        raise CorpusError("text-surrogate", message, number=number, position=position)
    _check_size(len(text.encode()))
    if len(set(text)) == 1:
        message = f"all {len(text)} characters are the same; valid: at least 2 distinct ones"
        raise CorpusError("text-one-character", message, given=len(text))
    return Corpus.from_text("own", "own", text)


def clean_text(text: str) -> str:
    r"""Return a text with its lines ended by "\n" alone.

    Windows ends lines with two characters and old Macs with another one: the model would spend a token on a character
    that nobody sees, and the same text from two computers would be two corpora.

    Raises:
        CorpusError: "text-empty": there is nothing but white space.
    """
    if not text.strip():
        raise CorpusError("text-empty", "the text is empty; valid: at least some lines of text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        given, most = f"{size / 1024**2:.1f}", MAX_BYTES // 1024**2
        message = f"the text has {given} MB; valid: at most {most} MB"
        raise CorpusError("text-too-large", message, given=given, most=most)


def _recognised(data: bytes) -> str | None:
    """The text of bytes without a byte order mark; None: no encoding makes a text of them."""
    if b"\0" in data:
        order = _utf16_order(data)
        return _decoded(data, order) if order else None
    text = _decoded(data, "utf-8")
    if text is not None:
        return text
    if _looks_chinese(data):
        return _decoded(data, "gb18030")
    guess = charset_normalizer.from_bytes(data, cp_isolation=list(OTHER_ENCODINGS)).best()
    return _decoded(data, guess.encoding) if guess else None


def _utf16_order(data: bytes) -> str | None:
    """The byte order of UTF-16: spaces, line ends and Latin letters have their zero byte on one side.

    A few zeros on the other side are characters such as 一 (U+4E00); zeros on both sides alike are no text: None.
    """
    even, odd = data[0::2].count(0), data[1::2].count(0)
    if max(even, odd) < 4 * min(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _decoded(data: bytes, encoding: str) -> str | None:
    """The text, or None where the bytes are not of this encoding or hold control characters as no text does."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    # A stray control character (an end-of-file mark, a printer's code) is no reason to refuse a text.
    controls = len(CONTROLS.findall(text))
    return None if "\0" in text or controls * 100 > len(text) else text


def _looks_chinese(data: bytes) -> bool:
    """Whether nearly all two-byte characters are GB2312's punctuation (rows 1, 3) or common characters (rows 16-55).

    charset-normalizer needs more text than a class types to tell GB18030 from Big5 or Shift JIS; this does not.
    """
    pairs = re.findall(rb"[\x81-\xfe][\x30-\xfe]", data)
    common = [pair for pair in pairs if (0xB0 <= pair[0] <= 0xD7 or pair[0] in (0xA1, 0xA3)) and pair[1] >= 0xA1]
    # Korean has its syllables in rows 16-40 of the same bytes, and hardly anything beyond.
    beyond_korean = [pair for pair in common if pair[0] > 0xC8]
    return len(common) >= 0.9 * len(pairs) and len(beyond_korean) > 0.1 * len(pairs)
