"""The film of the positions page: how alike and how long position vectors are, over the run's snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.analysis.positions import cosine_similarity, vector_norms
from gptviz.i18n import language
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.components.time_machine import (
    Film,
    Place,
    Story,
    packed_film,
    send_exact,
    send_place,
    send_tail,
    time_machine,
)
from gptviz.ui.film_story import settled_steps, steps_after, story_of
from gptviz.ui.live import live
from gptviz.ui.snapshots import STEP
from gptviz.ui.time_words import similarity_film_words
from gptviz.ui.url_state import asked_choice, drop_choice, set_choice

MOST_FRAMES = 64
MOST_BYTES = 1_500_000
MACHINE = "time-positions"
POSITIONS = "position_embedding.weight"


def draw_positions_film(run: Run, step: int) -> None:
    """Draw the time machine of a run's position vectors.

    Args:
        run: With positions, and at least one snapshot.
        step: That the page shows.
    """
    most = max(2, min(MOST_FRAMES, MOST_BYTES // run.model.context_size**2))
    film = _film(run.id, settled_steps(run, most, run.id, "positions"), language())
    time_machine(film, key=MACHINE, on_place=_go_to)
    with st.container(gap=None):
        send_place(film, Place(0, 0, step if asked_choice(STEP) else None), key=MACHINE)
        send_exact(film, cosine_similarity(_vectors(run.id, step))[None], step, 0, key=MACHINE)
        _follow(run, film, most)


def _go_to(place: Place) -> None:
    if place.step is None:
        drop_choice(STEP)
    else:
        set_choice(STEP, place.step)


def _follow(run: Run, film: Film, most: int) -> None:
    def draw() -> Run:
        now = get_manager().store.run(run.id)
        steps = steps_after(run, film.steps[-1], most)
        send_tail(film, *_frames(run.id, steps, story_of(run.id, steps, whole=True)), key=MACHINE)
        return now

    if not run.ended:
        live(run, draw)


def _frames(run_id: str, steps: Sequence[int], story: Story) -> tuple[NDArray[np.floating], Story]:
    """Return similarities (F, 1, 1, T, T) at steps, and the story with the lengths of the vectors."""
    vectors = [_vectors(run_id, step) for step in steps]
    T = get_manager().store.run(run_id).model.context_size
    similarities = np.array([cosine_similarity(one) for one in vectors]).reshape(-1, 1, 1, T, T)
    return similarities, replace(story, norms=np.array([vector_norms(one) for one in vectors]).reshape(-1, T))


def _vectors(run_id: str, step: int) -> NDArray[np.floating]:
    vectors: NDArray[np.floating] = get_manager().store.snapshot(run_id, step).parameters[POSITIONS]
    return vectors


@st.cache_data(max_entries=32, show_spinner=False)
def _film(run_id: str, steps: tuple[int, ...], language_code: str) -> Film:
    """Compare the vectors at these snapshots; the language is there because a film carries its words."""
    similarities, story = _frames(run_id, steps, story_of(run_id, steps))
    T = similarities.shape[-1]
    labels = [str(position) for position in range(T)]
    words = asdict(similarity_film_words(get_manager().store.run(run_id).model))
    payload = packed_film(
        similarities, story, labels, film=run_id, words=words, causal=False, scale="similarity", tokens=False
    )
    return Film(run_id, steps, (1, 1, T), False, "similarity", payload)
