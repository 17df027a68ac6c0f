"""The Python side of the time machine and of the letters to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.ui.components.served import component, source
from gptviz.ui.components.time_machine.payload import Story, finite, letter, packed_exact, packed_tail


@dataclass(frozen=True)
class TimeMachineWords:
    """The words of the machine, in the reader's language; shown as plain text. %names% stand for what is put in.

    Args:
        title: What it is, for screen readers.
        blocks: Names of the L blocks.
        heads: Names of the H heads.
        slider: Name of the slider.
        step: "step %step%".
        play: Label of the button that starts the film.
        pause: Label of the button that stops it.
        curve: Name of the loss curve.
        trainLoss: "training loss %loss%".
        testLoss: "test loss %loss%".
        written: "Written after %step% steps".
        nothingWritten: Before the first sample.
        overview: Title of the small maps.
        overviewHint: What to do with them.
        mapTitle: "%block%, %head%, after %step% steps".
        mapHint: Name of the large map, with %block% and %head%.
        pointHint: What to do with it.
        weight: Before the colour bar.
        rowSums: Label of the switch of row sums; empty: there is none.
        pair: "query %query% “%queryName%” → key %key% “%keyName%” · %weight%".
        future: "future (masked)".
        barsTitle: Title of the bars, with %block% and %head%.
        norms: Title of the lengths of position vectors.
        normsHint: What to look at there.
        norm: "Position %place%: length %length%".
        waiting: Names of the bars that are not measured yet.
        measuring: Told meanwhile.
        tokenTitle: Title of the text.
        tokenHint: What to do with it.
        character: "“%character%” at place %place%".
        shownHeads: Name of the choice of heads.
        allHeads: Label of the button that shows all.
        lines: Label of the switch to lines.
        reverse: Label of the switch to the other direction.
        looksAt: "%head%: “%character%” (place %place%) looks at %list%".
        isSeenBy: The other direction.
        looksNowhere: Where there is no weight at all.
        looked: One of the list: "“%character%” at place %place% (%share% %)".
        comma: Between those of the list.
        pinned: "Pinned."
    """

    title: str
    blocks: Sequence[str]
    heads: Sequence[str]
    slider: str
    step: str
    play: str
    pause: str
    curve: str
    trainLoss: str
    testLoss: str
    written: str
    nothingWritten: str
    mapTitle: str
    mapHint: str
    pointHint: str
    weight: str
    pair: str
    barsTitle: str = ""
    norms: str = ""
    norm: str = ""
    normsHint: str = ""
    overview: str = ""
    overviewHint: str = ""
    rowSums: str = ""
    future: str = ""
    waiting: Sequence[str] = ()
    measuring: str = ""
    tokenTitle: str = ""
    tokenHint: str = ""
    character: str = ""
    shownHeads: str = ""
    allHeads: str = ""
    lines: str = ""
    reverse: str = ""
    looksAt: str = ""
    isSeenBy: str = ""
    looksNowhere: str = ""
    looked: str = ""
    comma: str = ""
    pinned: str = ""


@dataclass(frozen=True)
class Film:
    """A film that is ready to be sent.

    Args:
        name: Letters are addressed to it.
        steps: (F,) of its frames.
        shape: (L, H, T).
        causal: Whether the future is masked.
        scale: "weight" or "similarity".
        payload: Of `packed_film`.
    """

    name: str
    steps: tuple[int, ...]
    shape: tuple[int, int, int]
    causal: bool
    scale: str
    payload: bytes


@dataclass(frozen=True)
class Place:
    """Where a reader stands; step None: at the last moment, and goes along with new ones."""

    block: int
    head: int
    step: int | None


@dataclass(frozen=True)
class BarLetter:
    """Numbers of heads that move with the time.

    Args:
        steps: (F,) at which they were measured, rising; they need not be those of the film.
        values: (F, L, H, M); NaN where there is nothing to measure.
        names: M names.
        helps: M explanations, shown on pointing.
        most: (M,) what fills a whole bar.
        alike: (M,) where to put a mark for comparison; NaN: none.
        percent: (M,) whether the number is a share.
        digits: Of the numbers that are not.
        hint: What to look at.
    """

    steps: Sequence[int]
    values: NDArray[np.floating]
    names: Sequence[str]
    helps: Sequence[str]
    most: NDArray[np.floating]
    alike: NDArray[np.floating]
    percent: Sequence[bool]
    digits: int
    hint: str

    def header(self) -> dict[str, Any]:
        """Return it as JSON values."""
        arrays = {name: finite(getattr(self, name)) for name in ("values", "most", "alike")}
        return asdict(self) | arrays


@dataclass(frozen=True)
class Moment:
    """A moment to mark on the time line, and the sentence that it says."""

    step: int
    block: int
    head: int
    sentence: str


_SHARED = ("map_pixels.js", "letters.js")
_PARTS = ("elements.js", "mounted.js", "film.js", "timeline.js", "narrator.js", "machine.js")
_VIEWS = ("token_canvas.js", "token_view.js", "overview.js", "large_map.js", "bars.js", "norm_columns.js")


def script() -> str:
    """Return the machine's code: one module for the browser, in several files, each with one job."""
    return source(__package__, *_SHARED, *_VIEWS, *_PARTS)


def style() -> str:
    """Return the machine's style sheet."""
    return source(__package__, "machine.css", "timeline.css", "token_view.css")


_TIME_MACHINE = component(
    "gptviz_time_machine",
    css=style(),
    js=script(),
)
_POST = component("gptviz_time_machine_post", js=source(__package__, *_SHARED, "post.js"))


def time_machine(
    film: Film, *, key: str, on_place: Callable[[Place], None], on_drawn: Callable[[], None] | None = None
) -> None:
    """Show a film; moving in it needs no server. Send it the same film again and nothing travels.

    Args:
        film: What to show.
        key: Of the component; keep it the same for the same place on the page.
        on_place: Called when the reader has come to rest elsewhere, before the page runs: it may set widgets.
        on_drawn: Called when an awaited film has been drawn in the browser.
    """

    def report() -> None:
        place = place_of(st.session_state[key].get("place"), film.shape[0], film.shape[1])
        if place is not None:
            on_place(place)

    # A state, not a trigger: a trigger that is sent while the page runs can get lost, and with it the reader's place.
    more = {"on_drawn_change": on_drawn} if on_drawn else {}
    _TIME_MACHINE(key=key, data=film.payload, on_place_change=report, **more)


def place_of(value: object, blocks: int, heads: int) -> Place | None:
    """Return what the browser sent, if it is a place of this film: anyone can send anything."""
    match value:
        case {"block": int(block), "head": int(head), "step": int() | None as step} if (
            0 <= block < blocks and 0 <= head < heads and (step is None or step >= 0)
        ):
            return Place(block, head, step)
    return None


def send_place(film: Film, place: Place, *, key: str) -> None:
    """Ask a machine to show a place; a change of it wins over the reader's own.

    Args:
        film: That the machine shows.
        place: Of it.
        key: Of the machine.
    """
    _send(film, key, "place", asdict(place))


def send_exact(film: Film, weights: NDArray[np.floating], step: int, block: int, *, key: str) -> None:
    """Send the weights (H, T, T) of one block at one step in 16 bits, for exact numbers."""
    header = _address(film, key, "exact") | {"step": step, "block": block}
    _POST(key=f"{key}-exact", data=packed_exact(weights, causal=film.causal, scale=film.scale, header=header))


def send_tail(film: Film, weights: NDArray[np.floating], story: Story, *, key: str) -> None:
    """Send frames (F, L, H, T, T) that training has reached since, with the story up to now."""
    to = _address(film, key, "tail")
    _POST(
        key=f"{key}-tail",
        data=packed_tail(weights, story, after=film.steps[-1], causal=film.causal, scale=film.scale, to=to),
    )


def send_bars(film: Film, bars: BarLetter, moments: Sequence[Moment], *, key: str) -> None:
    """Send what heads do over training, and the moments to mark."""
    _send(film, key, "heads", bars.header() | {"moments": [asdict(moment) for moment in moments]})


def _send(film: Film, key: str, topic: str, body: dict[str, Any]) -> None:
    _POST(key=f"{key}-{topic}", data=letter(_address(film, key, topic) | body))


def _address(film: Film, key: str, topic: str) -> dict[str, Any]:
    return {"key": key, "to": film.name, "topic": topic}
