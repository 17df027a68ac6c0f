"""The Python side of the grid of attention maps."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.ui.components.attention_maps.payload import packed
from gptviz.ui.components.served import component


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


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


# One module for the browser, in two files: packed weights as pixels, and the grid of them.
SCRIPTS = ("map_pixels.js", "attention_maps.js")
_ATTENTION_MAPS = component(
    "gptviz_attention_maps",
    css=_asset("attention_maps.css"),
    js="\n".join(_asset(name) for name in SCRIPTS),
)


def attention_maps(
    weights: NDArray[np.floating] | Callable[[], NDArray[np.floating]],
    labels: Sequence[str],
    words: AttentionMapsWords,
    *,
    key: str,
    steps: Sequence[str] = ("",),
    selected: tuple[int, int] | None = None,
    causal: bool = True,
    frame: int | None = None,
    scale: str = "weight",
    plays: bool = False,
    on_frame: Callable[[int], None] | None = None,
    on_picked: Callable[[int, int], None] | None = None,
    pack: Callable[[Callable[[], bytes]], bytes] = operator.call,
) -> tuple[int, int] | None:
    """Show one small map a block and head; with several frames, a time slider and a play button that need no server.

    The grid keeps its frame and selection when it is called again with new weights, once a second too; a reader who
    stands on the last frame stays on the last one as frames are added.

    Args:
        weights: (F, L, H, T, T), 0 to 1: frames (snapshots), blocks, heads, queries (rows), keys (columns). With scale
            "similarity", any similarity of rows and columns from -1 to 1. Or a function that computes them when needed.
        labels: T labels of tokens (`gptviz.labels.token_labels`), not escaped.
        words: In the reader's language.
        key: Of the component; keep it the same for the same grid.
        steps: F texts, the step of each frame ("1,400").
        selected: (block, head) to mark as chosen; a change of it wins over the reader's last click.
        causal: True: the future is masked, drawn hatched, and not sent.
        frame: Which frame to show; a change of it wins over the reader's slider. None: the last one.
        scale: "weight" (0 to 1) or "similarity" (-1 to 1): how values are coloured and read.
        plays: True: the film plays once when it comes on the page, for readers who do not ask for less motion.
        on_frame: Called with the frame on which the reader lets go of the slider or pauses.
        on_picked: Called with (block, head) after a click, before the page runs: it may set the state of widgets.
        pack: Called with a function that packs the maps for the browser; returns what that returned for these maps, now
            or earlier.

    Returns:
        (block, head) in the run of the page that a click has caused, None in all others.

    Raises:
        ValueError: weights are not (F, L, H, T, T) with as many steps, names and labels.
    """
    F, L, H, T = len(steps), len(words.blocks), len(words.heads), len(labels)

    def packed_maps() -> bytes:
        maps = weights() if callable(weights) else weights
        if maps.shape != (F, L, H, T, T):
            raise ValueError(f"weights have shape {maps.shape}; valid, by steps, names and labels: {(F, L, H, T, T)}")
        header = {
            "labels": list(labels),
            "steps": list(steps),
            "selected": list(selected) if selected is not None else None,
            "frame": frame,
            "plays": plays,
            "reportsFrame": on_frame is not None,
            "words": asdict(words),
        }
        return packed(maps, causal=causal, header=header, scale=scale)

    def report_frame() -> None:
        reported = st.session_state[key].get("frame")
        if on_frame is not None and isinstance(reported, int) and 0 <= reported < F:
            on_frame(reported)

    def report_picked() -> None:
        picked = _picked(st.session_state[key].get("picked"), L, H)
        if on_picked is not None and picked is not None:
            on_picked(*picked)

    result = _ATTENTION_MAPS(
        key=key,
        data=pack(packed_maps),
        on_picked_change=report_picked,
        on_frame_change=report_frame,
    )
    return _picked(result.picked, L, H)


def _picked(value: object, L: int, H: int) -> tuple[int, int] | None:
    """What the browser sent, if it is a head of this grid: anyone can send anything."""
    match value:
        case [int() as block, int() as head] if 0 <= block < L and 0 <= head < H:
            return block, head
    return None
