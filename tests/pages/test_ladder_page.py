"""The ladder page through Streamlit's own test runner, and which runs count as chapters."""

from dataclasses import replace

import pytest

from gptviz.chapters import CHAPTERS, RECIPE, chapter, model_config
from gptviz.corpus import load_corpus
from gptviz.i18n import t
from gptviz.ui import ladder_panel
from gptviz.ui.chapter_code import chapter_code
from gptviz.ui.ladder_runs import chapter_of
from tests.pages.conftest import OWNER, wait_for_end

PAGE = "pages/ladder.py"
BOTH = pytest.mark.parametrize("language", ["en", "zh"])
TINY = 0.0005  # epochs: 8 steps


@pytest.fixture
def chapter_run(manager):
    def trained(key, owner=OWNER, epochs=TINY, engine="torch", **changes):
        corpus = load_corpus("shakespeare")
        model = model_config(chapter(key), len(corpus.vocabulary), **changes)
        run_id = manager.start(owner, model, replace(RECIPE, epochs=epochs, engine=engine), corpus)
        return wait_for_end(manager, run_id)

    return trained


@pytest.fixture
def tiny_lengths(monkeypatch):
    monkeypatch.setattr(ladder_panel, "LENGTHS", (TINY, 2 * TINY))


@BOTH
def test_it_opens_with_all_nine_chapters_and_says_what_to_do(open_page, language):
    app = open_page(PAGE, language)
    assert app.title[0].value == t("page-ladder.title")
    path = app.radio(key="chapter")
    assert [option.split(" ", 1)[0] for option in path.options] == [str(number) for number in range(1, 10)]
    assert t("ladder-curves-empty") in [info.value for info in app.info]
    assert app.button(key="ladder-train-missing").label == t("ladder-train-missing", count=9)


@pytest.mark.parametrize("rung", CHAPTERS, ids=lambda rung: rung.key)
def test_every_chapter_shows_its_lines_and_its_loss(open_page, rung):
    app = open_page(PAGE, language="zh" if rung.number % 2 else "en", chapter=rung.key)
    assert t("ladder-chapter", number=rung.number, name=t(f"chapter-{rung.key}")) in [h.value for h in app.subheader]
    assert app.code[0].value == chapter_code(rung.key)
    assert app.metric[0].value.startswith(f"{rung.published_loss:.4f}")
    assert app.metric[1].value == f"{rung.parameters:,}"
    explained = [one.label for one in app.expander if one.label.startswith(("Why", "为什么"))]
    assert len(explained) == (rung.key in ladder_panel.EXPLAINED)


@BOTH
def test_a_chapter_trains_by_the_recipe_and_its_run_is_in_the_url(open_page, manager, tiny_lengths, language):
    app = open_page(PAGE, language, chapter="causal")
    app.button(key="ladder-train").click().run()
    assert not app.exception
    (run,) = manager.store.runs()
    assert chapter_of(run) is chapter("causal")
    assert run.train == replace(RECIPE, epochs=TINY, engine=run.train.engine)
    assert app.query_params["run"] == run.id
    wait_for_end(manager, run.id)
    app.run()
    assert not app.exception
    assert not app.button(key="ladder-train").disabled


def test_a_double_click_starts_one_run(open_page, manager, tiny_lengths, monkeypatch):
    monkeypatch.setattr(manager._turns, "want", lambda run_id, owner: None)  # it stays queued
    app, not_yet_redrawn = open_page(PAGE), open_page(PAGE)
    app.button(key="ladder-train").click().run()
    assert app.button(key="ladder-train").disabled
    not_yet_redrawn.button(key="ladder-train").click().run()
    assert len(manager.store.runs()) == 1


def test_the_missing_chapters_are_started_once(open_page, manager, tiny_lengths, chapter_run):
    done = chapter_run("multi-head")
    app = open_page(PAGE)
    assert app.button(key="ladder-train-missing").label == t("ladder-train-missing", count=8)
    app.button(key="ladder-train-missing").click().run()
    assert not app.exception
    runs = manager.store.runs()
    assert sorted(chapter_of(run).number for run in runs) == list(range(1, 10))
    assert done.id in {run.id for run in runs}
    for run in runs:
        wait_for_end(manager, run.id)
    app.run()
    assert not app.exception
    assert t("ladder-curves") in [one.value for one in app.subheader]
    assert app.button(key="ladder-train-missing").disabled


def test_choosing_a_trained_chapter_puts_its_run_into_the_url(open_page, tiny_lengths, chapter_run):
    first, second = chapter_run("weighted"), chapter_run("residual")
    app = open_page(PAGE, run=first.id)
    assert app.radio(key="chapter").value == "weighted"
    app.radio(key="chapter").set_value("residual").run()
    assert app.query_params["run"] == second.id
    assert app.query_params["chapter"] == "residual"
    app.radio(key="chapter").set_value("dropout").run()
    assert app.query_params["run"] == second.id


def test_a_linked_run_of_somebody_else_is_shown_and_cannot_be_controlled(open_page, tiny_lengths, chapter_run):
    run = chapter_run("layer-norm", owner="somebody-else")
    app = open_page(PAGE, run=run.id)
    assert app.radio(key="chapter").value == "layer-norm"
    assert t("ladder-training", number=8) in [one.value for one in app.subheader]
    assert t("frame-viewer") in [info.value for info in app.info]


def test_only_the_recipe_makes_a_chapter(chapter_run, trained_run):
    assert chapter_of(chapter_run("multi-head")) is chapter("multi-head")
    assert chapter_of(chapter_run("multi-head", engine="numpy")) is chapter("multi-head")
    assert chapter_of(chapter_run("multi-head", heads=4)) is None
    assert chapter_of(trained_run()) is None


@BOTH
def test_the_question_is_answered_after_the_guess(open_page, language):
    app = open_page(PAGE, language)
    assert app.button(key="ladder-see").disabled
    app.multiselect(key="ladder-guess").set_value(["causal", "weighted"]).run()
    app.button(key="ladder-see").click().run()
    assert not app.exception
    assert t("ladder-quiz-right", right=1, free=4, wrong=1) in [text.value for text in app.markdown]
    added = list(app.dataframe[0].value[t("ladder-quiz-added")])
    assert added == ["+2,048", "+8,320", "+0", "+24,960", "+0", "+0", "+640", "+0"]


def test_nonsense_in_a_link_is_not_used(open_page):
    app = open_page(PAGE, chapter="10", epochs="<b>", run="<i>")
    assert app.radio(key="chapter").value == "token-embedding"
