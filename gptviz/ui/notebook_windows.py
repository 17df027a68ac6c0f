"""Windows over the tokens of a text: which token is an input how often, and which one never is."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from gptviz.corpus.bpe import token_bytes
from gptviz.figures.bpe_windows import WindowsWords, windows_picture
from gptviz.i18n import t
from gptviz.ui.notebook_choices import BATCH, Choices
from gptviz.ui.picture import picture
from gptviz.ui.url_state import init_choice

SHOWN_TOKENS = 24  # more columns than that, and their labels touch on a phone


def draw_windows(choices: Choices) -> None:
    """Draw the staircase of windows, what the stride does to the tokens, and all windows and tokens as tables."""
    windows = choices.windows
    place = st.container()  # above the slider that moves it
    shown = _shown_windows(choices)
    first = _choose_first(len(windows.starts) - shown + 1) - 1
    starts = windows.starts[first : first + shown]
    figure = windows_picture(starts, choices.max_length, choices.labels, windows.times_input, _words(), first=first)
    alt = t("notebook-windows-alt", shown=shown, max_length=choices.max_length, stride=choices.stride)
    skipped = int((windows.times_input[starts[0] : starts[-1] + choices.max_length] == 0).sum())
    with place:
        told = t("alt-windows-skipped", picture=alt, skipped=skipped)
        rows = partial(_window_rows, choices, range(first, first + shown))
        picture(figure, "notebook-windows", told, lambda: pd.DataFrame(rows()), name=t("notebook-windows"))
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
    skipped, tokens = len(choices.windows.skipped), len(choices.ids)
    here = t("notebook-stride-skipped", skipped=skipped, tokens=tokens, share=skipped / tokens)
    return t("notebook-stride-skips", stride=stride, max_length=T, gap=gap, here=here)


def _window_rows(choices: Choices, numbers: range) -> list[dict[str, object]]:
    windows, labels, T = choices.windows, choices.labels, choices.max_length
    starts = [int(windows.starts[number]) for number in numbers]
    return [
        {
            t("notebook-picture-window"): number + 1,
            t("notebook-start"): start,
            t("notebook-inputs"): " ".join(map(str, windows.inputs[number])),
            t("notebook-targets"): " ".join(map(str, windows.targets[number])),
            t("notebook-pieces"): " | ".join(labels[start : start + T]),
        }
        for number, start in zip(numbers, starts, strict=True)
    ]


def _draw_tables(choices: Choices) -> None:
    windows, labels = choices.windows, choices.labels
    with st.expander(t("notebook-all-windows")):
        st.dataframe(_window_rows(choices, range(len(windows.starts))), hide_index=True, key="notebook-all-windows")
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
