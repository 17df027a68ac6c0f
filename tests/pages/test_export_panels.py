"""Exporting and importing on the pages: downloads are offered, files become runs, bad ones are explained."""

import time
from dataclasses import replace

import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import own_corpus
from gptviz.export.importing import import_run
from gptviz.export.reading import read_run_file
from gptviz.export.run_file import TO_LOOK_AT, export_run
from gptviz.i18n import t
from gptviz.runs import registry
from gptviz.training.advance import advance
from gptviz.training.state import initial_state
from gptviz.ui import export_panel, runs_fork
from tests.pages.conftest import OWNER, wait_for_end


def train_on_a_private_text(manager):
    corpus = own_corpus("what nobody else may read. " * 200)
    model = ModelConfig(len(corpus.vocabulary), context_size=8, embedding_size=8)
    run_id = manager.start("somebody else", model, TrainConfig(batch_size=64, epochs=0.1), corpus)
    wait_for_end(manager, run_id)
    return run_id


def uploaded(app, data):
    app.get("file_uploader")[0].upload("run.gptviz.safetensors", data, "application/octet-stream").run()
    assert not app.exception, app.exception
    return app


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_ended_run_offers_its_downloads(open_page, trained_run, language):
    run = trained_run()
    app = open_page("pages/train.py", language, run=run.id)
    labels = [button.label for button in app.get("download_button")]
    assert t("export-report") in labels
    assert t("export-curves") in labels
    assert any("MB" in label for label in labels)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_exported_run_comes_in_again(open_page, trained_run, manager, language):
    run = trained_run()
    data = export_run(manager.store, run.id)
    app = uploaded(open_page("pages/runs.py", language), data)
    new = next(one for one in manager.store.runs() if one.id != run.id)
    assert (new.owner, new.origin.kind, new.origin.run_id, new.status) == (OWNER, "file", run.id, "finished")
    assert any(t("import-complete") in message.value for message in app.success)
    assert app.query_params["run"] == new.id
    app.run()
    assert len(manager.store.runs()) == 2  # a file comes in once


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_bad_file_is_explained(open_page, language):
    app = uploaded(open_page("pages/runs.py", language), b"no run at all")
    assert t("error-file-damaged")[:10] in app.error[0].value


@pytest.mark.parametrize("page", ["train", "attention", "positions", "generate", "shapes", "runs"])
def test_a_run_whose_text_did_not_come_along_opens_on_every_page(open_page, manager, page):
    run_id = train_on_a_private_text(manager)
    file = read_run_file(export_run(manager.store, run_id, TO_LOOK_AT))
    new = import_run(manager.store, OWNER, file)
    open_page(f"pages/{page}.py", run=new)


def test_nobody_trains_on_a_stand_in(manager, monkeypatch):
    file = read_run_file(export_run(manager.store, train_on_a_private_text(manager), TO_LOOK_AT))
    new = import_run(manager.store, OWNER, file)
    drawn = []
    monkeypatch.setattr(runs_fork.st, "expander", lambda *args, **kwargs: drawn.append(args))
    runs_fork.offer_fork(manager.store.run(new))
    assert drawn == []


def test_a_paused_import_takes_single_steps(trained_run, manager, open_page):
    run = trained_run(epochs=0.2)
    corpus = manager.store.corpus(run.id)
    state, events = advance(initial_state(run.model, run.train), corpus, run.model, run.train, steps=3)
    paused = replace(run, id="paused", status="paused", pause_reason="asked", step=3, result=None)
    manager.store.create(paused, corpus)
    manager.store.append(paused, events, state)
    new = import_run(manager.store, OWNER, read_run_file(export_run(manager.store, "paused")))
    manager.step(OWNER, new)
    for _ in range(500):
        if manager.store.run(new).step == 4:
            break
        time.sleep(0.02)
    assert manager.store.run(new).step == 4
    manager.resume(OWNER, new)
    for _ in range(1500):
        if manager.store.run(new).ended:
            break
        time.sleep(0.02)
    assert manager.store.run(new).result == run.result  # as if it had never left


def test_the_text_that_somebody_brought_stays_with_them(open_page, manager, monkeypatch):
    run_id = train_on_a_private_text(manager)
    asked = []
    monkeypatch.setattr(export_panel, "export_run", lambda store, run_id, contents: asked.append(contents))
    app = open_page("pages/train.py", run=run_id)
    boxes = [box for box in app.checkbox if box.label == t("export-with-text")]
    assert boxes[0].disabled
    assert not boxes[0].value


def test_the_report_is_made_in_the_language_of_the_page(trained_run, manager, monkeypatch):
    run = trained_run()
    monkeypatch.setattr(registry, "_manager", manager)
    assert "结果如何" in export_panel._report(run.id, "zh").decode()
    assert "What came of it" in export_panel._report(run.id, "en").decode()
