import re

import pytest

from gptviz.__main__ import main
from gptviz.chapters import CHAPTERS, RECIPE, chapter, model_config
from gptviz.cli import reproduce
from gptviz.cli.arguments import chosen_language
from gptviz.cli.progress import Outcome
from gptviz.cli.table import table, width
from gptviz.cli.train import published_rows
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import Corpus
from gptviz.i18n import t
from gptviz.training.events import Diverged, Finished, Sample

TINY = [
    "--corpus",
    "word-order",
    "--embedding-size",
    "8",
    "--context-size",
    "8",
    "--blocks",
    "1",
    "--batch-size",
    "8",
    "--epochs",
    "0.02",
]


def run(capsys: pytest.CaptureFixture, *words: str) -> tuple[int, str, str]:
    """The exit code and what was printed; argparse leaves by SystemExit."""
    try:
        code = main(words)
    except SystemExit as left:
        code = left.code
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.fixture(autouse=True)
def english_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.mark.parametrize("engine", ["torch", "numpy"])
def test_a_run_ends_with_a_table_and_a_sample(capsys: pytest.CaptureFixture, engine: str) -> None:
    code, out, err = run(capsys, "train", "--engine", engine, *TINY)
    assert code == 0
    assert re.search(rf"^engine +{engine}$", out, re.M)
    assert re.search(r"^parameters +[\d,]+$", out, re.M)
    assert re.search(r"^test loss +\d\.\d{4}$", out, re.M)
    assert "The model writes:" in out
    assert "published" not in out
    assert "100%" in err
    assert re.search(r"loss=\d\.\d", err)


def test_a_chapter_with_other_settings_is_not_compared(capsys: pytest.CaptureFixture) -> None:
    code, out, _ = run(capsys, "train", "--chapter", "multi-head", *TINY)
    assert code == 0
    assert "Multi-head attention" in out
    assert "1.8516, but with other settings or another text" in out
    assert "difference" not in out


def test_the_command_line_speaks_chinese(capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    code, out, _ = run(capsys, "train", "--chapter", "6", *TINY)
    assert code == 0
    assert re.search(r"^测试损失 +\d\.\d{4}$", out, re.M)
    assert "多头注意力" in out
    assert "模型写出" in out


def test_a_run_that_diverges_says_so(capsys: pytest.CaptureFixture) -> None:
    bad = ["--learning-rate", "10", "--weight-decay", "100", "--epochs", "0.2"]
    code, out, _ = run(capsys, "train", *TINY, *bad)
    assert code == 1
    assert "diverged at step" in out
    assert "--learning-rate" in out
    assert "test loss" not in out


@pytest.mark.parametrize(
    ("words", "english", "chinese"),
    [
        (["--heads", "3"], "1, 2, 4, 8, 16, 32, 64", "1, 2, 4, 8, 16, 32, 64"),
        (["--heads", "two"], "not a whole number", "不是整数"),
        (["--epochs", "many"], "not a number", "不是数字"),
        (["--epochs", "-1"], "-1", "-1"),
        (["--chapter", "10"], "There is no chapter", "没有名为"),
        (["--corpus", "bible"], "shakespeare", "shakespeare"),
        (["--engine", "jax"], "numpy", "numpy"),
        (["--corpus", "repeat", "--context-size", "4000", "--batch-size", "4000"], "characters", "字符"),
        (["--head", "2"], "--help", "--help"),
        (["--chapter", "6", "--preset", "quick"], "train --help", "train --help"),
    ],
)
def test_wrong_options_are_explained(
    capsys: pytest.CaptureFixture, words: list[str], english: str, chinese: str
) -> None:
    for language, expected in (("en", english), ("zh", chinese)):
        code, out, err = run(capsys, "train", "--corpus", "repeat", "--lang", language, *words)
        assert code == 2
        assert expected in err
        assert "Traceback" not in err
        assert not out


@pytest.mark.parametrize("words", [[], ["fly"], ["train", "--lang", "fr"]])
def test_a_wrong_command_shows_where_help_is(capsys: pytest.CaptureFixture, words: list[str]) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2
    assert "--help" in err


@pytest.mark.parametrize(("language", "word"), [("en", "attention heads"), ("zh", "注意力头")])
def test_help_names_every_chapter(capsys: pytest.CaptureFixture, language: str, word: str) -> None:
    code, out, _ = run(capsys, "train", "--help", "--lang", language)
    assert code == 0
    assert word in out
    assert "multi-head" in out


def test_ctrl_c_leaves_without_a_traceback(capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gptviz.cli.progress.advance", interrupt)
    code, _, err = run(capsys, "train", *TINY)
    assert code == 130
    assert "Interrupted" in err


@pytest.mark.parametrize(
    ("words", "environment", "expected"),
    [
        (["train", "--lang", "zh"], {"LANG": "en_GB.UTF-8"}, "zh"),
        (["--lang=en", "train"], {"LANG": "zh_CN.UTF-8"}, "en"),
        (["train"], {"LANG": "zh_CN.UTF-8"}, "zh"),
        (["train"], {"LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW.UTF-8"}, "zh"),
        (["train"], {}, "en"),
        (["train", "--lang"], {}, "en"),
        (["train", "--lang", "fr"], {"LANG": "zh_CN"}, "zh"),
    ],
)
def test_the_language_is_found(words: list[str], environment: dict[str, str], expected: str) -> None:
    assert chosen_language(words, environment) == expected


def test_the_published_loss_is_compared_when_all_is_as_in_the_chapter() -> None:
    rung = chapter("multi-head")
    corpus = Corpus.from_text("shakespeare", "file", "to be or not to be" * 10)
    model = model_config(rung, len(corpus.vocabulary))
    rows = dict(published_rows(rung, corpus, model, RECIPE, 1.86))
    assert rows == {"published": "1.8516", "difference": "+0.0084"}


def test_columns_are_aligned_whatever_the_script() -> None:
    lines = table([("模型", "1.5", "x"), ("engine", "10.25", "y")], right=[1]).split("\n")
    assert lines == ["模型      1.5  x", "engine  10.25  y"]
    assert width("模型") == 4


class TestReproduce:
    """With a stand-in for the training of two minutes; one test trains for real on a tiny text."""

    @pytest.fixture(autouse=True)
    def text(self, monkeypatch: pytest.MonkeyPatch) -> Corpus:
        corpus = Corpus.from_text("shakespeare", "file", "to be, or not to be, that is the question:\n" * 20)
        monkeypatch.setattr(reproduce, "load_corpus", lambda name: corpus)
        return corpus

    @pytest.fixture
    def losses(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
        """Test losses by chapter; the stand-in ends with them. NaN: training diverges."""
        published = {t(f"chapter-{rung.key}"): rung.published_loss for rung in CHAPTERS}

        def train(corpus: Corpus, model: ModelConfig, train: TrainConfig, label: str) -> Outcome:
            loss = published[label]
            end = Diverged(3, loss, 1e-3) if loss != loss else Finished(31_368, loss, 6968)
            return Outcome(end, Sample(31_368, "", ""), 100.0)

        monkeypatch.setattr(reproduce, "train_with_bar", train)
        return published

    def test_all_chapters_are_compared(self, capsys: pytest.CaptureFixture, losses: dict[str, float]) -> None:
        losses["LayerNorm"] += 0.01
        code, out, _ = run(capsys, "reproduce")
        assert code == 0
        assert [line[0] for line in out.splitlines()[2:]] == list("123456789")
        assert out.count("good") == 9
        assert re.search(r"^8 +LayerNorm +1\.798900 +1\.788900 +\+0\.010000 +0\.03 +100 s +good$", out, re.M)

    @pytest.mark.parametrize("loss", [1.86 + 0.05, 1.80, float("nan")])
    def test_a_loss_out_of_tolerance_fails(
        self, capsys: pytest.CaptureFixture, losses: dict[str, float], loss: float
    ) -> None:
        losses["Multi-head attention"] = loss
        code, out, _ = run(capsys, "reproduce", "5", "multi-head", "--engine", "numpy")
        assert code == 1
        assert out.count("OUT OF TOLERANCE") == 1
        assert out.count("good") == 1
        assert ("diverged" in out) == (loss != loss)

    def test_what_is_done_is_shown_after_ctrl_c(self, capsys: pytest.CaptureFixture, losses: dict[str, float]) -> None:
        known = reproduce.train_with_bar

        def interrupted(corpus: Corpus, model: ModelConfig, train: TrainConfig, label: str) -> Outcome:
            if label == "Causal attention":
                raise KeyboardInterrupt
            return known(corpus, model, train, label)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reproduce, "train_with_bar", interrupted)
            code, out, err = run(capsys, "reproduce", "3", "4")
        assert code == 130
        assert "Self-attention" in out
        assert "Interrupted" in err

    def test_an_unknown_chapter_is_explained(self, capsys: pytest.CaptureFixture) -> None:
        code, out, err = run(capsys, "reproduce", "6", "multihead", "--lang", "zh")
        assert code == 2
        assert "没有名为" in err
        assert not out

    @pytest.mark.parametrize("engine", ["torch", "numpy"])
    def test_another_text_ends_at_another_loss(self, capsys: pytest.CaptureFixture, engine: str) -> None:
        code, out, err = run(capsys, "reproduce", "2", "--engine", engine)
        assert code == 1
        assert "OUT OF TOLERANCE" in out
        assert "Position embedding: 100%" in err

    def test_the_exact_file_is_held_to_more(self, text: Corpus) -> None:
        class Exact:
            fingerprint = reproduce.EXACT_FINGERPRINT

        position = chapter("position-embedding")
        assert reproduce.tolerance(position, "numpy", Exact()) == 0.0005
        assert reproduce.tolerance(position, "torch", Exact()) == 0.005
        assert reproduce.tolerance(position, "numpy", text) == 0.03
        assert reproduce.tolerance(chapter("multi-head"), "numpy", Exact()) == 0.02
        assert reproduce.tolerance(chapter("dropout"), "torch", text) == 0.05
