"""The walk of the shapes page: one attention layer of the learner's run, step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from gptviz.analysis.attention_steps import STEPS, attention_steps, cut_otherwise, linear_layers
from gptviz.config import divisors
from gptviz.corpus import Corpus
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.numbers import count
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.ui.attention_panel import BLOCK, HEAD
from gptviz.ui.components.shapes import Layer, Place, shapes_walk
from gptviz.ui.part import part
from gptviz.ui.probe import as_batch
from gptviz.ui.shapes_words import shapes_words
from gptviz.ui.snapshots import STEP, chosen_step
from gptviz.ui.url_state import init_choice
from gptviz.ui.words import block_names, head_names

CUT = "cut"  # URL parameter: into how many heads the layer is cut
WALK = "walk"  # URL parameter: the step of the walk; STEP is the moment of training


@dataclass(frozen=True)
class Choice:
    """What the sidebar says.

    Args:
        step: Moment of training.
        block: 0 <= block < L.
        heads: Into how many heads the layer is cut.
        head: 0 <= head < heads.
    """

    step: int
    block: int
    heads: int
    head: int


def choose_layer(run: Run, steps: tuple[int, ...]) -> Choice:
    """Draw the choice of moment, block, HEADS and head; all stand in the URL.

    Args:
        run: With attention.
        steps: Of its snapshots, at least one.
    """
    model = run.model
    step = steps[-1]
    if len(steps) > 1:
        wiring = init_choice(STEP, steps, chosen_step(steps))
        step = st.select_slider(t("shapes-moment"), steps, format_func=count, **wiring)
    blocks, counts = range(model.blocks), divisors(model.embedding_size)
    wiring = init_choice(BLOCK, blocks, 0)
    block = st.selectbox(t("attention-block"), blocks, format_func=block_names(model).__getitem__, **wiring)
    heads = model.heads
    if len(counts) > 1:
        wiring = init_choice(CUT, counts, model.heads)
        heads = st.select_slider("HEADS", counts, help=t("shapes-cut.help", heads=model.heads), **wiring)
    names, which = head_names(replace(model, heads=heads)), range(heads)
    head = st.selectbox(t("attention-head"), which, format_func=names.__getitem__, **init_choice(HEAD, which, 0))
    return Choice(step, block, heads, head)


def layer_of(run: Run, corpus: Corpus, probe: str, choice: Choice) -> Layer:
    """Return the chosen layer of a run on a text; with other HEADS than the run's, the same numbers cut otherwise.

    Raises:
        ValueError: The model has no attention.
    """
    parameters = get_manager().store.snapshot(run.id, choice.step).parameters
    block = trace(parameters, run.model, as_batch(corpus, probe)).blocks[choice.block]
    config = replace(run.model, heads=choice.heads)
    linears = linear_layers(parameters, config, choice.block)
    attention = block.attention if config == run.model else cut_otherwise(block, config, linears["output"])
    if attention is None or config.attention is None:
        raise ValueError("this model has no attention layer")
    return Layer(config, attention_steps(block.attention_input, attention, config.attention), linears, choice.head)


def draw_walk(layer: Layer, run: Run, probe: str, choice: Choice) -> None:
    """Draw the walk; the reader's place stands in the URL.

    Args:
        layer: To walk through.
        run: It belongs to.
        probe: The text.
        choice: By which the layer was found.
    """
    # The container is always there: with another number of elements above it, the walk would be mounted anew.
    note = st.container()
    if layer.config != run.model:
        note.info(t("shapes-cut-otherwise", heads=layer.config.heads, trained=run.model.heads))
    # Outside the fragment: while the reader walks, the place that is sent, and so the whole message, stays the same,
    # and Streamlit sends a reference to it instead of all arrays.
    place = asked_place(layer)

    @part()
    def walk() -> None:
        reached = shapes_walk(layer, token_labels(probe), shapes_words(layer), key="shapes", place=place)
        if reached is not None:
            _to_url(reached, choice)

    walk()


def asked_place(layer: Layer) -> Place:
    """Return the place that the URL names; what it does not name, or names wrongly, is a place worth looking at."""
    config, weights = layer.config, layer.steps.weights[0, layer.head]  # (T, T)
    T = len(weights)
    step = st.query_params.get(WALK)
    query = _asked("query", T, T - 1)
    key = _asked("key", T, int(np.argmax(np.nan_to_num(weights[query]))))
    number = _asked("number", config.embedding_size, layer.head * config.head_size)
    return Place(step if step in STEPS else STEPS[0], query, key, number)


def _asked(name: str, size: int, default: int) -> int:
    asked = st.query_params.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and int(asked) < size else default


def _to_url(place: Place, choice: Choice) -> None:
    """Write the place, and with it the choices: the browser may have asked before it knew of the newest of them."""
    named = {WALK: place.step, "query": place.query, "key": place.key, "number": place.number}
    named |= {STEP: choice.step, BLOCK: choice.block, CUT: choice.heads, HEAD: choice.head}
    missing = {name: str(value) for name, value in named.items() if st.query_params.get(name) != str(value)}
    if missing:
        st.query_params.update(missing)
