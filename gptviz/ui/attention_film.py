"""The film of the attention page: every head's weights on a text, over the run's snapshots, and what follows live."""

from __future__ import annotations

import hashlib
from dataclasses import asdict

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.corpus import Corpus
from gptviz.i18n import language
from gptviz.labels import token_labels
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.ui.components.time_machine import Film, packed_film, send_tail
from gptviz.ui.film_story import settled_steps, steps_after, story_of
from gptviz.ui.live import live
from gptviz.ui.probe import as_batch
from gptviz.ui.time_words import attention_film_words

# All frames of a film travel to the browser at once; causal maps take half of what others take.
MOST_BYTES = 1_500_000


def attention_film(run: Run, corpus: Corpus, probe: str, place: str) -> Film:
    """Return the film of a run on a text. While the run trains it stays as it is: new frames follow as letters.

    Args:
        run: With attention, and at least one snapshot.
        corpus: Of the run.
        probe: The text, 1 to context_size characters of the vocabulary.
        place: Where on the page: two runs may stand side by side.
    """
    steps = settled_steps(run, most_frames(run, probe), (run.id, probe), place)
    return _film(run.id, steps, probe, language(), corpus)


def follow(run: Run, corpus: Corpus, probe: str, film: Film, key: str) -> None:
    """Send the frames that training reaches from now on; nothing where it has ended.

    Args:
        run: Of the film.
        corpus: Of the run.
        probe: Of the film.
        film: On the page.
        key: Of its machine.
    """

    def draw() -> Run:
        now = get_manager().store.run(run.id)
        steps = steps_after(run, film.steps[-1], most_frames(run, probe))
        frames = [weights_at(run.id, step, probe, corpus) for step in steps]
        weights = np.stack(frames) if frames else np.zeros((0, *film.shape, film.shape[-1]))
        send_tail(film, weights, story_of(run.id, steps, whole=True), key=key)
        return now

    if not run.ended:
        live(run, draw)


def most_frames(run: Run, probe: str) -> int:
    """Return how many frames a film may have."""
    T = len(probe)
    causal = run.model.attention is not None and run.model.attention.causal
    frame_bytes = run.model.blocks * run.model.heads * (T * (T + 1) // 2 if causal else T * T)
    return max(2, MOST_BYTES // frame_bytes)


@st.cache_data(max_entries=64, show_spinner=False)
def weights_at(run_id: str, step: int, probe: str, _corpus: Corpus) -> NDArray[np.floating]:
    """Return the weights (L, H, T, T) of all heads on a text at a snapshot."""
    store = get_manager().store
    parameters = store.snapshot(run_id, step).parameters
    weights = trace(parameters, store.run(run_id).model, as_batch(_corpus, probe)).attention_weights
    return weights[:, 0]  # (L, B, H, T, T) -> (L, H, T, T)


@st.cache_data(max_entries=32, show_spinner=False)
def _film(run_id: str, steps: tuple[int, ...], probe: str, language_code: str, _corpus: Corpus) -> Film:
    """Trace the text at these snapshots; the language is there because a film carries its words."""
    model = get_manager().store.run(run_id).model
    weights = np.stack([weights_at(run_id, step, probe, _corpus) for step in steps])  # (F, L, H, T, T)
    causal = model.attention is not None and model.attention.causal
    name = f"{run_id}-{hashlib.sha256(probe.encode()).hexdigest()[:12]}"
    words = asdict(attention_film_words(model))
    story, labels = story_of(run_id, steps), token_labels(probe)
    payload = packed_film(weights, story, labels, film=name, words=words, causal=causal, awaited=True)
    return Film(name, steps, (model.blocks, model.heads, len(probe)), causal, "weight", payload)
