"""The class page as students see it: who they are, how to take part, and the teacher's door."""

from __future__ import annotations

import streamlit as st

from gptviz.classroom.classroom import Classroom
from gptviz.classroom.nicknames import nickname
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.ui.messages import explained
from gptviz.ui.owner import my_owner
from gptviz.ui.run_in_url import RUN, link_to

COMMAND = "GPTVIZ_CLASSROOM=1 .venv/bin/streamlit run app.py --server.address 0.0.0.0"
LONGEST_KEY = 200
_KEY, _REFUSED = "classroom-key", "classroom_refused"


def explain_setting() -> None:
    """Say what a class needs, on a server that is not set up for one."""
    st.info(t("classroom-off"), icon=":material/groups:")
    st.code(COMMAND, language="sh", wrap_lines=True)
    st.caption(t("classroom-off-more"))


def nickname_of(owner: str) -> str:
    """Return how an owner is called in class: a colour, an animal and a number."""
    name = nickname(owner)
    return t("classroom-nickname", colour=name.colour, animal=name.animal, number=name.number)


def draw_student(room: Classroom) -> None:
    """Draw the page of somebody who is not the teacher."""
    st.markdown(t("classroom-you", name=nickname_of(my_owner())))
    if room.paused:
        st.info(t("classroom-paused"), icon=":material/pause:")
    with st.container(border=True):
        st.subheader(t("classroom-how"), anchor=False)
        st.markdown(t("classroom-how-follow"))
        st.markdown(t("classroom-how-look"))
        _link_teachers_run(room)
        st.markdown(t("classroom-how-train"))
        st.page_link(
            "pages/train.py", label=t("page-train"), icon=":material/model_training:", query_params=link_to("home")
        )
        limits = room.students_limits
        st.caption(t("classroom-limits", runs=limits.runs_at_once, parameters=limits.parameters))
    _draw_door(room)


def _link_teachers_run(room: Classroom) -> None:
    run_id = room.stage.scene.choices.get(RUN)
    if run_id is None:
        st.caption(t("classroom-no-teachers-run"))
        return
    st.page_link(
        "pages/attention.py",
        label=t("classroom-teachers-run"),
        icon=":material/visibility:",
        query_params={**link_to("home"), RUN: run_id},
    )


def _draw_door(room: Classroom) -> None:
    refused: LearnerError | None = st.session_state.pop(_REFUSED, None)
    with (
        st.expander(t("classroom-teacher-door"), icon=":material/key:", expanded=refused is not None),
        st.form("classroom-door", border=False),
    ):
        st.text_input(
            t("classroom-key"),
            type="password",
            key=_KEY,
            max_chars=LONGEST_KEY,
            help=t("classroom-key.help"),
            autocomplete="off",
        )
        if refused is not None:
            st.error(explained(refused))
        st.form_submit_button(t("classroom-enter"), on_click=_enter, args=(room,))


def _enter(room: Classroom) -> None:
    try:
        room.enter(my_owner(), st.session_state[_KEY], st.context.ip_address or "this computer")
    except LearnerError as error:
        st.session_state[_REFUSED] = error
    st.session_state[_KEY] = ""
