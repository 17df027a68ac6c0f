"""What compared runs look at and write, side by side, at the same moment of training."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.corpus import Corpus, probe_text
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.labels import plain_in_markdown, token_labels
from gptviz.numbers import count
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.ui.components.attention_maps import attention_maps
from gptviz.ui.probe import as_batch
from gptviz.ui.url_state import init_choice
from gptviz.ui.words import attention_maps_words, distinct_titles

LAST = "last"
IN_A_ROW = 3
LONGEST_TEXT = 32  # characters: with up to six grids side by side, maps of longer texts are too small to read


def choose_moment(runs: Sequence[Run]) -> int | None:
    """Let the reader choose a step that all runs have reached; None: each run as it is at its end."""
    store = get_manager().store
    reached = min(run.step for run in runs)
    steps = sorted({step for run in runs for step in store.snapshot_steps(run.id) if step <= reached})
    options = [*map(str, steps), LAST]
    moment = st.select_slider(
        t("library-moment"),
        options,
        format_func=lambda one: t("library-moment-last") if one == LAST else count(int(one)),
        help=t("library-moment.help"),
        **init_choice("at", options, LAST),
    )
    return None if moment == LAST else int(moment)


def draw_maps_beside(runs: Sequence[Run], moment: int | None) -> None:
    """Draw every head of every run on one text, which the first run's text gives."""
    first = get_manager().store.corpus(runs[0].id)
    text = probe_text(first, min(LONGEST_TEXT, *(run.model.context_size for run in runs)))
    st.markdown(f"**{t('page-attention')}**")
    for run, title in _beside(runs):
        st.markdown(plain_in_markdown(title))
        _draw_maps(run, text, moment)


def draw_samples_beside(runs: Sequence[Run], moment: int | None) -> None:
    """Draw what each run's model wrote last, or last before a step."""
    st.markdown(f"**{t('library-samples')}**")
    for run, title in _beside(runs):
        st.markdown(plain_in_markdown(title))
        samples = [one for one in get_manager().store.samples(run.id) if moment is None or one.step <= moment]
        if samples:
            st.caption(t("train-sample", step=samples[-1].step))
            st.code(samples[-1].prompt + samples[-1].text, language=None, wrap_lines=True, height=150)


def _draw_maps(run: Run, text: str, moment: int | None) -> None:
    store = get_manager().store
    if run.model.attention is None:
        st.caption(t("train-no-attention"))
        return
    if not store.snapshot_steps(run.id):
        st.caption(t("snapshots-none"))
        return
    snapshot = store.snapshot(run.id, run.step if moment is None else moment)
    tokens = _tokens(store.corpus(run.id), text)
    if tokens is None:
        st.caption(t("library-other-characters"))
        return
    weights = trace(snapshot.parameters, run.model, tokens).attention_weights[:, 0]  # (L, H, T, T)
    title = t("train-maps", step=snapshot.step)
    st.caption(title)
    attention_maps(
        weights[None],
        token_labels(text),
        attention_maps_words(run.model, title, t("train-maps-hint")),
        key=f"library-maps-{run.id}",
        causal=run.model.attention.causal,
    )


def _tokens(corpus: Corpus, text: str) -> NDArray[np.int64] | None:
    try:
        return as_batch(corpus, text)
    except LearnerError:  # a character that this run has never seen
        return None


def _beside(runs: Sequence[Run]) -> Iterator[tuple[Run, str]]:
    """Go through runs and their titles, each in a column of its own; rows of at most three."""
    titled = list(zip(runs, distinct_titles(runs), strict=True))
    for start in range(0, len(runs), IN_A_ROW):
        row = titled[start : start + IN_A_ROW]
        for column, one in zip(st.columns(min(len(runs), IN_A_ROW), gap="medium"), row, strict=False):
            with column:
                yield one
