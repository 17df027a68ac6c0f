"""What takes seconds to compute: a worker does it, and the page goes on and shows it when it is there."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.ui.messages import show_error
from gptviz.ui.part import fresh_part

T = TypeVar("T")

PATIENCE_S = 0.05  # what is this quick needs no waiting sign
ASK_EVERY_S = 0.5
MOST_KEPT = 128

_lock = threading.Lock()
_answers: OrderedDict[Hashable, Future[Any]] = OrderedDict()


def later(key: Hashable, compute: Callable[[], T]) -> Future[T]:
    """Return the answer to come; asked again with the same key, it is the same one. What failed is tried again.

    Args:
        key: Names the answer, for all visitors.
        compute: Runs in a thread of its own; it should leave the work to `RunManager.compute`.
    """
    with _lock:
        known = _answers.get(key)
        if known is not None and not (known.done() and known.exception()):
            _answers.move_to_end(key)
            return known
        future: Future[T] = Future()
        _answers[key] = future
        while len(_answers) > MOST_KEPT:
            _answers.popitem(last=False)
    threading.Thread(target=_run, args=(future, compute), daemon=True).start()
    return future


def draw_when_there(future: Future[T], draw: Callable[[T], None], waiting: str) -> None:
    """Draw an answer, or say that it is awaited and draw the page anew when it is there.

    Args:
        future: Of `later`.
        draw: Draws the answer.
        waiting: What to say until then, in the reader's language.
    """
    try:
        answer = future.result(timeout=PATIENCE_S)
    except TimeoutError:
        _wait_for(future, waiting)
    except LearnerError as error:
        show_error(error)
    else:
        draw(answer)


def _wait_for(future: Future[Any], waiting: str) -> None:
    def ask() -> None:
        st.caption(f":material/hourglass_top: {waiting}")
        if future.done():
            st.rerun()

    fresh_part(ask, ASK_EVERY_S)


def _run(future: Future[T], compute: Callable[[], T]) -> None:
    try:
        future.set_result(compute())
    except Exception as error:  # noqa: BLE001 - whatever it is, it is for whoever asks for the answer
        future.set_exception(error)
