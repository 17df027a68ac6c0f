"""What one live update of the train page costs the server: everything that the page's fragment does.

Run `python -m benchmarks.live_update`. Budget (design.md, section 7): under 10 ms. The fragment is run by Streamlit's
own test runner on a run in mid-training; what the runner needs for an empty page is measured beside it and taken off.
"""

from __future__ import annotations

from benchmarks.measure import interleaved, restart_on_one_thread

if __name__ == "__main__":
    restart_on_one_thread("benchmarks.live_update")

import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from streamlit.testing.v1 import AppTest

from gptviz.chapters import QUICK, model_config
from gptviz.corpus import load_corpus
from gptviz.runs import registry
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.training.advance import advance
from gptviz.training.state import initial_state

T = TypeVar("T")

BUDGET_MS = 10.0
STEPS = 300


class _Nobody:
    """An executor that never gets to work: the run stays as it was made."""

    workers = 1
    lost_worker_errors: tuple[type[BaseException], ...] = ()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return Future()

    def warm_up(self) -> None:
        pass

    def shutdown(self) -> None:
        pass


def make_run() -> str:
    """Put a run in mid-training into the process's manager and return its id."""
    corpus = load_corpus("repeat")
    model = model_config(QUICK, len(corpus.vocabulary))
    manager = RunManager(_Nobody(), MemoryStore())
    registry._manager = manager
    run_id = manager.start("owner", model, QUICK.train, corpus)
    state, events = advance(initial_state(model, QUICK.train), corpus, model, QUICK.train, steps=STEPS)
    manager.store.append(manager.store.run(run_id), events, state)
    return run_id


def page_of(run_id: str | None) -> AppTest:
    """A page that does what one live update does; without a run: an empty page."""
    script = "import streamlit as st\n"
    if run_id is not None:
        script += (
            "st.session_state.setdefault('lang', 'en')\nst.session_state.setdefault('owner_secrets', ['x'])\n"
            "from gptviz.ui.frame import speak_session_language\nspeak_session_language()\n"
            f"from gptviz.ui.train_panel import draw_run\ndraw_run({run_id!r}, 'abcabc')\n"
        )
    return AppTest.from_string(script, default_timeout=30)


def main() -> None:
    """Print what an update costs beyond an empty page."""
    logging.getLogger("streamlit").setLevel(logging.ERROR)
    update, empty = page_of(make_run()), page_of(None)
    times = interleaved({"update": update.run, "empty page": empty.run}, rounds=20, calls=3)
    if update.exception:
        raise RuntimeError(update.exception)
    cost_ms = times.median_ms("update") - times.median_ms("empty page")
    print(f"update {times.median_ms('update'):.1f} ms, empty page {times.median_ms('empty page'):.1f} ms")
    verdict = "met" if cost_ms < BUDGET_MS else "MISSED"
    print(f"one live update on the server: {cost_ms:.1f} ms; budget under {BUDGET_MS:.0f} ms: {verdict}")


if __name__ == "__main__":
    main()
