"""An experiment on a server that is killed in the middle of it and started again: its link shows it, and it goes on."""

import re
import signal

import pytest

from tests.browser.conftest import start_server
from tests.browser.test_heads_page import open_design
from tests.conftest import free_port

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]


def done(page):
    # While a part is drawn anew what it was and what it becomes may both be there.
    return int(page.get_by_text(re.compile(r"^\d+ of 15 runs")).first.inner_text().split()[0])


def test_after_a_restart_the_link_shows_the_experiment_and_its_owner_resumes_it(open_browser, tmp_path):
    home, port = tmp_path / "home", free_port()
    with (tmp_path / "log.txt").open("w") as log:
        server = start_server(log, home, port)
        try:
            page = open_browser()
            page.set_default_timeout(120_000)
            open_design(page, server.url)
            page.get_by_role("button", name="Run the experiment").click()
            page.get_by_text(re.compile(r"^([2-9]|1\d) of 15 runs")).first.wait_for()
            had, link = done(page), page.url
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()

            server = start_server(log, home, port)
            page.goto(link)
            page.get_by_text("The server was restarted").wait_for()
            assert had <= done(page) < 15
            page.get_by_role("button", name="Resume").click()
            page.get_by_text(
                re.compile(f"^({'|'.join(str(count) for count in range(had + 2, 16))}) of 15 runs")
            ).first.wait_for()
        finally:
            server.process.kill()
            server.process.wait()
