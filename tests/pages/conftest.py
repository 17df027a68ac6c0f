"""The app's pages without a browser; runs train in this process, in the thread that works off turns."""

import functools
import secrets
import time
from concurrent.futures import Future
from dataclasses import replace

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.i18n import use_language
from gptviz.runs import registry
from gptviz.runs.copying import events_of
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.training import plan
from gptviz.training.evaluate import chapter_starts
from gptviz.ui import later
from gptviz.ui.owner import owner_hash
from tests.conftest import ROOT

SECRET = "0123456789abcdef" * 2
OWNER = owner_hash(SECRET)
TEST_WINDOWS = 256


class InlineExecutor:
    """Calls the function at once: no worker process, no waiting."""

    workers = 1
    lost_worker_errors = ()

    def submit(self, function, *args):
        future = Future()
        try:
            future.set_result(function(*args))
        except (ValueError, RuntimeError) as error:
            future.set_exception(error)
        return future

    def warm_up(self):
        pass

    def shutdown(self):
        pass


@pytest.fixture(scope="session", autouse=True)
def _look_through_packages_once():
    """Each AppTest looks through all installed packages for components: two thirds of the time of opening a page."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture
def manager(monkeypatch):
    manager = RunManager(InlineExecutor(), MemoryStore())
    monkeypatch.setattr(registry, "_manager", manager)
    # What costs most in a run of a few steps: to write samples, and to look at all of the test text at its end.
    monkeypatch.setattr(plan, "SAMPLE_LENGTH", 12)
    monkeypatch.setattr(plan, "chapter_starts", lambda *text_and_sizes: chapter_starts(*text_and_sizes)[:TEST_WINDOWS])
    monkeypatch.setattr(later, "PATIENCE_S", 60.0)  # nothing here draws a page again when an answer has come
    yield manager
    manager.shutdown()


@pytest.fixture
def open_page(manager):
    """Open a page as a visitor with a language and URL parameters would; the visitor owns the runs of OWNER."""

    def opened(page, language="en", **parameters):
        use_language(language)  # AppTest writes labels of options in the test's own thread
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
        app.session_state["owner_secret"] = SECRET
        app.session_state["film-drawn"] = True  # which a browser tells
        for part in ("settings-model", "settings-training"):  # parts of the train page that are not drawn while closed
            app.session_state[part] = True
        _visit(app, None, language, parameters)
        if page != "app.py":
            _visit(app, page, language, parameters)
        assert not app.exception, app.exception
        return app

    return opened


@pytest.fixture(scope="session")
def trained():
    """What was trained in this session, by its settings."""
    return {}


@pytest.fixture
def trained_run(manager, trained):
    """Give a small run that has been trained to its end: `trained_run(corpus="shakespeare", heads=2, ...)`.

    Runs of the same settings are trained once a session, by the manager of the test that asks first.
    """

    def given(corpus="repeat", owner=OWNER, epochs=0.1, **switches):
        text = load_corpus(corpus) if isinstance(corpus, str) else corpus
        kind = text.fingerprint, epochs, repr(sorted(switches.items()))
        if kind not in trained:
            trained[kind] = _train(manager, text, epochs, switches)
        run, events, state = trained[kind]
        run = replace(run, id=secrets.token_hex(8), owner=owner, created_s=time.time())
        manager.store.create(run, text)
        manager.store.append(run, events, state)
        return run

    return given


def _train(manager, text, epochs, switches):
    sizes = {"context_size": 16, "embedding_size": 16, "heads": 2, "blocks": 2, **switches}
    model = ModelConfig(len(text.vocabulary), **sizes)
    train = TrainConfig(batch_size=64, epochs=epochs, learning_rate=3e-3, shuffle=True)
    store, run_id = manager.store, manager.start("nobody", model, train, text)
    run = wait_for_end(manager, run_id)
    events, state = events_of(store, run_id), store.state(run_id)
    store.delete(run_id)
    return run, events, state


def wait_for_end(manager, run_id, limit_s=60):
    for _ in range(limit_s * 50):
        run = manager.store.run(run_id)
        if run.ended:
            return run
        time.sleep(0.02)
    raise AssertionError(f"run {run_id} is still {manager.store.run(run_id).status}")


def _visit(app, page, language, parameters):
    if page is not None:
        app.switch_page(page)
    app.query_params["lang"] = language
    for name, value in parameters.items():
        app.query_params[name] = str(value)
    app.run()
