"""How a run stands, for the live parts of the train page. Read-only, for anyone with its link.

It is answered beside Streamlit, without a run of a page: that costs a tenth, and a class of 150 asks once a second.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import struct
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gptviz.errors import LearnerError
from gptviz.i18n import LANGUAGES, language, use_language
from gptviz.runs.registry import get_manager
from gptviz.runs.run import DatabaseAway, Run, RunError, RunView
from gptviz.ui.live_moment import maps_of, moment_key, moment_of, state_of
from gptviz.ui.rhythm import PAUSED_EVERY_S, seconds_to_next
from gptviz.ui.shared_pictures import PICTURES

LONGEST_SESSION = 32  # characters of the name that a page gives itself
_COMPRESSION = 1  # of 9: each text that somebody looks at is packed at each moment


def live_query(text: str, *, own: bool) -> dict[str, str]:
    """Return the parameters of a question, in the language in use.

    Args:
        text: On which attention is shown.
        own: The one who asks owns the run.
    """
    return {"text": text, "lang": language(), "own": str(int(own))}


def answer(request: Request) -> Response:
    """Return, with status 200, JSON of numbers, curve and sample; then the maps; then the similarity.

    Each stands behind its length, four bytes little-endian, and all are compressed. Headers tell the run's state and
    the seconds until the next question. 304: nothing is new. 404: there is no such run. 400: the question is wrong.
    """
    query = request.query_params
    if query.get("lang") not in LANGUAGES:
        return Response("lang: " + ", ".join(LANGUAGES), 400)
    use_language(query["lang"])
    manager = get_manager()
    try:
        manager.renew(request.path_params["run_id"])
        run = manager.store.run(request.path_params["run_id"])
        if run.deleted_s is not None:
            return Response(status_code=404)
        return _moment_of(run, query.get("text", ""), request)
    except DatabaseAway:
        return Response(status_code=503)
    except RunError:
        return Response(status_code=404)


def _moment_of(run: Run, text: str, request: Request) -> Response:
    manager = get_manager()
    try:
        tokens = manager.store.corpus(run.id).vocabulary.encode(text)
    except LearnerError as error:
        return Response(str(error), 400)
    if not 0 < len(tokens) <= run.model.context_size:
        return Response(f"text: 1 to {run.model.context_size} characters", 400)
    view = manager.view(run.id)
    body, tag = PICTURES.get((*moment_key(view), "answer", text), lambda: _packed(view, text))
    session, own = request.query_params.get("session", "")[:LONGEST_SESSION], request.query_params.get("own") == "1"
    headers = {
        "ETag": tag,
        "Cache-Control": "no-store",
        "X-Run-State": state_of(run),
        "X-Next-Seconds": str(seconds_to_next(run, session, owner=own) or PAUSED_EVERY_S),
        "X-Content-Type-Options": "nosniff",
    }
    if request.headers.get("If-None-Match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers | {"Content-Encoding": "gzip"}, media_type="application/octet-stream")


def _packed(view: RunView, text: str) -> tuple[bytes, str]:
    """The body of an answer, and the tag that tells it from others."""
    words = PICTURES.get((*moment_key(view), "words"), lambda: _words(view))
    pieces = (words, maps_of(view, text) or b"", moment_of(view).similarity or b"")
    body = gzip.compress(b"".join(struct.pack("<I", len(piece)) + piece for piece in pieces), _COMPRESSION, mtime=0)
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def _words(view: RunView) -> bytes:
    run, moment = view.run, moment_of(view)
    shown: dict[str, Any] = {"run": run.id, "at": run.step, "numbers": moment.numbers, "sample": moment.sample}
    shown |= {"curve": moment.curve, "told": moment.told}
    return json.dumps(shown, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
