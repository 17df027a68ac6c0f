"""A running app and a real browser that keeps a record of what went wrong in it."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest

from tests.conftest import ROOT, free_port, wait_for_server


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


def start_server(log, home=None, port=None):
    """Start the app with a data folder and a port of its own, or with those that another server has left."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    environment = {**os.environ, "GPTVIZ_HOME": str(home or tempfile.mkdtemp(prefix="gptviz-app-"))}
    process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=environment)
    url = f"http://localhost:{port}"
    wait_for_server(process, url)
    return Server(process, url)


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
def open_browser(profiles, record):
    """Open a browser profile with nothing in it, as another person's would be; call it with Playwright's options."""
    with profiles.lending() as open_page:

        def opened(**options):
            page = open_page(**options)
            record.watch(page)
            return page

        yield opened


@pytest.fixture
def page(open_browser, record):
    """One English visitor; the test fails if the console shows an error or a request leaves the machine."""
    yield open_browser()
    assert not record.console
    assert not record.outside
