"""What one live update of the train page costs the server: from the feed's question to the packed answer.

Run `python -m benchmarks.live_update`. Budget (design.md, section 7): under 10 ms. Once for the first who asks at a
moment: the model reads the text, curves are grouped, words are put into their language, all is packed; once for who
sees the same at the same moment, and once for who has seen it already.
"""

from __future__ import annotations

from benchmarks.measure import interleaved, restart_on_one_thread

if __name__ == "__main__":
    restart_on_one_thread("benchmarks.live_update")

import itertools
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from gptviz.chapters import QUICK, model_config
from gptviz.corpus import load_corpus
from gptviz.runs import registry
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.training.advance import advance
from gptviz.training.state import initial_state
from gptviz.ui.live_answer import answer
from gptviz.ui.shared_pictures import MOST_PICTURES

T = TypeVar("T")

BUDGET_MS = 10.0
STEPS = 300
CHARACTERS = 32


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


def ask(run_id: str, text: str, tag: str = "") -> Response:
    """Ask as the feed of a page does."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/live/{run_id}",
        "query_string": urlencode({"text": text, "lang": "en", "session": "s", "own": "1"}).encode(),
        "path_params": {"run_id": run_id},
        "headers": [(b"if-none-match", tag.encode())],
    }
    return answer(Request(scope))


def main() -> None:
    """Print what an update costs."""
    run_id = make_run()
    # More texts than pictures are kept: each of them is made anew.
    corpus = registry.get_manager().store.corpus(run_id)
    text = corpus.vocabulary.decode(corpus.train[: 2 * MOST_PICTURES])
    texts = itertools.cycle([text[at : at + CHARACTERS] for at in range(MOST_PICTURES)])
    once = ask(run_id, "aabb")
    if once.status_code != 200:
        raise RuntimeError(bytes(once.body).decode())
    kept: dict[str, Callable[[], Response]] = {
        "the first who asks": lambda: ask(run_id, next(texts)),
        "another who sees the same": lambda: ask(run_id, "aabb"),
        "who has seen it": lambda: ask(run_id, "aabb", once.headers["etag"]),
    }
    costs_ms = {}
    for name, update in kept.items():
        costs_ms[name] = interleaved({name: update}, rounds=20, calls=5).median_ms(name)
        print(f"{name:26} {costs_ms[name]:6.2f} ms, {len(update().body) / 1e3:5.1f} kB")
    cost_ms = costs_ms["the first who asks"]
    verdict = "met" if cost_ms < BUDGET_MS else "MISSED"
    print(f"one live update on the server: {cost_ms:.1f} ms; budget under {BUDGET_MS:.0f} ms: {verdict}")


if __name__ == "__main__":
    main()
