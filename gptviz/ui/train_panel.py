"""The live part of the train page: controls, numbers, loss curve, attention maps and the model's own writing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from gptviz.export.tables import curves_table
from gptviz.figures.live_curves import live_curves
from gptviz.i18n import language, t
from gptviz.runs.curves import Curves
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run, RunError, RunView
from gptviz.training.events import Diverged, Finished
from gptviz.ui.classroom_waiting import draw_waiting
from gptviz.ui.live_maps import draw_maps, draw_similarity
from gptviz.ui.messages import explained, show_error
from gptviz.ui.owner import owns
from gptviz.ui.picture import with_menu
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.words import live_curves_words

LOG_STEPS = "log_steps"
SECONDS_UP_TO = 180  # above, a time is told in minutes
SMOOTHED_STEPS = 20  # the train loss shown as a number is the mean of so many batches


def draw_run(run_id: str, probe: str) -> Run:
    """Draw a run as it stands and renew its lease: somebody looks at it.

    Args:
        run_id: Of a run that exists.
        probe: The text on which the attention maps are drawn.

    Returns:
        The run as it was drawn.
    """
    manager = get_manager()
    manager.renew(run_id)
    view = manager.view(run_id)
    # Always the same parts in the same order, also when one of them is empty: nothing below moves to another place.
    with st.container(horizontal=True):
        _controls(view.run)
    with st.container():
        _news(view.run)
    _numbers(view)
    left, right = st.columns(2, gap="medium")
    with left:
        _curves(view)
        _sample(view)
    with right:
        draw_maps(view, probe)
        draw_similarity(view)
    return view.run


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


def _numbers(view: RunView) -> None:
    run = view.run
    key = ("numbers", run.id, run.step, run.status, len(view.curves.evaluation_step), language())
    metrics, told = PICTURES.get(key, lambda: _number_texts(view))
    with st.container(horizontal=True):
        for label, value, explanation in metrics:
            st.metric(label, value, help=explanation, width=150)
    st.progress(min(run.step / run.total_steps, 1.0), told)


def _number_texts(view: RunView) -> tuple[list[tuple[str, str, str]], str]:
    """What the numbers say: label, value and explanation of each, and the words of the progress bar."""
    run, curves = view.run, view.curves
    recent = recent_loss(curves)
    loss = f"{recent:.3f}" if recent is not None else "–"
    test_loss_nats = last_test_loss(run, curves)
    test = f"{test_loss_nats:.3f}" if test_loss_nats is not None else "–"
    # The mean of the last steps: one step alone is noisy.
    speed = f"{np.median(curves.tokens_per_second[-SMOOTHED_STEPS:]):,.0f}" if len(curves.step) else "–"
    remaining = _duration(run.remaining_s) if run.remaining_s and not run.ended else "–"
    rate = f"{curves.learning_rate[-1]:.2g}" if len(curves.step) else "–"
    values = {
        "train-loss": loss,
        "train-test-loss": test,
        "train-speed": speed,
        "train-rate": rate,
        "train-remaining": remaining,
    }
    metrics = [(t(message), value, t(f"{message}.help")) for message, value in values.items()]
    status = t(f"runs-status-{run.status}")
    return metrics, t("train-progress", status=status, step=run.step, total=run.total_steps)


def recent_loss(curves: Curves) -> float | None:
    """Return the train loss as it is shown: the mean of the last batches; None before the first."""
    return float(curves.loss_nats[-SMOOTHED_STEPS:].mean()) if len(curves.step) else None


def last_test_loss(run: Run, curves: Curves) -> float | None:
    """Return a run's test loss: over all test windows once it is finished, else the last one on some of them."""
    if isinstance(run.result, Finished):
        return run.result.test_loss_nats
    return float(curves.test_loss_nats[-1]) if len(curves.evaluation_step) else None


def _duration(seconds: float) -> str:
    if seconds < SECONDS_UP_TO:
        return t("train-seconds", seconds=round(seconds))
    return t("train-minutes", minutes=round(seconds / 60))


def _curves(view: RunView) -> None:
    run, curves = view.run, view.curves
    log_steps = bool(st.session_state.get(LOG_STEPS, False))
    key = ("curves", run.id, len(curves.step), len(curves.evaluation_step), log_steps, language())
    spec = PICTURES.get(
        key,
        lambda: live_curves(
            curves.step,
            curves.loss_nats,
            live_curves_words(),
            total_steps=run.total_steps,
            test_steps=curves.evaluation_step,
            test_losses_nats=curves.test_loss_nats,
            learning_rates=curves.learning_rate,
            log_steps=log_steps,
        ),
    )
    alt = told_live(run, curves)
    # Numbers that change under the reader's eyes are no table: it comes when the run has ended.
    table = partial(curves_table, curves)
    with with_menu("live-curves", alt, table, name=t("words-loss")) if run.ended else st.container():
        st.echarts_chart(spec, key="live-curves", height=340, alt=alt)
    st.toggle(t("train-log-steps"), key=LOG_STEPS, persist_state="session")


def told_live(run: Run, curves: Curves) -> str:
    """Return the sentence on what the live curves show."""
    train_nats, test_nats = recent_loss(curves), last_test_loss(run, curves)
    train, test = ("–" if loss is None else f"{loss:.3f}" for loss in (train_nats, test_nats))
    return t("alt-live", step=run.step, train=train, test=test)


def _sample(view: RunView) -> None:
    if not view.samples:
        return
    sample = view.samples[-1]
    st.caption(t("train-sample", step=sample.step))
    # st.code shows a learner's or a model's text as it is: neither Markdown nor HTML nor formulas.
    st.code(sample.prompt + sample.text, language=None, wrap_lines=True, height=150)
