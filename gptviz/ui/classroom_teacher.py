"""The class page as the teacher sees it: how students come in, all runs, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from gptviz.classroom.address import network_address
from gptviz.classroom.classroom import Classroom, Seat
from gptviz.i18n import t
from gptviz.numbers import PASSING_LOSS_DIGITS
from gptviz.runs.registry import get_manager
from gptviz.training.events import Finished
from gptviz.ui.classroom_panel import nickname_of
from gptviz.ui.messages import telling_errors
from gptviz.ui.part import fresh_part
from gptviz.ui.run_in_url import RUN, link_to
from gptviz.ui.words import run_title

LOOK_EVERY_S = 2.0
_RUNS, _PARAMETERS, _CHOSEN = "classroom-limits-runs", "classroom-limits-parameters", "classroom-chosen"
_ROW_PX, _MOST_ROWS = 35, 16


def draw_teacher(room: Classroom, teacher: str) -> None:
    """Draw the teacher's page.

    Args:
        room: The class.
        teacher: The owner under which this browser is a teacher.
    """
    _draw_join()

    # All of it is one part: what can be done with a run depends on what the table shows.
    def overview() -> None:
        seats = room.overview(teacher)
        _draw_all(room, teacher, seats)
        if seats:
            _draw_table(room, seats)
            _draw_one(room, teacher, seats)
        else:
            st.caption(t("classroom-none"))

    fresh_part(overview, LOOK_EVERY_S)
    _draw_limits(room, teacher)


def _draw_join() -> None:
    address = network_address()
    if st.get_option("server.address") == "localhost" or address is None:
        st.warning(t("classroom-join-local"))
        return
    url = f"http://{address}:{st.get_option('server.port')}"
    for message, link in (("classroom-join", url), ("classroom-join-follow", f"{url}/?follow=1")):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(t(message), width="content")
            st.code(link, language=None, width="content")


def _draw_all(room: Classroom, teacher: str, seats: list[Seat]) -> None:
    st.subheader(t("classroom-all"), anchor=False)
    waiting = sum(_waits(seat) for seat in seats)
    training = sum(seat.run.active for seat in seats) - waiting
    with st.container(horizontal=True, vertical_alignment="center"):
        for message, icon, act in (
            ("classroom-pause-all", ":material/pause:", room.pause_all),
            ("classroom-resume-all", ":material/play_arrow:", room.resume_all),
        ):
            st.button(t(message), icon=icon, key=message, help=t(f"{message}.help"), on_click=_trying(act, teacher))
        st.caption(t("classroom-count", training=training, waiting=waiting, all=len(seats)))
    if room.paused:
        st.info(t("classroom-paused"), icon=":material/pause:")


def _draw_table(room: Classroom, seats: list[Seat]) -> None:
    table = pd.DataFrame(
        {
            "who": [_who(room, seat) for seat in seats],
            "run": [run_title(seat.run) for seat in seats],
            "status": [_status(seat) for seat in seats],
            "step": [min(1.0, seat.run.step / seat.run.total_steps) for seat in seats],
            "loss": [_loss(seat) for seat in seats],
            "curve": [list(seat.test_losses_nats) for seat in seats],
        }
    )
    st.dataframe(
        table,
        hide_index=True,
        key="classroom-table",
        row_height=_ROW_PX,
        height=_ROW_PX * (min(len(seats), _MOST_ROWS) + 1) + 3,
        column_config={
            "who": st.column_config.TextColumn(t("classroom-who")),
            "run": st.column_config.TextColumn(t("classroom-run")),
            "status": st.column_config.TextColumn(t("classroom-status")),
            "step": st.column_config.ProgressColumn(t("classroom-step"), format="percent"),
            "loss": st.column_config.NumberColumn(t("classroom-loss"), format=f"%.{PASSING_LOSS_DIGITS}f"),
            "curve": st.column_config.LineChartColumn(t("classroom-curve")),
        },
    )


def _draw_one(room: Classroom, teacher: str, seats: list[Seat]) -> None:
    by_id = {seat.run.id: seat for seat in seats}
    if st.session_state.get(_CHOSEN) not in by_id:
        st.session_state[_CHOSEN] = None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            t("classroom-one"),
            list(by_id),
            format_func=lambda run_id: f"{_who(room, by_id[run_id])} · {run_title(by_id[run_id].run)}",
            key=_CHOSEN,
            placeholder=t("classroom-choose"),
            width=420,
        )
        if chosen is None:
            return
        run = by_id[chosen].run
        if run.active:
            _button("classroom-pause", ":material/pause:", room.pause, teacher, run.id)
        elif not run.ended:
            _button("classroom-resume", ":material/play_arrow:", room.resume, teacher, run.id)
        if not run.ended:
            _button("classroom-stop", ":material/stop:", room.stop, teacher, run.id)
        query = {**link_to("home"), RUN: run.id}
        st.page_link("pages/train.py", label=t("classroom-look"), icon=":material/visibility:", query_params=query)


def _draw_limits(room: Classroom, teacher: str) -> None:
    limits = room.students_limits
    most = get_manager().limits_of(teacher)
    with st.form("classroom-limits"):
        st.markdown(f"**{t('classroom-limits-title')}**")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.number_input(t(_RUNS), 1, most.runs_at_once, limits.runs_at_once, key=_RUNS)
            st.number_input(
                t(_PARAMETERS),
                1000,
                most.parameters,
                limits.parameters,
                step=10_000,
                key=_PARAMETERS,
                help=t(f"{_PARAMETERS}.help"),
            )
            st.form_submit_button(t("classroom-limits-set"), on_click=lambda: _set_limits(room, teacher))


def _set_limits(room: Classroom, teacher: str) -> None:
    state = st.session_state
    room.set_students_limits(teacher, runs_at_once=state[_RUNS], parameters=state[_PARAMETERS])


def _button(message: str, icon: str, act: Callable[[str, str], object], teacher: str, run_id: str) -> None:
    st.button(t(message), icon=icon, key=message, on_click=_trying(act, teacher, run_id))


def _trying(act: Callable[..., object], *arguments: str) -> Callable[[], None]:
    def clicked() -> None:
        with telling_errors():  # the run may have ended between the drawing and the click
            act(*arguments)

    return clicked


def _who(room: Classroom, seat: Seat) -> str:
    return t("classroom-teacher") if room.is_teacher(seat.run.owner) else nickname_of(seat.run.owner)


def _waits(seat: Seat) -> bool:
    return seat.run.status == "queued" and get_manager().waiting(seat.run.id) is not None


def _status(seat: Seat) -> str:
    return t("classroom-waits") if _waits(seat) else t(f"runs-status-{seat.run.status}")


def _loss(seat: Seat) -> float | None:
    if isinstance(seat.run.result, Finished):
        return seat.run.result.test_loss_nats
    return seat.test_losses_nats[-1] if seat.test_losses_nats else None
