"""What tests share: the repository's root as working folder, and whether a browser is at hand."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.postgres_server import PostgresServer, find_postgres
from tests import browser_profiles

# Small matrix products on several threads wait for each other longer than they compute, above all on a busy machine.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
# Tests keep their runs apart from the learner's.
os.environ["GPTVIZ_HOME"] = tempfile.mkdtemp(prefix="gptviz-tests-")

ROOT = Path(__file__).parent.parent
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    browser_profiles.BROWSER_ARGUMENT,
]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser():
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items):
    # The long files first: at the end of a parallel run no process is left alone with one of them.
    long = {item.path for item in items for mark in ("browser", "slow") if item.get_closest_marker(mark)}
    items.sort(key=lambda item: item.path not in long)
    if find_browser() is not None:
        return
    if os.environ.get("GPTVIZ_REQUIRE_BROWSER"):
        raise pytest.UsageError("browser tests may not be left out here, and no Chromium or Chrome was found")
    skip = pytest.mark.skip(reason="no Chromium or Chrome found; Debian: apt-get install chromium")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def browser():
    """The one browser of all tests: Playwright can be started only once a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def profiles(browser):
    """Profiles that are lent to one test after another."""
    return browser_profiles.Profiles(browser)


@pytest.fixture(autouse=True)
def _in_the_repository(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server for all tests; each takes a database of its own."""
    programs = find_postgres()
    if programs is None:
        if os.environ.get("GPTVIZ_REQUIRE_POSTGRES"):
            pytest.fail("tests of PostgreSQL may not be left out here, and none was found")
        pytest.skip("no PostgreSQL found; Debian: apt-get install postgresql")
    server = PostgresServer(programs)
    yield server
    server.remove()


def new_database(kind, request):
    if kind == "sqlite":
        return f"sqlite:///{request.getfixturevalue('tmp_path') / 'runs.sqlite'}"
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request):
    """The address of an empty database, once of each kind."""
    return new_database(request.param, request)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def url_or_memory(request):
    """The same, and once None, for stores that live in memory."""
    return None if request.param == "memory" else new_database(request.param, request)


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


@contextmanager
def serve_page(folder, script):
    """Serve a page of our components that a test has written, and give its address."""
    (folder / "page.py").write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{script}", encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(folder / "page.py"), "--server.port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_server(process, f"http://localhost:{port}")
        yield f"http://localhost:{port}"
    finally:
        process.kill()  # it has nothing to save, and would take seconds to say good-bye
        process.wait()


def wait_for_server(process, url, limit_s=60):
    """Wait until a server answers; one that does not is ended, and the test fails."""
    for _ in range(limit_s * 4):
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=1)
            return
        except OSError:
            time.sleep(0.25)
    process.kill()
    raise RuntimeError(f"the app did not start within {limit_s} s")
