"""Take a run along: as a file for another gptviz, as a model for PyTorch, as a report to read, as a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from gptviz.export.names import file_name
from gptviz.export.run_file import ENDING, MODEL_ONLY, Contents, export_run, file_bytes
from gptviz.export.tables import csv_bytes, curves_table
from gptviz.i18n import language, t, use_language
from gptviz.numbers import decimals
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.owner import owns
from gptviz.ui.part import part
from gptviz.ui.report_page import make_report
from gptviz.ui.words import run_title

REPORT, TABLE, TENSORS = "text/html", "text/csv", "application/octet-stream"


def draw_export(run: Run, *, expanded: bool = False) -> None:
    """Draw the downloads of a run; nothing is made before somebody presses a button.

    Args:
        run: Any, whoever owns it; it may be training.
        expanded: True: the downloads are in sight at once.
    """
    with st.expander(t("export-title"), icon=":material/download:", expanded=expanded):
        if get_manager().store.state(run.id) is None:
            st.caption(t("export-nothing"))
        else:
            _downloads(run)


@part()
def _downloads(run: Run) -> None:
    store, title = get_manager().store, run_title(run)
    st.markdown(t("export-run-lead"))
    with st.container(horizontal=True, vertical_alignment="center"):
        # Whoever looks at somebody's run sees what the model learned, not the text that its owner brought.
        may = run.corpus_name != "own" or owns(run.owner)
        text = st.checkbox(
            t("export-with-text"), may, key=f"export-text-{run.id}", help=t("export-with-text.help"), disabled=not may
        )
        state = st.checkbox(
            t("export-with-state"), not run.ended, key=f"export-state-{run.id}", help=t("export-with-state.help")
        )
        contents = Contents(text=text and may, state=state)
        size = _size(file_bytes(store, run.id, contents))
        whole = partial(export_run, store, run.id, contents)
        _button("export-run", run, whole, file_name(title, ENDING), TENSORS, size=size)
    st.markdown(t("export-others-lead"))
    with st.container(horizontal=True):
        model = partial(export_run, store, run.id, MODEL_ONLY)
        size = _size(file_bytes(store, run.id, MODEL_ONLY))
        _button("export-model", run, model, file_name(f"{title} {t('export-model-name')}", ENDING), TENSORS, size=size)
        _button("export-report", run, partial(_report, run.id, language()), file_name(title, ".html"), REPORT)
        _button("export-curves", run, partial(_curves, run.id), file_name(title, ".csv"), TABLE)


def _button(message: str, run: Run, make: Callable[[], bytes], name: str, kind: str, **values: str) -> None:
    st.download_button(
        t(message, **values),
        make,  # a function: Streamlit calls it when the button is pressed
        name,
        kind,
        key=f"{message}-{run.id}",
        icon=":material/download:",
        help=t(f"{message}.help"),
        on_click="ignore",
    )


def _report(run_id: str, code: str) -> bytes:
    use_language(code)  # Streamlit calls this in a thread of its own
    return make_report(run_id)


def _curves(run_id: str) -> bytes:
    return csv_bytes(curves_table(get_manager().store.curves(run_id)))


def _size(size_bytes: int) -> str:
    return decimals(size_bytes / 2**20, 1 if size_bytes < 10 * 2**20 else 0)
