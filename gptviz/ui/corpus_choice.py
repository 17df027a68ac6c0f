"""Which text is trained on: tiny Shakespeare, a synthetic language, or the learner's own."""

from __future__ import annotations

import streamlit as st

from gptviz.corpus import CORPUS_NAMES, Corpus, load_corpus, own_corpus
from gptviz.corpus.upload import decode_text
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.ui.messages import show_error

_CHOICE = "corpus_choice"
_PASTED = "corpus_pasted"


def choose_corpus() -> Corpus | None:
    """Draw the choice of text and return it; None, with a message, while there is none that can be used."""
    name = st.selectbox(
        t("settings-corpus"),
        (*CORPUS_NAMES, "own"),
        format_func=lambda name: t(f"corpus-{name}-name"),
        key=_CHOICE,
        persist_state="session",
    )
    try:
        corpus = _own_text() if name == "own" else cached_corpus(name)
    except LearnerError as error:
        show_error(error)
        return None
    if corpus is not None:
        _describe(corpus)
    return corpus


@st.cache_resource(show_spinner=False)
def cached_corpus(name: str) -> Corpus:
    """Return a corpus that is the same for everybody; it is read-only."""
    return load_corpus(name)


def _own_text() -> Corpus | None:
    pasted = st.text_area(
        t("settings-paste"),
        key=_PASTED,
        height=120,
        placeholder=t("settings-paste.placeholder"),
        persist_state="session",
    )
    upload = st.file_uploader(t("settings-upload"), type=["txt"], key="corpus_upload")
    text = decode_text(upload.getvalue()) if upload is not None else pasted
    if not text:
        st.info(t("settings-own-empty"))
        return None
    return _cached_own_corpus(text)


@st.cache_resource(show_spinner=False, max_entries=8)
def _cached_own_corpus(text: str) -> Corpus:
    return own_corpus(text)


def _describe(corpus: Corpus) -> None:
    st.caption(
        t(
            "settings-corpus-described",
            source=t(f"corpus-source-{corpus.source}"),
            characters=corpus.text_length,
            vocabulary=len(corpus.vocabulary),
        )
    )
    st.caption(t(f"corpus-{corpus.name}-about"))
