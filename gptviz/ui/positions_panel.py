"""The pictures of the positions page: likeness, lengths, path and distance of position vectors."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.analysis.positions import (
    SHUFFLES,
    PrincipalPath,
    cosine_similarity,
    principal_path,
    similarity_by_distance,
    vector_norms,
)
from gptviz.figures.positions import norm_bars, principal_path_map, similarity_by_distance_curve, similarity_map
from gptviz.i18n import language, t
from gptviz.numbers import decimals
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.training.events import Snapshot
from gptviz.ui.part import part
from gptviz.ui.picture import picture
from gptviz.ui.positions_film import POSITIONS, draw_positions_film
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.words import positions_words


def draw_positions(run: Run, snapshot: Snapshot) -> None:
    """Draw the position vectors over training, and at one moment of it."""
    draw_positions_film(run, snapshot.step)
    vectors = snapshot.parameters[POSITIONS]
    similarity = cosine_similarity(vectors)
    left, right = st.columns(2, gap="medium")
    with left:
        _draw_path(run, snapshot)
    with right:
        _draw_distance(run, snapshot.step, similarity)
    _draw_closely(vectors, similarity, snapshot.step)


@part()
def _draw_closely(vectors: np.ndarray, similarity: np.ndarray, step: int) -> None:
    """Opening it draws this part alone; closed, there is nothing in it."""
    closely = st.expander(t("positions-close"), icon=":material/search:", key="positions-close", on_change="rerun")
    if not closely.open:
        return
    with closely:
        _draw_similarity(similarity, step)
        figure = norm_bars(vector_norms(vectors), positions_words())
        norms, name = vector_norms(vectors), t("positions-norms")
        low, high, longest = decimals(norms.min(), 2), decimals(norms.max(), 2), int(norms.argmax())
        alt = t("alt-norms", count=len(norms), low=low, high=high, longest=longest)
        picture(figure, "positions-norms", alt, lambda: _by_position(norm=norms), name=name)


def _draw_similarity(similarity: np.ndarray, step: int) -> None:
    neighbours = float(np.diagonal(similarity, 1).mean())
    far = float(np.diagonal(similarity, len(similarity) // 2).mean())
    alt = t("positions-alt-similarity", step=step, neighbours=decimals(neighbours, 2), far=decimals(far, 2))
    st.caption(alt)
    figure, name = similarity_map(similarity, positions_words()), t("positions-similarity")
    picture(figure, "positions-similarity", alt, lambda: pd.DataFrame(similarity).reset_index(), name=name)


def _draw_path(run: Run, snapshot: Snapshot) -> None:
    st.subheader(t("positions-path"), anchor=False)
    store, name = get_manager().store, t("positions-path")
    # The last snapshot fixes which way the axes point, so that the path does not flip between moments.
    last = store.snapshot(run.id, store.snapshot_steps(run.id)[-1])
    key = (run.id, snapshot.step, last.step)
    path = PICTURES.get(("path", *key), lambda: _path(snapshot, last))
    figure = PICTURES.get(("path map", *key, language()), lambda: principal_path_map(path, positions_words()))
    x, y = path.points.T
    alt = t("alt-path", count=len(x), share=float(path.explained[:2].sum()))
    picture(figure, "positions-path", alt, lambda: _by_position(axis_1=x, axis_2=y), name=name)
    st.caption(t("positions-path-look"))


def _path(snapshot: Snapshot, last: Snapshot) -> PrincipalPath:
    return principal_path(snapshot.parameters[POSITIONS], reference=principal_path(last.parameters[POSITIONS]))


def _draw_distance(run: Run, step: int, similarity: np.ndarray) -> None:
    st.subheader(t("positions-distance"), anchor=False)
    name, key = t("positions-distance"), (run.id, step)
    curve = PICTURES.get(("distance", *key), lambda: similarity_by_distance(similarity))
    drawn = ("distance curve", *key, language())
    figure = PICTURES.get(drawn, lambda: similarity_by_distance_curve(curve, positions_words()))
    alt = t(
        "alt-distance",
        near=decimals(curve.similarity[0], 2),
        far=decimals(curve.similarity[-1], 2),
        last=int(curve.distances[-1]),
        low=decimals(curve.shuffled_low[0], 2),
        high=decimals(curve.shuffled_high[0], 2),
    )
    picture(figure, "positions-distance", alt, lambda: pd.DataFrame(asdict(curve)), name=name)
    st.caption(t("positions-distance-look", shuffles=SHUFFLES))


def _by_position(**columns: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(columns).rename_axis("position").reset_index()
