"""Windows over the tokens of a text: which token is an input how often, and which one never is."""

from __future__ import annotations

import streamlit as st

from gptviz.corpus.bpe import token_bytes
from gptviz.figures.bpe_windows import WindowsWords, windows_picture
from gptviz.i18n import t
from gptviz.ui.notebook_choices import BATCH, Choices
from gptviz.ui.url_state import init_choice

SHOWN_TOKENS = 24  # more columns than that, and their labels touch on a phone


def draw_windows(choices: Choices) -> None:
    """Draw the staircase of windows, what the stride does to the tokens, and all windows and tokens as tables."""
    windows = choices.windows
    picture = st.container()  # above the slider that moves it
    shown = _shown_windows(choices)
    first = _choose_first(len(windows.starts) - shown + 1) - 1
    starts = windows.starts[first : first + shown]
    figure = windows_picture(starts, choices.max_length, choices.labels, windows.times_input, _words(), first=first)
    alt = t("notebook-windows-alt", shown=shown, max_length=choices.max_length, stride=choices.stride)
    picture.plotly_chart(figure, key="notebook-windows", alt=alt)
    st.markdown(_what_stride_does(choices))
    _draw_numbers(choices)
    if len(windows.starts) < BATCH:
        st.warning(t("notebook-small-batch", windows=len(windows.starts), batch=BATCH))
    _draw_tables(choices)


def _draw_numbers(choices: Choices) -> None:
    windows = choices.windows
    numbers = {
        "tokens": len(choices.ids),
        "windows": len(windows.starts),
        "skipped": len(windows.skipped),
        "left-over": windows.left_over,
    }
    with st.container(horizontal=True):
        for name, number in numbers.items():
            st.metric(t(f"notebook-{name}"), number, help=t(f"notebook-{name}.help"), width="content")


def _shown_windows(choices: Choices) -> int:
    room = 1 + max(0, SHOWN_TOKENS - choices.max_length - 1) // choices.stride
    return min(room, BATCH, len(choices.windows.starts))


def _choose_first(last: int) -> int:
    if last == 1:
        return 1
    return st.slider(t("notebook-first"), 1, last, **init_choice("first", range(1, last + 1), 1))


def _words() -> WindowsWords:
    names = ("token", "window", "input", "target", "times", "never")
    return WindowsWords(**{name: t(f"notebook-picture-{name}") for name in names})


def _what_stride_does(choices: Choices) -> str:
    T, stride, gap = choices.max_length, choices.stride, choices.stride - choices.max_length
    if gap == 0:
        return t("notebook-stride-exact", stride=stride)
    if gap < 0:
        return t("notebook-stride-overlaps", stride=stride, shared=-gap)
    said = t("notebook-stride-skips", stride=stride, max_length=T, gap=gap)
    skipped, tokens = len(choices.windows.skipped), len(choices.ids)
    return said + " " + t("notebook-stride-skipped", skipped=skipped, tokens=tokens, share=skipped / tokens)


def _draw_tables(choices: Choices) -> None:
    windows, labels, T = choices.windows, choices.labels, choices.max_length
    with st.expander(t("notebook-all-windows")):
        rows = [
            {
                t("notebook-picture-window"): number + 1,
                t("notebook-start"): int(start),
                t("notebook-inputs"): " ".join(map(str, windows.inputs[number])),
                t("notebook-targets"): " ".join(map(str, windows.targets[number])),
                t("notebook-pieces"): " | ".join(labels[start : start + T]),
            }
            for number, start in enumerate(windows.starts)
        ]
        st.dataframe(rows, hide_index=True, key="notebook-all-windows")
    with st.expander(t("notebook-all-tokens")):
        st.caption(t("notebook-all-tokens-look"))
        tokens = [
            {
                t("notebook-place"): place,
                t("notebook-number"): int(token),
                t("notebook-piece"): labels[place],
                t("notebook-bytes"): token_bytes(int(token)).hex(" ").upper(),
                t("notebook-times-input"): int(windows.times_input[place]),
                t("notebook-times-target"): int(windows.times_target[place]),
            }
            for place, token in enumerate(choices.ids)
        ]
        st.dataframe(tokens, hide_index=True, key="notebook-all-tokens")
