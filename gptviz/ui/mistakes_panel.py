"""The parts of the mistakes page: the slip, the guess, and the right and the wrong run side by side."""

from __future__ import annotations

from functools import partial

import streamlit as st

from gptviz.corpus import Corpus
from gptviz.figures.mistakes import SideCurve, pair_curves
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.training.events import Diverged
from gptviz.ui.alternatives import lines_table, told_losses
from gptviz.ui.components.attention_maps import attention_maps
from gptviz.ui.messages import telling_errors
from gptviz.ui.mistakes_answer import distinct_sides, draw_answer, guess_key, mistakes_words
from gptviz.ui.mistakes_cases import BY_KEY, MISTAKES, Mistake
from gptviz.ui.mistakes_runs import STEPS, Side, missing, mistake_of, runs_to_show, sides, start_missing
from gptviz.ui.owner import my_owner, owns
from gptviz.ui.picture import chart
from gptviz.ui.probe import as_batch
from gptviz.ui.run_in_url import link_to, select_run
from gptviz.ui.trust_panel import draw_checks
from gptviz.ui.url_state import init_choice
from gptviz.ui.words import attention_maps_words

MISTAKE = "mistake"  # URL parameter and session key
OUTCOMES = ("lower", "same", "higher")


def choose_mistake(shown: Run | None, corpus: Corpus) -> Mistake:
    """Draw the switch and return the mistake; it stands in the URL, and a run of this page knows its own."""
    of_run = mistake_of(shown, corpus) if shown else None
    wiring = init_choice(MISTAKE, list(BY_KEY), (of_run or MISTAKES[0]).key)
    st.radio(t("mistakes-choose"), list(BY_KEY), format_func=lambda key: t(f"mistakes-{key}"), **wiring)
    return BY_KEY[st.session_state[MISTAKE]]


def own_run(mistake: Mistake, corpus: Corpus) -> Run | None:
    """Return the visitor's own run of a mistake, where the URL names none, and put it there: it makes a link."""
    pair = sides(mistake, corpus, runs_to_show(None))
    run = pair[1].run or pair[0].run
    if run is not None:
        select_run(run.id)
    return run


def draw_mistake(mistake: Mistake) -> None:
    """Draw what the slip is, in a sentence and in code."""
    st.subheader(t(f"mistakes-{mistake.key}"), anchor=False)
    st.markdown(t(f"mistakes-{mistake.key}.what"))
    for column, role in zip(st.columns(2, gap="medium"), ("right", "wrong"), strict=True):
        with column:
            st.caption(t(f"mistakes-{role}"))
            st.code(getattr(mistake, role), language="python", wrap_lines=True)


def offer_training(mistake: Mistake, corpus: Corpus, shown: Run | None) -> None:
    """Ask for a guess, and train what is missing of the two runs once it was made.

    Args:
        mistake: The slip.
        corpus: Of both runs.
        shown: The run of the URL.
    """
    guess = st.pills(
        t("mistakes-guess"),
        OUTCOMES,
        format_func=lambda outcome: t(f"mistakes-outcome-{outcome}"),
        key=guess_key(mistake),
        persist_state="session",
    )
    if not missing(mistake, corpus, runs_to_show(shown)):
        return
    count = len(missing(mistake, corpus, runs_to_show(None)))
    names = {role: t(f"mistakes-run-{role}", mistake=t(f"mistakes-{mistake.key}")) for role in ("right", "wrong")}

    def start() -> None:
        with telling_errors():
            select_run(start_missing(mistake, corpus, my_owner(), names))

    with st.container(horizontal=True, vertical_alignment="center"):
        label, icon = t("mistakes-train", runs=count), ":material/rocket_launch:"
        st.button(label, key="mistakes-train", type="primary", icon=icon, disabled=guess is None, on_click=start)
        st.caption(t("mistakes-guess-first") if guess is None else t("mistakes-would", steps=STEPS))


def pace_run(pair: tuple[Side, Side]) -> Run | None:
    """Return the run that decides how often the page is drawn: one that trains, else one that may; None before."""
    runs = sorted((side.run for side in pair if side.run), key=lambda run: (not run.active, run.ended))
    return runs[0] if runs else None


def draw_pair(mistake: Mistake, corpus: Corpus, shown: Run | None, probe: str) -> Run | None:
    """Draw both sides as they stand, renew the lease of their runs, and say who was right once both are done.

    Args:
        mistake: The slip.
        corpus: Of both runs.
        shown: The run of the URL.
        probe: The text of maps and checks.

    Returns:
        The run that decides about the next drawing, as it was drawn.
    """
    pair = sides(mistake, corpus, runs_to_show(shown))
    runs = {side.run.id: side.run for side in pair if side.run}
    for run_id in runs:
        get_manager().renew(run_id)
    _controls(list(runs.values()))
    if runs:
        _draw_curves(pair)
    else:
        st.info(t("mistakes-empty"), icon=":material/arrow_upward:")
    if all(side.run and side.run.ended for side in pair):
        draw_answer(mistake, corpus, pair)
    for column, side in zip(st.columns(2, gap="medium"), pair, strict=True):
        with column:
            _draw_side(side, corpus, probe)
    return pace_run(pair)


def _controls(runs: list[Run]) -> None:
    """Stop and resume both at once, for their owner and as far as it is possible now."""
    manager = get_manager()
    mine = [run for run in runs if owns(run.owner) and not run.ended]
    paused = [run for run in mine if run.status == "paused"]

    def stop() -> None:
        for run in mine:
            manager.stop(run.owner, run.id)

    def resume() -> None:
        for run in paused:
            manager.resume(run.owner, run.id)

    with st.container(horizontal=True):
        if paused:
            st.button(t("train-resume"), key="mistakes-resume", icon=":material/play_arrow:", on_click=resume)
        if mine:
            st.button(t("train-stop"), key="mistakes-stop", icon=":material/stop:", on_click=stop)


def _draw_curves(pair: tuple[Side, Side]) -> None:
    curves = []
    for name, side in distinct_sides(pair):
        if side.run:
            columns = get_manager().store.curves(side.run.id)
            train, test = (columns.step, columns.loss_nats), (columns.evaluation_step, columns.test_loss_nats)
            curves.append(SideCurve(name, side.role == "wrong", *train, *test))
    option = pair_curves(curves, mistakes_words(), total_steps=max(side.run.total_steps for side in pair if side.run))
    lines = [(curve.name, curve.test_steps, curve.test_losses_nats) for curve in curves]
    alt = told_losses(lines)
    table = partial(lines_table, lines, t("words-step"))
    chart(option, "mistakes-curves", alt, table, name=t("words-loss"), height_px=300)
    st.caption(t("mistakes-curves-look"))


def _draw_side(side: Side, corpus: Corpus, probe: str) -> None:
    _, step = side.parameters()
    st.subheader(t("mistakes-side", role=t(f"mistakes-{side.role}"), step=step), anchor=False)
    if side.run is not None:
        _draw_status(side.run)
    plotted, checks = side.look(as_batch(corpus, probe))
    attention = side.model.attention
    attention_maps(
        plotted[:, 0][None],
        token_labels(probe),
        attention_maps_words(side.model, t("attention-overview"), t("train-maps-hint")),
        key=f"mistakes-maps-{side.role}",
        causal=attention is not None and attention.causal,
    )
    draw_checks(checks)
    _draw_sample(side)


def _draw_status(run: Run) -> None:
    status = t(f"runs-status-{run.status}")
    told = t("train-progress", status=status, step=run.step, total=run.total_steps)
    st.progress(min(run.step / run.total_steps, 1.0), told)
    if isinstance(run.result, Diverged):
        st.error(t("mistakes-diverged", step=run.result.step))
    target = {**link_to("attention"), "run": run.id}
    st.page_link("pages/attention.py", label=t("mistakes-look"), icon=":material/grid_on:", query_params=target)


def _draw_sample(side: Side) -> None:
    samples = get_manager().store.samples(side.run.id) if side.run else ()
    if not samples:
        st.caption(t("mistakes-no-sample"))
        return
    st.caption(t("train-sample", step=samples[-1].step))
    # st.code shows a model's text as it is: neither Markdown nor HTML nor formulas.
    st.code(samples[-1].prompt + samples[-1].text, language=None, wrap_lines=True, height=150)
