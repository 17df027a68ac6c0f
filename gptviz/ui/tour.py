"""The guided tour: seven stations on five pages, told by a bar at the top that can be left and taken up again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import streamlit as st

from gptviz.corpus import probe_text
from gptviz.errors import LearnerError
from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.ui.probe import as_batch
from gptviz.ui.run_in_url import PLACE, RUN, TOUR, link_to
from gptviz.ui.showcase import showcase_run
from gptviz.ui.url_state import asked_choice, drop_choice, set_choice

BLOCK, HEAD, STEP = PLACE
_LEFT_AT = "tour_left_at"  # session key: the last station, also after leaving
_WANTED = "tour_wanted"  # session key: the station that a button asked for, until the page turns to it


@dataclass(frozen=True)
class Station:
    """A stop of the tour.

    Args:
        key: Of its texts, `tour-<key>` and `tour-<key>.look`.
        page: Key of its page.
    """

    key: str
    page: str


STATIONS = (
    Station("loss", "train"),
    Station("grid", "attention"),
    Station("head", "attention"),
    Station("time", "attention"),
    Station("positions", "positions"),
    Station("heads", "heads"),
    Station("turn", "train"),
)


def station_number() -> int | None:
    """Return the station in the URL, from 1; None: no tour is going on."""
    asked = asked_choice(TOUR) or ""
    return int(asked) if asked in {str(number) for number in range(1, len(STATIONS) + 1)} else None


def draw_tour(page: str) -> None:
    """Draw the bar where a tour is going on; call it before a page draws its widgets.

    Args:
        page: Key of the page.
    """
    # A run of the page that gives way to another has forgotten its buttons: what they asked for is noted before.
    if wanted := st.session_state.pop(_WANTED, None):
        _go(wanted, page)
    number = station_number()
    if number is None:
        return
    st.session_state[_LEFT_AT] = number
    if page == "home":
        return  # where a button leads back into the tour
    station = STATIONS[number - 1]
    with st.container(border=True, key="tour"):
        with st.container(horizontal=True, vertical_alignment="center"):
            place = t("tour-place", station=number, stations=len(STATIONS))
            st.markdown(f":small[{place}]  \n**{t(f'tour-{station.key}')}**", width="stretch")
            _draw_buttons(number, page)
        st.markdown(t(f"tour-{station.key}.look") if station.page == page else t("tour-away"))


def offer_tour() -> None:
    """Draw the way into the tour, at the station where this session left it."""
    number = station_number() or st.session_state.get(_LEFT_AT, 1)
    if number > 1:
        label = t("tour-resume", station=number, stations=len(STATIONS))
    else:
        label = t("tour-take")
    st.button(label, icon=":material/tour:", key="tour-take", on_click=_want, args=(number,))


def _draw_buttons(number: int, page: str) -> None:
    if STATIONS[number - 1].page != page:
        _button("tour-return", ":material/undo:", "primary", number)
    else:
        if number > 1:
            _button("tour-back", ":material/arrow_back:", "secondary", number - 1)
        if number < len(STATIONS):
            _button("tour-next", ":material/arrow_forward:", "primary", number + 1)
    leave = "tour-finish" if number == len(STATIONS) else "tour-leave"
    st.button(t(leave), icon=":material/close:", key="tour-leave", type="tertiary", on_click=_leave, args=(number,))


def _button(message: str, icon: str, kind: Literal["primary", "secondary"], number: int) -> None:
    st.button(t(message), icon=icon, type=kind, key=message, on_click=_want, args=(number,))


def _want(number: int) -> None:
    st.session_state[_WANTED] = number


def _leave(number: int) -> None:
    if number == len(STATIONS):
        st.session_state.pop(_LEFT_AT, None)
    drop_choice(TOUR)


def _go(number: int, page: str) -> None:
    """Turn to a station: its page, with its choices in the URL and in the widgets."""
    station = STATIONS[number - 1]
    choices = _choices(station)
    set_choice(TOUR, number)
    if station.page != page:
        # The station's own choices only: a step chosen for one picture says nothing on the next.
        kept = {name: value for name, value in link_to(station.page).items() if name not in PLACE}
        st.switch_page(f"pages/{station.page}.py", query_params={**kept, **choices, TOUR: str(number)})
    for name in PLACE:
        if name in choices:
            set_choice(name, int(choices[name]))
        else:
            drop_choice(name)
    st.rerun()  # links above this bar lead on with the new station


def _choices(station: Station) -> dict[str, str]:
    """Where on its page a station looks."""
    if station.key not in ("head", "time"):
        return {}
    place = _previous_character_head()
    return place | ({STEP: "0"} if station.key == "time" else {})


def _previous_character_head() -> dict[str, str]:
    """Block and head that look most at the previous character, of the run that the page will show."""
    run = _run()
    if run is None or run.model.attention is None:
        return {}
    store = get_manager().store
    steps, corpus = store.snapshot_steps(run.id), store.corpus(run.id)
    if not steps:
        return {}
    tokens = as_batch(corpus, probe_text(corpus, run.model.context_size))
    parameters = store.snapshot(run.id, steps[-1]).parameters
    weights = trace(parameters, run.model, tokens).attention_weights[:, 0]  # (L, H, T, T)
    shares = np.diagonal(weights, offset=-1, axis1=2, axis2=3).sum(axis=-1)  # (L, H)
    block, head = np.unravel_index(int(shares.argmax()), shares.shape)
    return {BLOCK: str(block), HEAD: str(head)}


def _run() -> Run | None:
    run_id = st.query_params.get(RUN) or st.session_state.get(RUN)
    if run_id is None:
        return showcase_run()
    try:
        return get_manager().store.run(run_id)
    except LearnerError:
        return None
