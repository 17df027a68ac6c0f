"""The sidebar of the generate page: which model writes, after which text, and how characters are chosen."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from gptviz.corpus import Corpus, probe_text
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.numbers import count
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.sampling import Sampling
from gptviz.training.generate import opening
from gptviz.ui.messages import show_error
from gptviz.ui.snapshots import STEP, chosen_step
from gptviz.ui.url_state import init_choice

TEMPERATURE, TOP_K, SEED, PROMPT = "temperature", "topk", "seed", "prompt"  # URL parameters
TEMPERATURES = tuple(round(tenths / 10, 1) for tenths in range(21))
MOST_CHARACTERS = 1000  # of a text box
LONGEST_IN_URL = 200
HIGHEST_NUMBER = 999_999_999


@dataclass(frozen=True)
class Wanted:
    """What decides about the text that is written.

    Args:
        run: Whose model writes; it has a snapshot.
        step: Of the snapshot.
        prompt: At least one character, all of them known to the model.
        sampling: How characters are chosen.
    """

    run: Run
    step: int
    prompt: str
    sampling: Sampling


def choose_writing(run: Run, corpus: Corpus) -> Wanted | None:
    """Draw the controls; None, with a message, where the model cannot read the prompt."""
    default = probe_text(corpus, run.model.context_size)
    prompt = text_box(PROMPT, corpus, default[: (len(default) + 1) // 2])
    if not prompt:
        prompt = corpus.vocabulary.decode(opening(corpus))
        st.caption(t("generate-empty", character=token_labels(prompt)[0]))
    step = _choose_step(run)
    st.select_slider(
        t("generate-temperature"),
        TEMPERATURES,
        help=t("generate-temperature.help"),
        **init_choice(TEMPERATURE, TEMPERATURES, 1.0),
    )
    top_k = _number_box(TOP_K, None, "Top-k", t("generate-topk-help"), lowest=1, placeholder=t("generate-topk-all"))
    if top_k is not None and top_k >= len(corpus.vocabulary):
        st.caption(t("generate-topk-above", vocabulary=len(corpus.vocabulary)))
    seed = _number_box(SEED, 42, t("generate-seed"), t("generate-seed.help"), lowest=0)
    try:
        corpus.vocabulary.encode(prompt)
        return Wanted(run, step, prompt, Sampling(st.session_state[TEMPERATURE], top_k, 42 if seed is None else seed))
    except LearnerError as error:
        show_error(error)
        return None


def number_in_url(name: str) -> int | None:
    """Return the whole number of a URL parameter, 0 to 999,999,999; None where it is none."""
    asked = st.query_params.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None


def _number_box(
    name: str, default: int | None, label: str, help_: str, *, lowest: int, placeholder: str | None = None
) -> int | None:
    """Draw a box for a whole number that stands in the URL; Streamlit's own binding fails on a link with 1e400."""
    if name not in st.session_state:
        asked = number_in_url(name)
        st.session_state[name] = default if asked is None else max(lowest, asked)

    def changed() -> None:
        if st.session_state[name] is None:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = str(st.session_state[name])

    return st.number_input(
        label,
        min_value=lowest,
        max_value=HIGHEST_NUMBER,
        value=None,
        step=1,
        key=name,
        help=help_,
        placeholder=placeholder,
        on_change=changed,
        persist_state="page",
    )


def text_box(name: str, corpus: Corpus, default: str) -> str:
    """Draw a box for a text; a short one stands in the URL.

    Args:
        name: URL parameter; its texts are `generate-<name>` and `.help`.
        corpus: Each has texts of its own: another one may lack the characters.
        default: For a URL that names none.

    Returns:
        What stands in the box; maybe nothing.
    """
    key = f"{name}-{corpus.fingerprint[:8]}"
    if key not in st.session_state:
        st.session_state[key] = st.query_params.get(name, default)[:MOST_CHARACTERS]

    def changed() -> None:
        text = st.session_state[key]
        if len(text) <= LONGEST_IN_URL:
            st.query_params[name] = text
        else:
            st.query_params.pop(name, None)

    return st.text_area(
        t(f"generate-{name}"),
        key=key,
        help=t(f"generate-{name}.help"),
        height=100,
        max_chars=MOST_CHARACTERS,
        on_change=changed,
        persist_state="page",
    )


def _choose_step(run: Run) -> int:
    steps = get_manager().store.snapshot_steps(run.id)
    wiring = init_choice(STEP, steps, chosen_step(steps))
    if len(steps) > 1:
        st.select_slider(t("generate-step"), steps, format_func=count, help=t("generate-step.help"), **wiring)
    return st.session_state[STEP]
