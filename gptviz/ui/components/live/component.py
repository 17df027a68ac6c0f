"""The Python side of the live parts of the train page.

They are drawn with the page. Then the feed, a part of the numbers, asks the server again and again how the run stands,
and all of them draw what it brings: for a class that looks at one run, a run of the page each second would cost ten
times as much.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gptviz.ui.components.served import component, source


@dataclass(frozen=True)
class Feed:
    """Where to ask, and when to tell the page.

    Args:
        path: Of the route (`gptviz.ui.live_route`), from the root of the server.
        query: Its parameters.
        state: How the run stands, as `live_moment.state_of`: the page is told when it differs.
        every_s: Seconds until the first question.
    """

    path: str
    query: dict[str, str]
    state: str
    every_s: float


_SHARED = ("elements.js", "mounted.js", "part.js")
CSS = source(__package__, "live.css")
NUMBERS_SCRIPT = source(__package__, *_SHARED, "feed.js", "numbers.js")
CURVE_SCRIPT = source(__package__, *_SHARED, "curve.js")
SAMPLE_SCRIPT = source(__package__, *_SHARED, "sample.js")
_NUMBERS = component("gptviz_live_numbers", css=CSS, js=NUMBERS_SCRIPT)
_CURVE = component("gptviz_live_curve", css=CSS, js=CURVE_SCRIPT)
_SAMPLE = component("gptviz_live_sample", css=CSS, js=SAMPLE_SCRIPT)


def live_numbers(
    numbers: dict[str, Any],
    moment: tuple[str, int],
    *,
    key: str,
    feed: Feed | None = None,
    on_change: Callable[[], None] = lambda: None,
) -> None:
    """Show the numbers of a run and its progress.

    Args:
        numbers: Of `live_moment.Moment`.
        moment: Id and step of the run: what is older than what stands on the page is not drawn.
        key: Of the component.
        feed: Keeps this and all other live parts of the page moving; None: nothing moves.
        on_change: Called when the run's state is another; the page is drawn then.
    """
    run, step = moment
    asks = None
    if feed is not None:
        asks = {"path": feed.path, "query": feed.query, "state": feed.state, "everySeconds": feed.every_s}
    _NUMBERS(key=key, data={"run": run, "at": step, "numbers": numbers, "feed": asks}, on_changed_change=on_change)


def live_curve(curve: dict[str, Any], told: str, moment: tuple[str, int], *, key: str, log_steps: bool) -> None:
    """Show the loss of a run.

    Args:
        curve: Of `gptviz.figures.live_curves`.
        told: A sentence on what it shows.
        moment: Id and step of the run.
        key: Of the component.
        log_steps: True: the axis of steps is logarithmic.
    """
    run, step = moment
    _CURVE(key=key, data={"run": run, "at": step, "curve": curve, "told": told, "logSteps": log_steps})


def live_sample(sample: dict[str, str] | None, moment: tuple[str, int], *, key: str) -> None:
    """Show what the model writes; nothing before its first text.

    Args:
        sample: Of `live_moment.Moment`.
        moment: Id and step of the run.
        key: Of the component.
    """
    run, step = moment
    _SAMPLE(key=key, data={"run": run, "at": step, "sample": sample})
