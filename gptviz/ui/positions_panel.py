"""The pictures of the positions page: likeness, lengths, path and distance of position vectors."""

from __future__ import annotations

import numpy as np
import streamlit as st

from gptviz.analysis.positions import (
    SHUFFLES,
    cosine_similarity,
    principal_path,
    similarity_by_distance,
    vector_norms,
)
from gptviz.figures.positions import norm_bars, principal_path_map, similarity_by_distance_curve, similarity_map
from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.training.events import Snapshot
from gptviz.ui.positions_film import POSITIONS, draw_positions_film
from gptviz.ui.words import positions_words


def draw_positions(run: Run, snapshot: Snapshot) -> None:
    """Draw the position vectors over training, and at one moment of it."""
    draw_positions_film(run, snapshot.step)
    vectors = snapshot.parameters[POSITIONS]
    similarity = cosine_similarity(vectors)
    left, right = st.columns(2, gap="medium")
    with left:
        _draw_path(run, vectors)
    with right:
        _draw_distance(similarity)
    with st.expander(t("positions-close"), icon=":material/search:"):
        _draw_similarity(similarity, snapshot.step)
        figure = norm_bars(vector_norms(vectors), positions_words())
        st.plotly_chart(figure, key="positions-norms", alt=t("positions-norms"))


def _draw_similarity(similarity: np.ndarray, step: int) -> None:
    neighbours = float(np.diagonal(similarity, 1).mean())
    far = float(np.diagonal(similarity, len(similarity) // 2).mean())
    alt = t("positions-alt-similarity", step=step, neighbours=neighbours, far=far)
    st.caption(alt)
    st.plotly_chart(similarity_map(similarity, positions_words()), key="positions-similarity", alt=alt)


def _draw_path(run: Run, vectors: np.ndarray) -> None:
    st.subheader(t("positions-path"), anchor=False)
    store = get_manager().store
    # The last snapshot fixes which way the axes point, so that the path does not flip between moments.
    last = store.snapshot(run.id, store.snapshot_steps(run.id)[-1])
    path = principal_path(vectors, reference=principal_path(last.parameters[POSITIONS]))
    st.plotly_chart(principal_path_map(path, positions_words()), key="positions-path", alt=t("positions-path"))
    st.caption(t("positions-path-look"))


def _draw_distance(similarity: np.ndarray) -> None:
    st.subheader(t("positions-distance"), anchor=False)
    figure = similarity_by_distance_curve(similarity_by_distance(similarity), positions_words())
    st.plotly_chart(figure, key="positions-distance", alt=t("positions-distance"))
    st.caption(t("positions-distance-look", shuffles=SHUFFLES))
