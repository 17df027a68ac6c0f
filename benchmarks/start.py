"""From the command to the first page: the web process starts and answers a first visit without importing torch.

Run `python -m benchmarks.start`. Budget (design.md, section 7): under 2 s, torch not imported.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

SCRIPT = """
import sys, time
started = time.perf_counter()
import streamlit.web.bootstrap
from streamlit.testing.v1 import AppTest
page = AppTest.from_file("app.py", default_timeout=60).run()
print(time.perf_counter() - started, "torch" in sys.modules, len(page.exception))
import os
os._exit(0)
"""
BUDGET_S = 2.0
ROUNDS = 5


def main() -> None:
    """Start a fresh process several times and print the median time to its first page."""
    seconds, clean = [], True
    for _ in range(ROUNDS):
        started_s = time.perf_counter()
        answer = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
        ).stdout.split()
        seconds.append(time.perf_counter() - started_s)
        clean = clean and answer[1:] == ["False", "0"]
    median_s = statistics.median(seconds)
    verdict = "met" if median_s < BUDGET_S and clean else "MISSED"
    print(f"start to first page: {median_s:.2f} s, torch {'not ' if clean else ''}imported")
    print(f"budget: under {BUDGET_S:.0f} s without torch: {verdict}")


if __name__ == "__main__":
    main()
