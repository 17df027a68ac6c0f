"""The name of a run is somebody's text: in Markdown and in figures it shows as it is."""

from dataclasses import replace

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.i18n import use_language
from gptviz.runs import registry
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import Run
from gptviz.training.events import Evaluation, Step
from gptviz.training.state import TrainState
from gptviz.ui import compare_curves
from gptviz.ui.words import distinct_titles, run_name, run_title
from tests.pages.conftest import InlineExecutor

HOSTILE = "<b>*x*</b> $a$ [l](http://x)"
RUN = Run("abcdefgh", "me", HOSTILE, ModelConfig(65), TrainConfig(), "shakespeare", "file", "0123456789", 100, 0.0)


def test_in_tables_and_choices_a_name_is_itself_and_in_markdown_it_is_escaped():
    assert run_title(RUN) == HOSTILE
    for sign in "<*$[(":
        assert "\\" + sign in run_name(RUN)


def test_a_run_without_a_name_is_told_by_its_settings():
    use_language("en")
    assert run_title(replace(RUN, name="")) == "HEADS 2, E 64, Tiny Shakespeare (abcd)"


def test_runs_of_one_name_are_told_apart():
    assert distinct_titles([RUN, replace(RUN, id="12345678"), replace(RUN, name="other")]) == [
        f"{HOSTILE} (abcd)",
        f"{HOSTILE} (1234)",
        "other",
    ]


def test_a_figure_gets_the_name_escaped_once_and_without_the_signs_of_markdown(monkeypatch):
    manager = RunManager(InlineExecutor(), MemoryStore())
    monkeypatch.setattr(registry, "_manager", manager)
    drawn = []
    monkeypatch.setattr(compare_curves, "picture", lambda figure, *_, **__: drawn.append(figure))
    monkeypatch.setattr(compare_curves.st, "dataframe", lambda *_, **__: None)
    for run in (RUN, replace(RUN, id="other", name="other")):
        manager.store.create(run, Corpus.from_text("own", "own", "abcd" * 50))
        events = [Evaluation(0, 2.0, 2.0, 1), Step(1, 1.9, 1e-3, 1.0, 1.0), Evaluation(1, 1.8, 1.8, 1)]
        manager.store.append(run, events, TrainState(1, {}))
    compare_curves.draw_curves([RUN, manager.store.run("other")], "here")
    names = {trace.name for trace in drawn[0].data if trace.name}
    (hostile,) = names - {"other"}
    assert "\\" not in hostile
    assert not set("<>$") & set(hostile)
    assert "*x*" in hostile
    manager.shutdown()
