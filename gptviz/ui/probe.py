"""The text on which pictures are drawn: the learner's, or one that suits the corpus."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.corpus import Corpus, probe_text
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.ui.messages import show_error

TEXT = "text"  # session key and URL parameter
LONGEST = 500  # characters: servers refuse URLs that are much longer


def choose_probe(corpus: Corpus, context_size: int) -> str:
    """Draw the box for a text and return a text that the model can read.

    An unusable text stays in the box, with a message that says why; pictures then show the corpus's own text.

    Args:
        corpus: Whose vocabulary the text must keep to.
        context_size: Of the text only the last so many characters are used, and a note says so.

    Returns:
        1 to context_size characters of the vocabulary.
    """
    default = probe_text(corpus, context_size)
    given = st.text_area(
        t("probe-text"),
        key=TEXT,
        height=80,
        max_chars=LONGEST,
        placeholder=default,
        help=t("probe-text.help"),
        bind="query-params",
    )
    if not given:
        return default
    try:
        corpus.vocabulary.encode(given)
    except LearnerError as error:
        show_error(error)
        return default
    if len(given) > context_size:
        st.caption(t("probe-cropped", given=len(given), context=context_size))
    return given[-context_size:]


def as_batch(corpus: Corpus, text: str) -> NDArray[np.int64]:
    """Return the tokens of a text as a batch of one, (1, T)."""
    return corpus.vocabulary.encode(text)[None]
