"""The pictures of the attention page: all heads over training, and one of them in numbers."""

from __future__ import annotations

import streamlit as st

from gptviz.corpus import Corpus
from gptviz.export.tables import weights_table
from gptviz.figures.attention_map import attention_map
from gptviz.i18n import language, t
from gptviz.labels import token_labels
from gptviz.runs.run import Run
from gptviz.ui.attention_film import attention_film, follow, weights_at
from gptviz.ui.components.time_machine import Film, Place, send_exact, send_place, time_machine
from gptviz.ui.head_ablation_panel import draw_head_switches
from gptviz.ui.head_history_film import history_to_come, send_history
from gptviz.ui.head_metrics_panel import draw_head_metrics
from gptviz.ui.later import draw_when_there
from gptviz.ui.picture import picture
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.snapshots import STEP, chosen_step
from gptviz.ui.trust_panel import draw_trust
from gptviz.ui.url_state import drop_choice, init_choice, set_choice
from gptviz.ui.words import attention_map_words, block_names, head_names

BLOCK, HEAD = "block", "head"  # URL parameters and session keys


def draw_attention(run: Run, corpus: Corpus, probe: str, place: str) -> None:
    """Draw all heads as a film over training, the chosen one in numbers, and what each of them does.

    Args:
        run: With attention, and at least one snapshot.
        corpus: Of the run.
        probe: The text to look at.
        place: Part of the keys: two runs may stand side by side.
    """
    film = attention_film(run, corpus, probe, place)
    machine = f"time-{place}"
    time_machine(film, key=machine, on_place=go_to)
    with st.container(gap=None):
        _send_place(run, corpus, probe, film, machine)
        follow(run, corpus, probe, film, machine)
        history = history_to_come(run)
        draw_when_there(history, lambda measured: send_history(run, film, measured, machine), t("head-measuring"))
    st.caption(t("attention-look-for"))
    _draw_head(run, corpus, probe, film, place)
    draw_trust(run, corpus, probe, place)
    step = chosen_step(film.steps)
    draw_head_metrics(run, step, place)
    draw_head_switches(run, step, probe, place)


def choose_head(run: Run) -> None:
    """Draw the choice of block and head; both stand in the URL, and a click on a map changes them."""
    for name, count, names in (
        (BLOCK, run.model.blocks, block_names(run.model)),
        (HEAD, run.model.heads, head_names(run.model)),
    ):
        wiring = init_choice(name, range(count), 0)
        st.selectbox(t(f"attention-{name}"), range(count), format_func=names.__getitem__, **wiring)


def go_to(place: Place) -> None:
    """Put the place where the reader has come to rest into the widgets and the URL."""
    set_choice(BLOCK, place.block)
    set_choice(HEAD, place.head)
    if place.step is None:
        drop_choice(STEP)
    else:
        set_choice(STEP, place.step)


def _send_place(run: Run, corpus: Corpus, probe: str, film: Film, machine: str) -> None:
    block, head = _selected(run)
    step = chosen_step(film.steps)
    send_place(film, Place(block, head, step if STEP in st.query_params else None), key=machine)
    send_exact(film, weights_at(run.id, step, probe, corpus)[block], step, block, key=machine)


def _draw_head(run: Run, corpus: Corpus, probe: str, film: Film, place: str) -> None:
    block, head = _selected(run)
    step = chosen_step(film.steps)
    weights = weights_at(run.id, step, probe, corpus)[block, head]  # (T, T)
    labels = token_labels(probe)
    name = t("attention-one", block=block_names(run.model)[block], head=head_names(run.model)[head], step=step)
    most = int(weights[-1].argmax())
    alt = t("attention-alt", query=labels[-1], key=labels[most], weight=float(weights[-1, most]))
    figure = PICTURES.get(
        ("head-map", run.id, step, block, head, probe, language()),
        lambda: attention_map(weights, labels, attention_map_words(), causal=film.causal, row_sums=True),
    )
    with st.expander(t("time-data"), icon=":material/table_chart:", key=f"data-{place}"):
        st.subheader(name, anchor=False)
        picture(figure, f"head-{place}", alt, lambda: weights_table(weights, labels).reset_index(), name=name)


def _selected(run: Run) -> tuple[int, int]:
    """The chosen block and head; another run beside may have fewer of them."""
    state = st.session_state
    return min(state[BLOCK], run.model.blocks - 1), min(state[HEAD], run.model.heads - 1)
