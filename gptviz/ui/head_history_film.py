"""What heads do over training: measured by a worker at each snapshot once, shown by the time machine."""

from __future__ import annotations

import math
from concurrent.futures import Future

import numpy as np
import pandas as pd

from gptviz.analysis.ablation import WINDOWS
from gptviz.analysis.head_history import Moment as HeadMoment
from gptviz.analysis.head_history import head_history, moments
from gptviz.analysis.head_report import HeadReport, head_report
from gptviz.analysis.heads import METRICS, SHARES, uniform_metrics
from gptviz.analysis.probes import head_texts, held_out_windows
from gptviz.i18n import language, t
from gptviz.parameters import initial_parameters
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.components.time_machine import BarLetter, Film, Moment, send_bars
from gptviz.ui.head_words import metric_name, moment_sentence, place_names
from gptviz.ui.later import later
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.snapshots import spread

MOST_SNAPSHOTS = 32  # of a history: closer together, nobody sees the difference
DIGITS = 1


def history_to_come(run: Run) -> Future[pd.DataFrame]:
    """Return the metrics of all heads over the run's snapshots, as `head_history` gives them."""
    steps = spread(get_manager().store.snapshot_steps(run.id), MOST_SNAPSHOTS)

    def measure() -> pd.DataFrame:
        store = get_manager().store
        texts = head_texts(store.corpus(run.id), run.model.context_size)
        snapshots = [(step, store.snapshot(run.id, step).parameters) for step in steps]
        return get_manager().compute(head_history, snapshots, run.model, texts)

    return later(("history", run.id, steps), measure)


def report_to_come(run: Run, step: int) -> Future[HeadReport]:
    """Return what the heads of a run do at one of its snapshots."""

    def measure() -> HeadReport:
        store = get_manager().store
        corpus, size = store.corpus(run.id), run.model.context_size
        parameters = store.snapshot(run.id, step).parameters
        untrained = initial_parameters(run.model, run.train.seed)
        held_out = held_out_windows(corpus.test, size, WINDOWS)
        texts = head_texts(corpus, size)
        return get_manager().compute(head_report, parameters, untrained, run.model, texts, held_out)

    return later(("report", run.id, step), measure)


def send_history(run: Run, film: Film, history: pd.DataFrame, key: str) -> None:
    """Give a time machine its bars and marks.

    Args:
        run: Of the film.
        film: On the page.
        history: Of `history_to_come`.
        key: Of the machine.
    """
    bars, marks = PICTURES.get(("bars", run.id, len(history), language()), lambda: _letter(run, film, history))
    send_bars(film, bars, marks, key=key)


def _letter(run: Run, film: Film, history: pd.DataFrame) -> tuple[BarLetter, list[Moment]]:
    L, H, _ = film.shape
    steps = history.index.unique("step").to_list()
    values = history[list(METRICS)].to_numpy().reshape(len(steps), L, H, len(METRICS))
    texts = head_texts(get_manager().store.corpus(run.id), run.model.context_size)
    T = texts.windows.shape[1]
    largest = {"entropy_bits": max(1.0, math.log2(T)), "mean_distance": max(1.0, T - 1.0)}
    bars = BarLetter(
        steps=steps,
        values=values,
        names=[metric_name(metric) for metric in METRICS],
        helps=[metric_name(metric, "help") for metric in METRICS],
        most=np.array([largest.get(metric, 1.0) for metric in METRICS]),
        alike=uniform_metrics(run.model, texts)[list(METRICS)].to_numpy(dtype=float),
        percent=[metric in SHARES for metric in METRICS],
        digits=DIGITS,
        hint=t("time-bars-look"),
    )
    names = place_names(run.model)
    marks = [Moment(one.step, one.block, one.head, moment_sentence(one, names)) for one in moments_of(run, history)]
    return bars, marks


def moments_of(run: Run, history: pd.DataFrame) -> list[HeadMoment]:
    """Return when heads of a run found what they do; computed once for all who look.

    Args:
        run: Of the history.
        history: Of `history_to_come`.
    """
    return PICTURES.get(("moments", run.id, len(history)), lambda: moments(history))
