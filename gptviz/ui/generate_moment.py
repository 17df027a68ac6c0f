"""The moment at which one character was chosen: its numbers, what else was likely, what each head looked at."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from gptviz.analysis.generation import Choice, Draft, choice_at, entropy_bits
from gptviz.corpus import Corpus
from gptviz.figures.generation import ChoiceWords, HeadRowsWords, choice_bars, head_rows
from gptviz.i18n import t
from gptviz.labels import plain_in_markdown, token_label, token_labels
from gptviz.numbers import decimals, passing_loss, percent
from gptviz.runs.registry import get_manager
from gptviz.ui.generate_controls import Wanted
from gptviz.ui.generate_text import keep, kept_text, place_in
from gptviz.ui.head_words import place_names
from gptviz.ui.picture import picture

MOST_LIKELY = 10


def draw_moment(wanted: Wanted, corpus: Corpus, draft: Draft) -> None:
    """Draw the moment of the written character that is looked at; say what to do where nothing is written."""
    place = place_in(draft)
    if place is None:
        st.info(t("generate-nothing"))
        return
    before, token = [*draft.prompt, *draft.written[:place]], draft.written[place]
    parameters = get_manager().store.snapshot(wanted.run.id, wanted.step).parameters
    shown = choice_at(parameters, wanted.run.model, before, token, wanted.sampling)
    st.subheader(t("generate-moment", number=place + 1, character=_plain(corpus, token)), anchor=False)
    by_hand = place < len(kept_text(wanted, corpus))
    _draw_numbers(shown, draft.losses_nats[place], by_hand, wanted, place)
    _offer_branches(wanted, corpus, draft, place, shown)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        _draw_choices(corpus, shown)
    with right:
        _draw_heads(wanted, corpus, shown)


def _draw_numbers(shown: Choice, loss_nats: float, by_hand: bool, wanted: Wanted, place: int) -> None:
    """Draw what the model itself thought, and below it how the character was then drawn."""
    drawn_with = t("generate-by-hand") if by_hand else percent(shown.drawn_from[shown.token], 1)
    number = "–" if by_hand or wanted.sampling.temperature == 0 else decimals(wanted.sampling.number(place), 3)
    for row in (
        {
            "rank": t("generate-rank-of", rank=shown.rank, vocabulary=len(shown.probabilities)),
            "probability": percent(shown.probabilities[shown.token], 1),
            "loss": passing_loss(loss_nats),
            "entropy": decimals(entropy_bits(shown.probabilities), 2),
        },
        {"drawn": drawn_with, "entropy-drawn": decimals(entropy_bits(shown.drawn_from), 2), "number": number},
    ):
        with st.container(horizontal=True):
            for name, value in row.items():
                st.metric(t(f"generate-{name}"), value, help=t(f"generate-{name}.help"), width=170)


def _draw_choices(corpus: Corpus, shown: Choice) -> None:
    st.markdown(f"**{t('generate-choices')}**")
    likely = shown.most_likely(MOST_LIKELY).tolist()
    tokens = likely if shown.token in likely else [*likely, shown.token]
    characters = [corpus.vocabulary.characters[token] for token in tokens]
    figure = choice_bars(
        characters,
        shown.probabilities[tokens],
        shown.drawn_from[tokens],
        tokens.index(shown.token),
        ChoiceWords(t("generate-axis"), t("generate-model"), t("generate-drawn-from")),
    )
    first = shown.most_likely(1)[0]
    alt = t(
        "generate-choices-alt",
        character=token_label(corpus.vocabulary.characters[first]),
        probability=percent(shown.probabilities[first], 1),
    )
    columns = {
        t("alt-character"): token_labels(characters),
        t("generate-model"): shown.probabilities[tokens],
        t("generate-drawn-from"): shown.drawn_from[tokens],
    }
    picture(figure, "generate-choices", alt, lambda: pd.DataFrame(columns), name=t("generate-choices"))


def _offer_branches(wanted: Wanted, corpus: Corpus, draft: Draft, place: int, shown: Choice) -> None:
    key = f"generate-branch-{place}-{shown.token}"
    st.pills(
        t("generate-branch"),
        [token for token in shown.most_likely(MOST_LIKELY).tolist() if token != shown.token],
        format_func=lambda token: _plain(corpus, token),
        help=t("generate-branch-help"),
        key=key,
        on_change=lambda: _branch(wanted, corpus, draft, place, st.session_state[key]),
    )


def _branch(wanted: Wanted, corpus: Corpus, draft: Draft, place: int, token: int | None) -> None:
    """Keep what stands before a place, put another character there, and let the model write on."""
    if token is not None:
        keep(wanted, corpus.vocabulary.decode(np.array([*draft.written[:place], token])))


def _draw_heads(wanted: Wanted, corpus: Corpus, shown: Choice) -> None:
    st.markdown(f"**{t('generate-heads')}**")
    L, H, T = shown.weights.shape
    if not L:
        st.info(t("generate-no-attention"))
        return
    rows = shown.weights.reshape(L * H, T)  # (L, H, T) -> (L*H, T)
    names = list(place_names(wanted.run.model).values())
    labels = token_labels(corpus.vocabulary.decode(shown.seen))
    figure = head_rows(rows, names, labels, HeadRowsWords(t("generate-seen"), t("words-weight")))
    row, most = np.unravel_index(rows.argmax(), rows.shape)
    alt = t("generate-heads-alt", head=names[row], character=labels[most], weight=percent(rows[row, most]))
    picture(figure, "generate-heads", alt, lambda: _heads_table(rows, names, labels), name=t("generate-heads"))
    st.caption(t("generate-heads-look"))


def _heads_table(rows: np.ndarray, names: list[str], labels: list[str]) -> pd.DataFrame:
    columns = [f"{place} {label}" for place, label in enumerate(labels)]
    return pd.DataFrame(rows, index=pd.Index(names, name=t("attention-head")), columns=columns).reset_index()


def _plain(corpus: Corpus, token: int) -> str:
    return plain_in_markdown(token_label(corpus.vocabulary.characters[token]))
