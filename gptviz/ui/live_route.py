"""Where the live parts of the train page ask how a run stands."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_PATH = "/live"


def live_route() -> Route:
    """Return the route for `st.App`; `gptviz.ui.live_answer` tells what it answers."""
    return Route(live_path("{run_id}"), _answer)


def live_path(run_id: str) -> str:
    """Return where to ask for a run."""
    return f"{_PATH}/{run_id}"


# Starlette answers in a thread of its own, as this is no coroutine: a map may have to be computed.
def _answer(request: Request) -> Response:
    # Not before the server runs: components that are imported earlier send their code with every message.
    from gptviz.ui.live_answer import answer

    return answer(request)
