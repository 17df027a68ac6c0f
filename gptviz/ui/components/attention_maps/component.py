"""The Python side of the grid of attention maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.ui.components.attention_maps.payload import packed
from gptviz.ui.components.served import component, source


@dataclass(frozen=True)
class AttentionMapsWords:
    """The words of the grid, in the reader's language; they are shown as plain text.

    Args:
        title: What the grid is, for screen readers.
        blocks: Names of the L blocks.
        heads: Names of the H heads.
        query: "query", before a character.
        key: "key", before a character.
        weight: "weight", before a number.
        future: "future (masked)".
        hint: What to do: "Point at a map; click to choose a head."
        slider: Name of the slider.
        step: "Step %step%".
        play: Label of the button that starts the film.
        pause: Label of the button that stops it.
    """

    title: str
    blocks: Sequence[str]
    heads: Sequence[str]
    query: str
    key: str
    weight: str
    future: str
    hint: str
    slider: str
    step: str
    play: str
    pause: str


CSS = source(__package__, "attention_maps.css")
SCRIPT = source(__package__, "elements.js", "mounted.js", "map_pixels.js", "attention_maps.js")
_ATTENTION_MAPS = component(
    "gptviz_attention_maps",
    css=CSS,
    js=SCRIPT,
)


def attention_maps(
    weights: NDArray[np.floating],
    labels: Sequence[str],
    words: AttentionMapsWords,
    *,
    key: str,
    steps: Sequence[str] = ("",),
    selected: tuple[int, int] | None = None,
    causal: bool = True,
    frame: int | None = None,
    plays: bool = False,
    on_frame: Callable[[int], None] | None = None,
    on_picked: Callable[[int, int], None] | None = None,
) -> tuple[int, int] | None:
    """Show one small map a block and head; with several frames, a time slider and a play button that need no server.

    The grid keeps its frame and selection when it is called again with new weights; a reader who stands on the last
    frame stays on the last one as frames are added.

    Args:
        weights: (F, L, H, T, T), 0 to 1: frames (snapshots), blocks, heads, queries (rows), keys (columns).
        labels: T labels of tokens (`gptviz.labels.token_labels`), not escaped.
        words: In the reader's language.
        key: Of the component; keep it the same for the same grid.
        steps: F texts, the step of each frame ("1,400").
        selected: (block, head) to mark as chosen; a change of it wins over the reader's last click.
        causal: True: the future is masked, drawn hatched, and not sent.
        frame: Which frame to show; a change of it wins over the reader's slider. None: the last one.
        plays: True: the film plays once when it comes on the page, for readers who do not ask for less motion.
        on_frame: Called with the frame on which the reader lets go of the slider or pauses.
        on_picked: Called with (block, head) after a click, before the page runs: it may set the state of widgets.

    Returns:
        (block, head) in the run of the page that a click has caused, None in all others.

    Raises:
        ValueError: weights are not (F, L, H, T, T) with as many steps, names and labels.
    """
    F, L, H = len(steps), len(words.blocks), len(words.heads)
    chosen = {"selected": list(selected) if selected is not None else None, "frame": frame, "plays": plays}
    header = chosen | {"steps": list(steps), "reportsFrame": on_frame is not None}
    payload = _packed(weights, labels, words, header, causal=causal)

    def report_frame() -> None:
        reported = st.session_state[key].get("frame")
        if on_frame is not None and isinstance(reported, int) and 0 <= reported < F:
            on_frame(reported)

    def report_picked() -> None:
        picked = _picked(st.session_state[key].get("picked"), L, H)
        if on_picked is not None and picked is not None:
            on_picked(*picked)

    result = _ATTENTION_MAPS(key=key, data=payload, on_picked_change=report_picked, on_frame_change=report_frame)
    return _picked(result.picked, L, H)


def packed_maps(
    weights: NDArray[np.floating],
    labels: Sequence[str],
    words: AttentionMapsWords,
    *,
    part: str,
    moment: tuple[str, int],
    causal: bool = True,
    scale: str = "weight",
) -> bytes:
    """Return one frame of maps for `live_maps`; its title stands above it.

    Args:
        weights: (1, L, H, T, T) as in `attention_maps`; with scale "similarity", any likeness from -1 to 1.
        labels: T labels, not escaped.
        words: In the reader's language.
        part: Of the feed's messages (`components/live`) that brings such maps: "maps" or "similarity".
        moment: Id and step of the run: what is older than what stands on the page is not drawn.
        causal: True: the future is masked.
        scale: "weight" (0 to 1) or "similarity" (-1 to 1): how values are coloured and read.

    Raises:
        ValueError: As `attention_maps`.
    """
    run, step = moment
    header: dict[str, Any] = {"part": part, "run": run, "at": step, "steps": [""], "selected": None, "frame": None}
    header |= {"plays": False, "reportsFrame": False}
    return _packed(weights, labels, words, header, causal=causal, scale=scale)


def live_maps(payload: bytes, *, key: str) -> None:
    """Show maps that follow training: what the page's feed brings is drawn without a run of the page.

    Args:
        payload: Of `packed_maps`.
        key: Of the component.
    """
    _ATTENTION_MAPS(key=key, data=payload, on_picked_change=_nothing, on_frame_change=_nothing)


def _nothing() -> None:
    """A click marks a map; nobody else has to know."""


def _packed(
    weights: NDArray[np.floating],
    labels: Sequence[str],
    words: AttentionMapsWords,
    header: dict[str, Any],
    *,
    causal: bool,
    scale: str = "weight",
) -> bytes:
    T = len(labels)
    shape = (len(header["steps"]), len(words.blocks), len(words.heads), T, T)
    if weights.shape != shape:
        raise ValueError(f"weights have shape {weights.shape}; valid, by steps, names and labels: {shape}")
    return packed(
        weights, causal=causal, header={"labels": list(labels), "words": asdict(words), **header}, scale=scale
    )


def _picked(value: object, L: int, H: int) -> tuple[int, int] | None:
    """What the browser sent, if it is a head of this grid: anyone can send anything."""
    match value:
        case [int() as block, int() as head] if 0 <= block < L and 0 <= head < H:
            return block, head
    return None
