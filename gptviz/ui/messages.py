"""Errors on a page: the learner's language, and nothing they typed can become Markdown, HTML or a formula."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.i18n import explain, t
from gptviz.labels import plain_in_markdown
from gptviz.runs.limits import is_classroom


def show_error(error: LearnerError) -> None:
    """Draw what an error says."""
    st.error(explained(error))


@contextmanager
def telling_errors() -> Iterator[None]:
    """Tell what goes wrong in the callback of a button beside the page, on which a callback cannot draw."""
    try:
        yield
    except LearnerError as error:
        st.toast(explained(error))


def explained(error: LearnerError) -> str:
    """Return what an error says as Markdown; texts among its values show as they are."""
    if error.code == "slice-failed" and is_classroom():
        # What went wrong inside may name folders and the like; the teacher finds it in the log by its number.
        return t("error-slice-failed-hidden", fault=error.values.get("fault", "–"))
    safe = {name: plain_in_markdown(value) if isinstance(value, str) else value for name, value in error.values.items()}
    return explain(type(error)(error.code, error.message, **safe))
