"""The sidebar of the heads page: what to compare, how often, for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from gptviz.chapters import QUICK
from gptviz.config import divisors
from gptviz.corpus import Corpus
from gptviz.errors import LearnerError
from gptviz.experiment.design import Design, quick_design
from gptviz.i18n import t
from gptviz.ui.corpus_choice import choose_corpus
from gptviz.ui.messages import show_error

# Head counts of a preset, for an embedding size.
PRESETS: dict[str, Callable[[int], list[int]]] = {
    "chapter": lambda embedding: [heads for heads in (2, 4, 8) if embedding % heads == 0],
    "divisors": divisors,
    "small": lambda embedding: [heads for heads in divisors(embedding) if embedding // heads <= 16],
}
OTHERS: dict[str, tuple[Any, ...]] = {
    "embedding_size": (8, 16, 24, 32, 48, 64, 96, 128),
    "blocks": (1, 2, 3, 4),
    "learning_rate": (1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2),
}
DEFAULTS: dict[str, list[Any]] = {
    "embedding_size": [64],
    "blocks": [QUICK.switches.get("blocks", 2)],
    "learning_rate": [QUICK.train.learning_rate],
}
_PRESET, _HEADS = "heads_preset", "heads_heads"
_KEEP: dict[str, Any] = {"persist_state": "session"}


def choose_design() -> Design | None:
    """Draw the choices and return the experiment that they describe; None, with a message, where there is none."""
    for name, values in DEFAULTS.items():
        st.session_state.setdefault(_key(name), values)
    if _HEADS not in st.session_state:
        _fill_from_preset()
    st.selectbox(
        t("heads-preset"),
        list(PRESETS),
        format_func=lambda key: t(f"heads-preset-{key}"),
        key=_PRESET,
        on_change=_fill_from_preset,
        **_KEEP,
    )
    _choose_heads()
    st.slider(t("heads-seeds"), 1, 10, 5, key="heads_seeds", help=t("heads-seeds.help"), **_KEEP)
    epochs = QUICK.train.epochs
    st.number_input(
        "EPOCHS", 0.01, 20.0, epochs, step=0.1, key="heads_epochs", help=t("heads-epochs.help", quick=epochs), **_KEEP
    )
    with st.expander(t("heads-vary"), icon=":material/grid_view:"):
        st.caption(t("heads-vary-one"))
        for name, options in OTHERS.items():
            st.multiselect(name.upper(), options, key=_key(name), **_few_options(), **_KEEP)
    corpus = choose_corpus()
    return None if corpus is None else _design(corpus)


def _key(name: str) -> str:
    return f"heads_{name}"


def _fill_from_preset() -> None:
    key = st.session_state.setdefault(_PRESET, "chapter")
    largest = max(st.session_state[_key("embedding_size")], default=64)
    st.session_state[_HEADS] = PRESETS[key](largest)


def _choose_heads() -> None:
    """Offer what divides one of the embedding sizes; what does not divide another one is then named as invalid."""
    sizes = st.session_state[_key("embedding_size")]
    options = sorted({heads for size in sizes for heads in divisors(size)})
    st.session_state[_HEADS] = [heads for heads in st.session_state[_HEADS] if heads in options]
    st.multiselect("HEADS", options, key=_HEADS, help=t("heads-heads.help"), **_few_options(), **_KEEP)


def _few_options() -> dict[str, Any]:
    """Too few to search among; and what Streamlit says around a search it says in English only."""
    return {"placeholder": t("heads-choose"), "filter_mode": None, "select_all": False}


def _design(corpus: Corpus) -> Design | None:
    state = st.session_state
    if sum(len(state[_key(name)]) > 1 for name in OTHERS) > 1:
        st.error(t("heads-vary-one"))
        return None
    try:
        return quick_design(
            [corpus],
            state[_HEADS],
            state["heads_seeds"],
            embedding_sizes=state[_key("embedding_size")],
            blocks=state[_key("blocks")],
            learning_rates=state[_key("learning_rate")],
            epochs=state["heads_epochs"],
        )
    except LearnerError as error:
        show_error(error)
        return None
