"""Follow the teacher: their page and choices go on a stage, and whoever follows is taken there."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import streamlit as st

from gptviz.classroom.classroom import Classroom
from gptviz.classroom.registry import get_classroom
from gptviz.classroom.stage import Scene
from gptviz.i18n import t
from gptviz.ui.owner import is_known, my_owner
from gptviz.ui.part import fresh_part
from gptviz.ui.probe import TEXT
from gptviz.ui.run_in_url import FOLLOW, ON_STAGE, PRESENT

LOOK_EVERY_S = 1.0
# What stays the viewer's: language, theme (which Streamlit keeps) and how large the type is.
_OWN = ("lang", FOLLOW, ON_STAGE, PRESENT)
_FOLLOWED = "followed_version"
DRAWN = "follow_from"  # session key: a page that the browser has, and that may be left
_SHOWN = "stage_shown"  # session key: what this tab has last put on stage
_FOLLOW_SWITCH, _STAGE_SWITCH = "follow-switch", "stage-switch"
# The teacher looks at the class there; whoever follows sees the lesson before it.
_NOT_SHOWN = ("classroom",)


def teacher_here(room: Classroom) -> str | None:
    """Return the owner under which this browser is a teacher's; None: it is not."""
    return my_owner() if room.is_teacher(my_owner()) else None


def go_along(page: str, files: Mapping[str, str]) -> None:
    """Take a follower to where the teacher is; call it before the page draws anything.

    Args:
        page: Key of this page.
        files: Of all pages, by their keys.
    """
    room, state = get_classroom(), st.session_state
    if room is None:
        return
    state.setdefault(FOLLOW, st.query_params.get(FOLLOW) == "1")
    scene = room.stage.scene
    if not state[FOLLOW] or not is_known() or teacher_here(room) or state.get(_FOLLOWED) == scene.version:
        return
    if scene.page is not None and scene.page != page:
        # A page that is left before it is drawn leaves Streamlit's browser side in disorder, and the follower with an
        # empty page. So it is drawn first, and its timer takes the follower on.
        if state.pop(DRAWN, None) != page:
            return
        own = {name: st.query_params[name] for name in _OWN if name in st.query_params}
        st.switch_page(files[scene.page], query_params=own)
    state[_FOLLOWED] = scene.version
    if scene.page == page:
        _take_choices(scene)


def draw_class_switches(page: str) -> None:
    """Draw what a class has in the sidebar: students follow or do not, a teacher is on stage or not.

    Args:
        page: Key of this page.
    """
    room = get_classroom()
    if room is None:
        return
    teacher = teacher_here(room)
    if teacher is None:
        _draw_follow(room, page)
    else:
        _draw_stage(room, teacher, page)


def _draw_follow(room: Classroom, page: str) -> None:
    state = st.session_state
    state[_FOLLOW_SWITCH] = state[FOLLOW]  # the widget's own state ends with its page
    st.toggle(
        t("classroom-follow"),
        key=_FOLLOW_SWITCH,
        on_change=_switch_follow,
        args=(page,),
        help=t("classroom-follow.help"),
    )
    if not state[FOLLOW]:
        return
    if room.stage.scene.page is None:
        st.caption(t("classroom-follow-nobody"))

    looks = itertools.count()

    def watch() -> None:
        # Its first look is part of the page's own run.
        if next(looks) and st.session_state.get(_FOLLOWED) != room.stage.scene.version:
            st.session_state[DRAWN] = page
            st.rerun()

    fresh_part(watch, LOOK_EVERY_S)


def _switch_follow(page: str) -> None:
    state = st.session_state
    state[DRAWN] = page
    state[FOLLOW] = state[_FOLLOW_SWITCH]
    state.pop(_FOLLOWED, None)
    _in_url(FOLLOW, state[FOLLOW])


def _draw_stage(room: Classroom, teacher: str, page: str) -> None:
    # It stands in the URL: a reload does not end the lesson, and a new tab of the teacher's is not on stage.
    st.session_state[_STAGE_SWITCH] = st.query_params.get(ON_STAGE) == "1"

    def switch() -> None:
        _in_url(ON_STAGE, st.session_state[_STAGE_SWITCH])
        st.session_state.pop(_SHOWN, None)
        if not st.session_state[_STAGE_SWITCH]:
            room.leave_stage(teacher)

    st.toggle(t("classroom-stage"), key=_STAGE_SWITCH, on_change=switch, help=t("classroom-stage.help"))
    if not st.session_state[_STAGE_SWITCH] or page in _NOT_SHOWN:
        return

    # Choices made in parts of a page that draw themselves, such as a click on a map, do not run the page.
    def put_on_stage() -> None:
        choices = {name: value for name, value in st.query_params.to_dict().items() if name not in _OWN}
        # A link opened in another tab is on stage, too: the tab that moved last is shown, the other one keeps quiet.
        if st.session_state.get(_SHOWN) != (page, choices):
            st.session_state[_SHOWN] = page, choices
            room.present(teacher, page, choices)

    fresh_part(put_on_stage, LOOK_EVERY_S)


def _in_url(name: str, value: bool) -> None:
    if value:
        st.query_params[name] = "1"
    else:
        st.query_params.pop(name, None)


def _take_choices(scene: Scene) -> None:
    """Put the scene's choices into the URL, and have the widgets, whose keys are the same names, read them there."""
    for name in {*scene.choices, *st.query_params} - {*_OWN, TEXT}:
        st.session_state.pop(name, None)
        st.query_params.pop(name, None)
        if name in scene.choices:
            st.query_params[name] = scene.choices[name]
    # Of this one Streamlit itself keeps the URL in step with the widget.
    st.session_state[TEXT] = scene.choices.get(TEXT, "")
