"""Which text is trained on: tiny Shakespeare, a synthetic language, or the learner's own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from gptviz.corpus import CORPUS_NAMES, Corpus, load_corpus, own_corpus
from gptviz.corpus.upload import MAX_BYTES, decode_text
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.labels import plain_in_markdown
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.messages import show_error
from gptviz.ui.owner import my_owner

MOST_MB = MAX_BYTES // 2**20  # of a text; files of runs may be larger
_CHOICE = "corpus_choice"
_PASTED = "corpus_pasted"
_FILE = "corpus_file"  # a text that came from a file or a run: the widget forgets its file when the page is left


@dataclass(frozen=True)
class _TextFile:
    """A text and where it is from; an empty name: from the run that the page shows."""

    name: str
    text: str


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


def choose_text_of(run: Run) -> None:
    """Choose the text that a run learned; call it before the choice is drawn."""
    st.session_state[_CHOICE] = run.corpus_name if run.corpus_name in CORPUS_NAMES else "own"
    if st.session_state[_CHOICE] == "own":
        corpus = get_manager().store.corpus(run.id)
        text = corpus.vocabulary.decode(np.concatenate([corpus.train, corpus.test]))
        st.session_state[_FILE] = _TextFile("", text)


def _own_text() -> Corpus | None:
    pasted = st.text_area(
        t("settings-paste"),
        key=_PASTED,
        height=120,
        placeholder=t("settings-paste.placeholder"),
        persist_state="session",
    )
    most_mb = min(MOST_MB, get_manager().limits_of(my_owner()).upload_mb)
    upload = st.file_uploader(
        t("settings-upload", most=most_mb), type=["txt"], max_upload_size=most_mb, key="corpus_upload"
    )
    if upload is not None:
        st.session_state[_FILE] = _TextFile(upload.name, decode_text(upload.getvalue()))
    kept: _TextFile | None = st.session_state.get(_FILE)
    if kept is not None and upload is None:
        _describe_kept(kept)
    text = kept.text if kept is not None else pasted
    if not text:
        st.info(t("settings-own-empty"))
        return None
    return _cached_own_corpus(text)


def _describe_kept(kept: _TextFile) -> None:
    name = plain_in_markdown(kept.name) if kept.name else t("settings-own-shown")
    st.caption(t("settings-own-kept", name=name))
    st.button(t("settings-own-forget"), icon=":material/close:", key="corpus-forget", on_click=_forget)


def _forget() -> None:
    st.session_state.pop(_FILE, None)


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
