"""The pictures of the attention page: all heads over training, and one of them large."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.corpus import Corpus
from gptviz.figures.attention_map import attention_map
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.ui.components.attention_maps import attention_maps
from gptviz.ui.head_ablation_panel import draw_head_switches
from gptviz.ui.head_metrics_panel import draw_head_metrics
from gptviz.ui.probe import as_batch
from gptviz.ui.snapshots import STEP, chosen_step, snapshots_of
from gptviz.ui.trust_panel import draw_trust
from gptviz.ui.url_state import init_choice, set_choice
from gptviz.ui.words import attention_map_words, attention_maps_words, block_names, head_names

BLOCK, HEAD = "block", "head"  # URL parameters and session keys
# All frames of a film travel to the browser at once; causal maps take half of that.
MOST_BYTES = 1_500_000


@dataclass(frozen=True)
class Film:
    """The maps of all heads at several moments of training.

    Args:
        steps: (F,) the moments.
        weights: (F, L, H, T, T).
    """

    steps: tuple[int, ...]
    weights: NDArray[np.floating]


def draw_attention(run: Run, corpus: Corpus, probe: str, place: str) -> None:
    """Draw all heads as a film over training, the chosen one large, and what each of them does.

    Args:
        run: With attention, and at least one snapshot.
        corpus: Of the run.
        probe: The text to look at.
        place: Part of the keys: two runs may stand side by side.
    """
    film = _film(run.id, get_manager().store.snapshot_steps(run.id), probe, corpus)
    _draw_overview(run, film, probe, place)
    _draw_head(run, film, probe, place)
    draw_trust(run, corpus, probe, place)
    draw_head_metrics(run, chosen_step(film.steps), place)
    draw_head_switches(run, chosen_step(film.steps), probe, place)


def choose_head(run: Run) -> None:
    """Draw the choice of block and head; both stand in the URL, and a click on a map changes them."""
    for name, count, names in (
        (BLOCK, run.model.blocks, block_names(run.model)),
        (HEAD, run.model.heads, head_names(run.model)),
    ):
        wiring = init_choice(name, range(count), 0)
        st.selectbox(t(f"attention-{name}"), range(count), format_func=names.__getitem__, **wiring)


def _draw_overview(run: Run, film: Film, probe: str, place: str) -> None:
    attention_maps(
        film.weights,
        token_labels(probe),
        attention_maps_words(run.model, t("attention-overview"), t("attention-hint")),
        key=f"overview-{place}",
        steps=[f"{step:,}" for step in film.steps],
        selected=_selected(run),
        causal=_causal(run),
        frame=film.steps.index(chosen_step(film.steps)) if STEP in st.query_params else None,
        on_frame=lambda frame: set_choice(STEP, film.steps[frame]),
        on_picked=_pick,
    )


def _pick(block: int, head: int) -> None:
    set_choice(BLOCK, block)
    set_choice(HEAD, head)


def _draw_head(run: Run, film: Film, probe: str, place: str) -> None:
    block, head = _selected(run)
    step = chosen_step(film.steps)
    weights = film.weights[film.steps.index(step), block, head]  # (T, T)
    labels = token_labels(probe)
    name = t("attention-one", block=block_names(run.model)[block], head=head_names(run.model)[head], step=step)
    st.subheader(name, anchor=False)
    most = int(weights[-1].argmax())
    alt = t("attention-alt", query=labels[-1], key=labels[most], weight=float(weights[-1, most]))
    figure = attention_map(weights, labels, attention_map_words(), causal=_causal(run), row_sums=True)
    st.plotly_chart(figure, key=f"head-{place}", alt=alt)


def _selected(run: Run) -> tuple[int, int]:
    """The chosen block and head; another run beside may have fewer of them."""
    state = st.session_state
    return min(state[BLOCK], run.model.blocks - 1), min(state[HEAD], run.model.heads - 1)


def _causal(run: Run) -> bool:
    return run.model.attention is not None and run.model.attention.causal


@st.cache_data(max_entries=32, show_spinner=False)
def _film(run_id: str, steps: tuple[int, ...], probe: str, _corpus: Corpus) -> Film:
    """Trace the text at the run's snapshots; `steps` is there so that new snapshots make a new film."""
    run = get_manager().store.run(run_id)
    tokens = as_batch(_corpus, probe)
    frame_bytes = run.model.blocks * run.model.heads * tokens.size**2
    snapshots = snapshots_of(run, most=max(2, MOST_BYTES // frame_bytes))
    weights = [trace(one.parameters, run.model, tokens).attention_weights[:, 0] for one in snapshots]
    return Film(tuple(one.step for one in snapshots), np.stack(weights))
