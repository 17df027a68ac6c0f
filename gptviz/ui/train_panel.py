"""The live part of the train page: controls, numbers, loss curve, attention maps and the model's own writing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from gptviz.export.tables import curves_table
from gptviz.i18n import t
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError, RunView
from gptviz.training.events import Diverged, Finished
from gptviz.ui.classroom_waiting import draw_waiting
from gptviz.ui.components.attention_maps import live_maps
from gptviz.ui.components.live import Feed, live_curve, live_numbers, live_sample
from gptviz.ui.live_moment import Moment, maps_of, moment_of
from gptviz.ui.messages import explained, show_error
from gptviz.ui.owner import owns
from gptviz.ui.picture import with_menu

LOG_STEPS = "log_steps"


def draw_run(run_id: str, probe: str, feed: Callable[[Run, str], Feed | None] = lambda run, text: None) -> Run:
    """Draw a run as it stands and renew its lease: somebody looks at it.

    Args:
        run_id: Of a run that exists.
        probe: The text on which the attention maps are drawn.
        feed: Gives, for the run and this text, what keeps the pictures moving from now on; None: nothing does.

    Returns:
        The run as it was drawn.
    """
    manager = get_manager()
    manager.renew(run_id)
    view = manager.view(run_id)
    run, moment = view.run, moment_of(view)
    at = (run.id, run.step)
    # Always the same parts in the same order, also when one of them is empty: nothing below moves to another place.
    with st.container(horizontal=True):
        _controls(run)
    with st.container():
        _news(run)
    live_numbers(moment.numbers, at, key="live-numbers", feed=feed(run, probe))
    left, right = st.columns(2, gap="medium")
    with left:
        _curve(view, moment)
        live_sample(moment.sample, at, key="live-sample")
    with right:
        _maps(view, moment, probe)
    return run


def _controls(run: Run) -> None:
    """Pause, step, resume, stop: for the owner only, and only what is possible now."""
    if run.ended or not owns(run.owner):
        return
    manager = get_manager()
    if run.status == "paused":
        _button("train-resume", ":material/play_arrow:", manager.resume, run)
        _button("train-step", ":material/skip_next:", manager.step, run)
    else:
        _button("train-pause", ":material/pause:", manager.pause, run)
    _button("train-stop", ":material/stop:", manager.stop, run)


def _button(message: str, icon: str, act: Callable[[str, str], None], run: Run) -> None:
    def clicked() -> None:
        try:
            act(run.owner, run.id)
        except RunError as error:
            # The run may have ended between the drawing and the click: the next drawing shows it.
            st.toast(explained(error))

    st.button(t(message), icon=icon, key=message, on_click=clicked)


def _news(run: Run) -> None:
    """What the learner should know about where the run stands."""
    if run.status == "paused" and run.pause_reason in ("idle", "restart", "teacher", "class"):
        st.info(t(f"runs-paused-{run.pause_reason}"), icon=":material/bedtime:")
    elif run.status == "queued":
        draw_waiting(run)
    elif isinstance(run.result, Finished):
        st.success(
            t("train-finished", loss=run.result.test_loss_nats, windows=run.result.windows, seconds=run.training_s),
            icon=":material/check_circle:",
        )
    elif isinstance(run.result, Diverged):
        st.error(t("train-diverged", step=run.result.step, rate=f"{run.result.learning_rate:g}"))
    elif run.failure is not None:
        show_error(run.failure)


def _curve(view: RunView, moment: Moment) -> None:
    run = view.run
    log_steps = bool(st.session_state.get(LOG_STEPS, False))
    # Numbers that change under the reader's eyes are no table: it comes when the run has ended.
    table = partial(curves_table, view.curves)
    menu = with_menu("live-curves", moment.told, table, name=t("words-loss")) if run.ended else st.container()
    with menu:
        live_curve(moment.curve, moment.told, (run.id, run.step), key="live-curves", log_steps=log_steps)
    st.toggle(t("train-log-steps"), key=LOG_STEPS, persist_state="session")


def _maps(view: RunView, moment: Moment, probe: str) -> None:
    if view.latest is None:
        st.skeleton(height=320)
        return
    maps = maps_of(view, probe)
    if maps is None:
        st.info(t("train-no-attention"))
    else:
        live_maps(maps, key="live-maps")
    if moment.similarity is not None:
        live_maps(moment.similarity, key="live-similarity")
