"""The fault drill, with few and short runs: nothing is lost, and the drill would say so if it were."""

import os
import subprocess
import sys

import pytest

from benchmarks import fault_drill
from benchmarks.fault_drill import Drill
from tests.conftest import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the full disk of the drill is Linux's prlimit"),
]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_is_lost_when_workers_databases_and_servers_are_killed(kind, request):
    if kind == "postgresql":
        request.getfixturevalue("postgres")  # skips, with its reason, where there is none
    command = [sys.executable, "-m", "benchmarks.fault_drill", "--runs", "2", "--epochs", "1.2", "--only", kind]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=dict(os.environ), check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("nothing lost") == 5
    assert "LOST" not in done.stdout


class Forgetful:
    """A server that forgets a run at every restart, and ends with another model."""

    def __init__(self, environment):
        self.restarted = environment.setdefault("servers", 0) > 0
        environment["servers"] += 1
        self.process, self.steps = self, 0
        self.pid = 0

    def ask(self, command, *words):
        self.steps += 100
        runs = ["a"] if self.restarted else ["a", "b"]
        finished = self.steps > 5000
        look = {
            "trouble": None,
            "steps": dict.fromkeys(runs, self.steps),
            "status": dict.fromkeys(runs, "finished" if finished else "running"),
        }
        answers = {"start": ["a", "b"], "look": look, "whole-curves": True, "worker": 10**9}
        return answers.get(command, {"parameters": command})

    def kill(self):
        pass


def test_a_drill_in_which_something_is_lost_says_what(monkeypatch, capsys):
    class Nowhere:
        name, environment = "Nowhere", {}

        def break_down(self, pid):
            pass

        come_back = break_down

    monkeypatch.setattr(fault_drill, "DrillServer", Forgetful)
    monkeypatch.setattr(fault_drill, "WAIT_S", 0.0)
    monkeypatch.setattr(os, "kill", lambda pid, number: None)
    kept = fault_drill._rows(Drill(Nowhere(), 2, 1.0))
    assert kept == [True, False, False, False, False]
    told = capsys.readouterr().out
    assert "no trouble" in told
    assert "1 runs are gone" in told
