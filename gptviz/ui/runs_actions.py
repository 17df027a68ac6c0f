"""What can be done with the chosen runs: look, rename, note, pin, train on, throw away, compare, fork."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.runs.library import Library
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.export_panel import draw_export
from gptviz.ui.frame import PAGES
from gptviz.ui.messages import explained
from gptviz.ui.owner import owns
from gptviz.ui.run_in_url import link_to
from gptviz.ui.runs_compare import MOST, compare_runs
from gptviz.ui.runs_fork import offer_fork
from gptviz.ui.runs_trash import throw_away
from gptviz.ui.words import describe_run

_OPENS_A_RUN = ("train", "attention", "shapes", "positions", "generate", "parameters", "mistakes")


def draw_actions(runs: Sequence[Run]) -> None:
    """Draw what can be done with the chosen runs; a hint where none is chosen."""
    if not runs:
        st.caption(t("library-choose"))
        return
    with st.container(border=True):
        if len(runs) == 1:
            _draw_one(runs[0])
        else:
            _draw_several(runs)


def _draw_one(run: Run) -> None:
    describe_run(run)
    with st.container(horizontal=True):
        for page in PAGES:
            if page.key in _OPENS_A_RUN:
                link = {**link_to(page.key), "run": run.id}
                st.page_link(page.file, label=t(f"page-{page.key}"), icon=page.icon, query_params=link, width="content")
    if owns(run.owner):
        _draw_controls(run)
        _draw_name_and_note(run)
    else:
        st.caption(f":material/visibility: {t('frame-viewer')}")
    offer_fork(run)
    draw_export(run)


def _draw_controls(run: Run) -> None:
    manager, library = get_manager(), Library(get_manager())
    with st.container(horizontal=True):
        pin = "library-unpin" if run.pinned else "library-pin"
        _button(
            pin, ":material/keep:", lambda: library.pin(run.owner, run.id, not run.pinned), help_id="library-pin.help"
        )
        if run.active:
            _button("train-pause", ":material/pause:", lambda: manager.pause(run.owner, run.id))
        elif run.status == "paused":
            _button("train-resume", ":material/play_arrow:", lambda: manager.resume(run.owner, run.id))
        if not run.ended:
            _button("train-stop", ":material/stop:", lambda: manager.stop(run.owner, run.id))
        _button("library-delete", ":material/delete:", lambda: throw_away([run]))


def _draw_name_and_note(run: Run) -> None:
    with st.form(f"library-about-{run.id}", border=False):
        left, right = st.columns([1, 2], gap="medium")
        # No max_chars: the browser would drop a paste that is too long without a word; the library says the limit.
        name, note = f"library-name-{run.id}", f"library-note-{run.id}"
        left.text_input(t("library-name"), run.name, key=name)
        right.text_area(
            t("library-note"),
            run.note,
            key=note,
            height=80,
            placeholder=t("library-note.placeholder"),
        )
        left.form_submit_button(
            t("library-save"),
            icon=":material/save:",
            on_click=_tried,
            args=(lambda: _save(run, st.session_state[name], st.session_state[note]),),
        )


def _save(run: Run, name: str, note: str) -> None:
    library = Library(get_manager())
    library.rename(run.owner, run.id, name)
    library.annotate(run.owner, run.id, note)


def _draw_several(runs: Sequence[Run]) -> None:
    mine = [run for run in runs if owns(run.owner)]
    st.markdown(t("library-chosen", count=len(runs)))
    with st.container(horizontal=True):
        _button(
            "library-compare",
            ":material/compare_arrows:",
            lambda: compare_runs(runs),
            disabled=len(runs) > MOST,
            help_id="library-compare.help",
            primary=True,
        )
        if mine:
            _button("library-pin", ":material/keep:", lambda: _pin(mine))
            _button("library-delete", ":material/delete:", lambda: throw_away(mine))


def _pin(runs: Sequence[Run]) -> None:
    for run in runs:
        Library(get_manager()).pin(run.owner, run.id, True)


def _button(
    message: str,
    icon: str,
    act: Callable[[], None],
    *,
    disabled: bool = False,
    help_id: str | None = None,
    primary: bool = False,
) -> None:
    st.button(
        t(message),
        icon=icon,
        key=message,
        on_click=_tried,
        args=(act,),
        disabled=disabled,
        help=t(help_id) if help_id else None,
        type="primary" if primary else "secondary",
    )


def _tried(act: Callable[[], None]) -> None:
    """Do it; where that is not possible any more, say so, and the next drawing shows how things stand."""
    try:
        act()
    except LearnerError as error:
        st.toast(explained(error))
