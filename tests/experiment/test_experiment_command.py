"""`python -m gptviz experiment` from the words to the conclusion, with slices worked off in this process."""

import re
import time
from functools import partial
from types import SimpleNamespace

import pandas as pd
import pytest

from gptviz.__main__ import main
from gptviz.cli import experiment as command
from gptviz.runs.manager import RunManager
from tests.pages.conftest import InlineExecutor

TINY = ["--corpus", "word-order", "--embedding-size", "8", "--blocks", "1", "--epochs", "0.02", "--engine", "numpy"]


@pytest.fixture(autouse=True)
def runs(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setattr(command, "LOOK_EVERY_S", 0.02)
    made = []

    def manager(*args, **options):
        made.append(RunManager(*args, **options))
        return made[-1]

    monkeypatch.setattr(command, "RunManager", manager)
    monkeypatch.setattr(command, "new_executor", InlineExecutor)
    return made


def run(capsys, *words):
    try:
        code = main(["experiment", *words])
    except SystemExit as left:
        code = left.code
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_an_experiment_ends_with_a_table_and_a_conclusion(capsys):
    code, out, err = run(capsys, *TINY, "--heads", "1,2,4", "--seeds", "2")
    assert code == 0
    assert "against HEADS 2" in out
    rows = re.findall(r"^ +([124]) +(\d) +[\d,]+ +2 +\d\.\d{4} ± \d\.\d{4}", out, re.M)
    assert rows == [("1", "8"), ("2", "4"), ("4", "2")]
    assert "HEADS 4 against 2" in out
    assert "equal load" in out
    assert "6 of 6 runs" in err
    assert "100%" in err


def test_it_speaks_chinese(capsys):
    code, out, err = run(capsys, *TINY, "--heads", "1,2", "--seeds", "2", "--lang", "zh")
    assert code == 0
    assert "测试损失" in out
    assert "HEADS 1 与 2 相比" in out
    assert "已完成 4 次" in err


def test_invalid_combinations_are_named_and_each_embedding_size_has_its_table(capsys):
    code, out, _ = run(capsys, *TINY, "--embedding-size", "8,6", "--heads", "2,3", "--seeds", "1", "--baseline", "3")
    assert code == 0
    assert out.startswith("Left out: EMBEDDING_SIZE 8, HEADS 3. ")
    assert out.index("EMBEDDING_SIZE 6\n") < out.index("EMBEDDING_SIZE 8\n")
    assert "against HEADS 3" in out
    assert "a single seed" in out


def test_what_is_in_the_file_is_not_trained_again(capsys, tmp_path, runs):
    path = tmp_path / "results.csv"
    assert run(capsys, *TINY, "--heads", "1,2", "--seeds", "1", "--csv", str(path))[0] == 0
    first = pd.read_csv(path)
    code, out, _ = run(capsys, *TINY, "--heads", "1,2,4", "--seeds", "2", "--csv", str(path))
    assert code == 0
    assert "2 runs are in the file already" in out
    both = pd.read_csv(path)
    assert len(both) == 6
    assert set(first["test_loss_nats"]) < set(both["test_loss_nats"])
    assert [len(one.store.runs()) for one in runs] == [2, 4]


def test_after_ctrl_c_the_results_so_far_are_shown_and_kept(capsys, tmp_path, monkeypatch, runs):
    def interrupt(seconds):
        if any(run.ended for run in runs[0].store.runs()):
            raise KeyboardInterrupt
        time.sleep(seconds)

    monkeypatch.setattr(command, "time", SimpleNamespace(sleep=interrupt))
    path = tmp_path / "results.csv"
    code, out, err = run(capsys, *TINY, "--heads", "1,2,4,8", "--seeds", "9", "--csv", str(path))
    assert code == 130
    assert "HEADS" in out
    assert "Interrupted" in err
    assert path.exists()
    assert all(one.ended for one in runs[0].store.runs())


def test_a_run_that_fails_is_told_and_is_an_error(capsys, monkeypatch):
    def fails(task):
        raise RuntimeError("no luck")

    monkeypatch.setattr(command, "RunManager", partial(RunManager, slice_function=fails))
    code, out, err = run(capsys, *TINY, "--heads", "1", "--seeds", "1")
    assert code == 1
    assert "no luck" in err
    assert "No run has finished yet" in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--heads", "3"], "divide"),
        (["--heads", "two"], "not a whole number"),
        (["--heads", ","], "heads"),
        (["--seeds", "0"], "seeds"),
        (["--seeds", "1000"], "at most 240"),
        (["--corpus", "bible"], "shakespeare"),
        (["--csv", "README.md"], "README.md"),
    ],
)
def test_wrong_options_are_explained(capsys, words, expected):
    code, out, err = run(capsys, *TINY, *words)
    assert code == 2
    assert expected in out + err
    assert "Traceback" not in err
