"""The runs page: find, choose, name, throw away, fork and compare runs; viewers only look."""

from dataclasses import replace

import pytest

from gptviz.i18n import t
from gptviz.runs.library import Library
from gptviz.runs.run import Origin
from gptviz.ui.runs_list import CHOSEN
from tests.pages.conftest import OWNER, wait_for_end

BOTH = pytest.mark.parametrize("language", ["en", "zh"])
PAGE = "pages/runs.py"
HOSTILE = "<b>*x*</b> $a$ [l](http://x)"


def names(app):
    """The names in the list, as they stand there."""
    return list(app.dataframe[0].value["name"]) if app.dataframe else []


def choose(app, *runs):
    """Choose the rows of these runs."""
    (table,) = [one for one in app.dataframe if one.key and one.key.startswith("runs-list")]
    shown = list(table.value["name"])
    rows = [shown.index(run.name) for run in runs]
    app.session_state[table.key] = {"selection": {"rows": rows, "columns": [], "cells": []}}
    app.run()
    assert not app.exception, app.exception
    assert app.session_state[CHOSEN] == [run.id for run in sorted(runs, key=lambda run: shown.index(run.name))]


def click(app, key):
    app.button(key=key).click().run()
    assert not app.exception, app.exception


@pytest.fixture
def named_run(trained_run, manager):
    def named(name, **options):
        run = replace(trained_run(**options), name=name)
        manager.store.save(run)
        return run

    return named


def compared(app):
    """The table of settings that differ: its rows are named."""
    return next(one.value for one in app.dataframe if one.value.index.dtype != "int64")


@BOTH
def test_without_runs_the_page_says_what_to_do(open_page, language):
    app = open_page(PAGE, language)
    assert [info.value for info in app.info] == [t("library-empty")]


@BOTH
def test_runs_are_found_by_name_note_text_and_settings(open_page, named_run, manager, language):
    first, second = named_run("alpha"), named_run("beta", heads=4, corpus="brackets")
    named_run("theirs", owner="somebody")
    Library(manager).annotate(OWNER, first.id, "falls 快")
    app = open_page(PAGE, language)
    assert names(app) == ["beta", "alpha"]
    for asked, expected in (
        ("ALPHA", ["alpha"]),
        ("快", ["alpha"]),
        (second.id, ["beta"]),
        ("heads 4", ["beta"]),
        (t("corpus-brackets-name"), ["beta"]),
        ("alpha beta", []),
        ("", ["beta", "alpha"]),
    ):
        app.text_input(key="runs-search").set_value(asked).run()
        assert names(app) == expected, asked
    app.toggle(key="runs-everybodys").set_value(True).run()
    assert names(app) == ["theirs", "beta", "alpha"]


def test_filters_and_pins(open_page, named_run, manager):
    pinned = named_run("old")
    named_run("brackets", corpus="brackets")
    manager.store.save(replace(named_run("stopped"), status="stopped"))
    Library(manager).pin(OWNER, pinned.id, True)
    app = open_page(PAGE)
    assert names(app) == ["old", "stopped", "brackets"]
    app.selectbox(key="runs-state").set_value("finished").run()
    assert names(app) == ["old", "brackets"]
    app.selectbox(key="runs-corpus").set_value("brackets").run()
    assert names(app) == ["brackets"]


def test_the_many_runs_of_experiments_are_apart(open_page, named_run):
    named_run("mine")
    named_run("HEADS 2 · EMBEDDING_SIZE 16 · SEED 42")
    app = open_page(PAGE)
    assert names(app) == ["mine"]
    app = open_page(PAGE, kind="experiments")
    assert names(app) == ["HEADS 2 · EMBEDDING_SIZE 16 · SEED 42"]


@BOTH
def test_a_run_gets_a_name_and_a_note(open_page, named_run, manager, language):
    run = named_run("before")
    app = open_page(PAGE, language)
    choose(app, run)
    app.text_input(key=f"library-name-{run.id}").set_value(HOSTILE)
    app.text_area(key=f"library-note-{run.id}").set_value("seen")
    app.button[[one.label for one in app.button].index(t("library-save"))].click().run()
    kept = manager.store.run(run.id)
    assert (kept.name, kept.note) == (HOSTILE, "seen")
    assert names(app) == [HOSTILE]
    assert not [one.value for one in (*app.markdown, *app.caption) if HOSTILE in one.value]


def test_a_note_that_is_too_long_is_told_and_not_lost(open_page, named_run, manager):
    run = named_run("first")
    app = open_page(PAGE)
    choose(app, run)
    app.text_area(key=f"library-note-{run.id}").set_value("x" * 2001)
    next(button for button in app.button if button.label == t("library-save")).click().run()
    assert any("2,001" in toast.value for toast in app.toast)
    assert app.text_area(key=f"library-note-{run.id}").value == "x" * 2001
    assert manager.store.run(run.id).note == ""


@BOTH
def test_deleting_can_be_undone(open_page, named_run, manager, language):
    run = named_run("gone")
    named_run("stays")
    app = open_page(PAGE, language)
    choose(app, run)
    click(app, "library-delete")
    assert names(app) == ["stays"]
    click(app, f"undo-{run.id}")
    assert names(app) == ["stays", "gone"]
    Library(manager).delete(OWNER, run.id)
    elsewhere = open_page("pages/train.py", language, run=run.id)
    assert t("library-gone-own") in [warning.value for warning in elsewhere.warning]
    click(elsewhere, "undo")
    assert manager.store.run(run.id).deleted_s is None


@BOTH
def test_a_fork_starts_from_the_chosen_moment(open_page, named_run, manager, language):
    run = named_run("source")
    app = open_page(PAGE, language)
    choose(app, run)
    steps = Library(manager).fork_steps(run.id)
    app.select_slider(key=f"fork-step-{run.id}-{len(steps)}").set_value(steps[-4]).run()
    click(app, "library-fork-start")
    (fork,) = [one for one in manager.store.runs() if one.id != run.id]
    assert fork.origin == Origin("fork", run.id, steps[-4])
    assert wait_for_end(manager, fork.id).step == run.total_steps
    assert fork.name in names(app)


def test_a_finished_run_is_offered_more_epochs(open_page, named_run, manager):
    run = named_run("source")
    app = open_page(PAGE)
    choose(app, run)
    assert app.number_input(key=f"fork-{run.id}-epochs-True").value == pytest.approx(run.train.epochs * 1.5)
    click(app, "library-fork-start")
    (fork,) = [one for one in manager.store.runs() if one.id != run.id]
    assert wait_for_end(manager, fork.id).step == fork.total_steps > run.total_steps


@pytest.mark.parametrize(
    "extreme", [{"learning_rate": 1000.0, "epochs": 1000.0}, {"learning_rate": 1e-7, "epochs": 1e-4}]
)
def test_every_valid_setting_can_be_forked(open_page, named_run, manager, extreme):
    run = named_run("source")
    train = replace(run.train, min_learning_rate=0.0, **extreme)
    manager.store.save(replace(run, train=train, model=replace(run.model, dropout=0.95)))
    app = open_page(PAGE)
    choose(app, run)
    assert app.number_input(key=f"fork-{run.id}-rate").value == extreme["learning_rate"]
    assert app.number_input(key=f"fork-{run.id}-dropout").value == 0.95


@BOTH
def test_runs_are_compared_by_a_link(open_page, named_run, language):
    left, right = named_run(HOSTILE), named_run("right", heads=4, owner="somebody")
    app = open_page(PAGE, language, compare=f"{left.id},{right.id},nowhere")
    assert t("library-compare-gone", count=1) in [warning.value for warning in app.warning]
    differing = compared(app)
    assert list(differing.index) == ["HEADS"]
    assert list(differing.columns) == [HOSTILE, "right"]
    assert [HOSTILE, "right"] in [list(one.value.get(t("compare-run"), [])) for one in app.dataframe]
    click(app, "library-compare-close")
    assert "compare" not in app.query_params


@BOTH
def test_different_texts_are_not_compared_by_their_loss(open_page, named_run, language):
    runs = named_run("a"), named_run("b", corpus="addition"), named_run("c", attention=None, heads=1)
    app = open_page(PAGE, language, compare=",".join(run.id for run in runs), at="0")
    assert t("library-compare-texts") in [warning.value for warning in app.warning]
    captions = [caption.value for caption in app.caption]
    assert t("library-other-characters") in captions
    assert t("train-no-attention") in captions


def test_chosen_runs_go_into_the_url(open_page, named_run):
    runs = [named_run("a"), named_run("b", heads=4)]
    app = open_page(PAGE)
    choose(app, *runs)
    click(app, "library-compare")
    assert app.query_params["compare"] == f"{runs[1].id},{runs[0].id}"
    assert list(compared(app).loc["HEADS"]) == ["4", "2"]


def test_a_viewer_sees_no_controls(open_page, named_run):
    theirs = named_run("theirs", owner="somebody")
    app = open_page(PAGE)
    app.toggle(key="runs-everybodys").set_value(True).run()
    choose(app, theirs)
    keys = {button.key for button in app.button}
    assert "library-fork-start" in keys
    assert not keys & {"library-delete", "library-pin", "train-stop"}
    assert t("library-save") not in [button.label for button in app.button]


def test_a_store_full_of_pins_says_so(open_page, named_run, manager):
    named_run("a")
    manager.store.full_of_pins = True
    app = open_page(PAGE)
    assert t("library-full-of-pins") in [warning.value for warning in app.warning]
