"""A running app and a real browser that keeps a record of what went wrong in it."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import TimeoutError

from gptviz.runs.run import ACTIVE
from tests.conftest import ROOT, free_port, wait_for_server

# The page's script has ended, and all that it draws is there.
STILL = "!document.querySelector('[data-test-script-state=running], [data-testid=stSkeleton]')"
STOP = re.compile("^(Stop|停止)$")


@dataclass
class Record:
    """What a page did wrong: errors on its console, and requests that left the machine."""

    console: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def watch(self, page):
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("request", self._note_request)

    def _note_console(self, message):
        # Streamlit asks for these below the page's own path on a deep link before it finds its root.
        known = "/_stcore/" in message.location.get("url", "")
        if message.type == "error" and not known:
            self.console.append(f"{message.text} ({message.location})")

    def _note_request(self, request):
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in ("localhost", "127.0.0.1"):
            self.outside.append(request.url)


@dataclass
class Server:
    """The app, started as the README says, on a port of its own."""

    process: subprocess.Popen
    url: str
    home: Path
    left: set[str] = field(default_factory=set)  # runs that could not be stopped: they pause when nobody looks at them

    def training(self):
        """Return the runs that train or wait for their turn, but those that were left."""
        with closing(sqlite3.connect(self.home / "runs.sqlite")) as database:
            runs = dict(database.execute("SELECT id, record FROM runs"))
        return [run for run, record in runs.items() if json.loads(record)["status"] in ACTIVE and run not in self.left]


def start_server(log, home=None, port=None):
    """Start the app with a data folder and a port of its own, or with those that another server has left."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    home = Path(home or tempfile.mkdtemp(prefix="gptviz-app-"))
    environment = {**os.environ, "GPTVIZ_HOME": str(home)}
    process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=environment)
    url = f"http://localhost:{port}"
    wait_for_server(process, url)
    return Server(process, url, home)


def wait_until_still(page):
    """Wait until no script of the page runs: what is just being drawn anew may lose a click or a key."""
    page.wait_for_function(STILL)


def wait_until_in_place(locator):
    """Wait until an element stays where it is: what a part that has just been opened holds moves for a moment, and a
    mouse that goes down on a button and up beside it has not pressed it."""
    before, same = None, 0
    while same < 3:
        box = locator.bounding_box()
        same = same + 1 if box == before else 0
        before = box
        locator.page.wait_for_timeout(50)


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    with (tmp_path_factory.mktemp("app") / "log.txt").open("w") as log:
        server = start_server(log)
        yield server
        server.process.terminate()
        server.process.wait(timeout=20)


@pytest.fixture(scope="session")
def app_url(app):
    return app.url


@pytest.fixture
def record():
    return Record()


@pytest.fixture
def open_browser(profiles, record, request):
    """Open a browser profile with nothing in it, as another person's would be; call it with Playwright's options."""
    pages = []
    with profiles.lending() as open_page:

        def opened(**options):
            page = open_page(**options)
            pages.append(page)
            record.watch(page)
            return page

        yield opened
        if "app_url" in request.fixturenames:
            stop_training(request.getfixturevalue("app"), pages)


def stop_training(app, pages):
    """Stop what a test leaves in training: it would take the processor from the tests that follow."""
    for page in pages:
        for run in app.training():
            with suppress(TimeoutError):  # it may end by itself meanwhile
                if not re.search(f"/train.*{run}", page.url):
                    page.goto(f"{app.url}/train?run={run}")
                page.get_by_role("heading", level=1).wait_for()
                page.wait_for_function(STILL)
                stop = page.get_by_test_id("stMain").get_by_role("button", name=STOP)
                if stop.count():  # it is not somebody else's
                    stop.click(timeout=5_000)
                    stop.wait_for(state="detached")
    app.left.update(app.training())


@pytest.fixture(scope="session")
def stopped_run(profiles, app_url):
    """A run of the quick preset that somebody has trained for a moment and then stopped."""
    with profiles.lending() as open_page:
        page = open_page()
        page.goto(f"{app_url}/train")
        page.wait_for_load_state("networkidle")
        page.get_by_role("button", name="Train", exact=True).click()
        page.wait_for_url(re.compile(r"[?&]run="))
        page.wait_for_selector(".maps canvas")  # of the live maps: there is a snapshot
        stop = page.get_by_test_id("stMain").get_by_role("button", name=STOP)
        stop.click()
        stop.wait_for(state="detached")
        return re.search(r"[?&]run=([^&]+)", page.url)[1]


@pytest.fixture
def page(open_browser, record):
    """One English visitor; the test fails if the console shows an error or a request leaves the machine."""
    yield open_browser()
    assert not record.console
    assert not record.outside
