"""The run that comes with gptviz, on pages of learners who have none of their own."""

from __future__ import annotations

import numpy as np
import streamlit as st

from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.numbers import count
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.showcase import OWNER, RUN_ID, packaged_run, take_in
from gptviz.trace import trace
from gptviz.ui.components.attention_maps import attention_maps
from gptviz.ui.run_in_url import PLACE, RUN, link_to
from gptviz.ui.words import attention_maps_words

FILM_TEXT = "the king and the queen speak"  # the is there twice: what was learned about it shows twice
WRITTEN = 90  # characters of a sample


def showcase_run() -> Run | None:
    """Return the packaged run, in the store from now on; None where there is no text for it."""
    return take_in(get_manager().store)


def is_showcase(run: Run) -> bool:
    """Return whether a run is the packaged one."""
    return run.owner == OWNER


def draw_showcase_line() -> None:
    """Say that the model of this page is ours, and lead to the learner's own."""
    link = {name: value for name, value in link_to("train").items() if name not in (RUN, *PLACE)}
    with st.container(horizontal=True, vertical_alignment="center", key="showcase-line"):
        st.caption(f":material/school: {t('showcase-line')}", width="content")
        st.page_link(
            "pages/train.py",
            label=t("showcase-own"),
            icon=":material/arrow_forward:",
            icon_position="right",
            query_params=link,
            width="content",
        )


def offer_showcase() -> None:
    """On the train page of a learner who has no run: lead to pictures of one that is trained."""
    label = t("showcase-look")
    st.page_link("pages/attention.py", label=label, icon=":material/grid_on:", query_params=link_to("attention"))


def draw_film() -> None:
    """Draw the packaged run's heads from the first to the last step; the film plays once by itself."""
    file = packaged_run()
    weights = _film_weights()
    title = t("showcase-film", steps=file.total_steps)
    picked = attention_maps(
        weights,
        token_labels(FILM_TEXT),
        attention_maps_words(file.model, title, t("showcase-film-hint")),
        key="home-film",
        steps=[count(snapshot.step) for snapshot in file.snapshots],
        plays=True,
    )
    st.caption(title)
    if picked is not None:
        place = {"block": str(picked[0]), "head": str(picked[1])}
        st.switch_page("pages/attention.py", query_params={**link_to("home"), **place, RUN: RUN_ID})


def draw_writing() -> None:
    """Show what the packaged run wrote before and after training."""
    samples = packaged_run().samples
    for sample in (samples[0], samples[-1]):
        st.caption(t("showcase-writes", step=sample.step))
        st.code((sample.prompt + sample.text)[:WRITTEN], language=None, wrap_lines=True)


@st.cache_data(show_spinner=False)
def _film_weights() -> np.ndarray:
    """(F, L, H, T, T): of each snapshot, all heads."""
    file = packaged_run()
    tokens = file.vocabulary.encode(FILM_TEXT)[None]  # (1, T)
    traces = [trace(snapshot.parameters, file.model, tokens) for snapshot in file.snapshots]
    return np.stack([one.attention_weights[:, 0] for one in traces])
