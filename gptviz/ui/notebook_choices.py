"""The sidebar of the notebook page: the text, how it is cut into windows, and the sizes of attention."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from gptviz.corpus.bpe import encode_gpt2, gpt2_encoding, piece_label, token_bytes
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.notebook.windows import Windows, cut_windows
from gptviz.ui.messages import show_error
from gptviz.ui.url_state import init_choice

BATCH = 8  # the notebook's
MAX_LENGTHS = range(2, 17)
STRIDES = range(1, 21)
HEADS = (1, 2, 4, 8, 16, 32)
EMBEDDING_SIZES = (64, 128, 256, 512)
OWN = "own"
SAMPLES = {
    "english": (
        "The mice love the rice, and if you turn the words around, the rice loves the mice. The words are still the "
        "same words; only their order is another, and with it who loves whom. A model that is to tell the two apart "
        "must know where each word stands. That is why every token gets a second vector, one for its position, before "
        "attention looks at it. Then each head asks its own question about what came before, and none of them may "
        "look ahead."
    ),
    "chinese": (
        "老鼠爱大米，大米爱老鼠。字还是那些字，次序一换，意思就变了。模型要分清这两句话，就得知道每个字站在哪里。"
        "所以在注意力看到它之前，每个词元都要加上一个表示位置的向量。😀"
    ),
}


@dataclass(frozen=True, eq=False)
class Choices:
    """What the page is about.

    Args:
        ids: (length,) token numbers of the text.
        labels: How each token of the text is written.
        windows: All windows.
        max_length: T.
        stride: Tokens from one window to the next.
        heads: H.
        embedding_size: E.
    """

    ids: NDArray[np.int64]
    labels: list[str]
    windows: Windows
    max_length: int
    stride: int
    heads: int
    embedding_size: int

    @property
    def batch(self) -> NDArray[np.int64]:
        """Return the first 8 windows (B, T), or as many as there are."""
        return self.windows.inputs[:BATCH]

    def window_labels(self, window: int) -> list[str]:
        """Return the labels of a window's T inputs."""
        start = int(self.windows.starts[window])
        return self.labels[start : start + self.max_length]


def choose() -> Choices | None:
    """Draw the choices at the side and return them; None, with a message on the page, while the text cannot be used."""
    with st.sidebar:
        text = _choose_text()
        max_length = st.select_slider("max_length", MAX_LENGTHS, **init_choice("max_length", MAX_LENGTHS, 4))
        stride = st.select_slider(
            "stride", STRIDES, help=t("notebook-stride.help"), **init_choice("stride", STRIDES, 5)
        )
        heads = st.select_slider("HEADS", HEADS, **init_choice("heads", HEADS, 2))
        wiring = init_choice("embedding_size", EMBEDDING_SIZES, 256)
        size = st.select_slider("EMBEDDING_SIZE", EMBEDDING_SIZES, **wiring)
        st.caption(t("notebook-sizes", head_size=size // heads, batch=BATCH))
    if not text:
        st.info(t("notebook-text-empty"))
        return None
    try:
        ids = _encoded(text)
        windows = cut_windows(ids, max_length, stride)
    except LearnerError as error:
        show_error(error)
        return None
    labels = [piece_label(token_bytes(int(token))) for token in ids]
    return Choices(ids, labels, windows, max_length, stride, heads, size)


def _choose_text() -> str:
    names = (*SAMPLES, OWN)
    wiring = init_choice("sample", names, names[0])
    name = st.selectbox(t("notebook-text"), names, format_func=lambda name: t(f"notebook-text-{name}"), **wiring)
    if name == OWN:
        return st.text_area(t("notebook-text-own"), key="text", height=120, bind="query-params")
    with st.expander(t("notebook-text-show")):
        st.text(SAMPLES[name])
    return SAMPLES[name]


def _encoded(text: str) -> NDArray[np.int64]:
    with st.spinner(t("notebook-loading"), show_time=False):
        gpt2_encoding()  # half a second, once
    return encode_gpt2(text)
