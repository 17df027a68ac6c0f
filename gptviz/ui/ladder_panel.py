"""The parts of the ladder page: the path with its losses, the chosen chapter, its training, all curves together."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from gptviz.axis_words import axis_notes
from gptviz.chapters import CHAPTERS, RECIPE, Chapter, chapter
from gptviz.config import ModelConfig
from gptviz.corpus import Corpus, probe_text
from gptviz.figures.ladder import LadderCurve, LadderRow, LadderWords, ladder_chart, ladder_curves
from gptviz.i18n import t
from gptviz.numbers import count
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.training.plan import total_steps
from gptviz.ui.alternatives import lines_table, told_losses
from gptviz.ui.chapter_code import chapter_code
from gptviz.ui.ladder_runs import Rung, chapter_of, run_of_url, rungs, start_chapter
from gptviz.ui.messages import telling_errors
from gptviz.ui.picture import chart
from gptviz.ui.run_in_url import link_to, select_run
from gptviz.ui.train_panel import draw_run
from gptviz.ui.url_state import init_choice, set_choice

CHAPTER = "chapter"
EPOCHS = "epochs"
LENGTHS = (0.2, 0.5, RECIPE.epochs)
# Chapters of which a learner asks why.
EXPLAINED = ("position-embedding", "self-attention", "causal", "dropout")
_KEYS = [rung.key for rung in CHAPTERS]


def choose_epochs(corpus: Corpus) -> float:
    """Draw the choice of how long chapters train and return it, in epochs."""
    shown = run_of_url()
    of_run = [shown.train.epochs] if shown and chapter_of(shown) else []
    lengths = sorted({*LENGTHS, *of_run})
    wiring = init_choice(EPOCHS, lengths, of_run[0] if of_run else LENGTHS[0])
    steps = {epochs: total_steps(corpus, ModelConfig(2), replace(RECIPE, epochs=epochs)) for epochs in lengths}
    return st.radio(
        t("ladder-length"),
        lengths,
        format_func=lambda epochs: t("ladder-length-option", epochs=epochs, steps=steps[epochs]),
        help=t("ladder-length-help"),
        **wiring,
    )


def draw_ladder(corpus: Corpus, epochs: float) -> list[Rung]:
    """Draw everything that changes while chapters train, and renew the lease of their runs.

    Args:
        corpus: Tiny Shakespeare.
        epochs: Length of the runs that are compared.

    Returns:
        The rungs as they were drawn.
    """
    ladder = rungs(epochs)
    for rung in ladder:
        if rung.run and rung.run.active:
            get_manager().renew(rung.run.id)
    path, picture = st.columns([2, 5], gap="medium")
    with path:
        chosen = _choose_chapter(ladder)
    with picture:
        _draw_losses(ladder, chosen, epochs)
    rung = ladder[chosen.number - 1]
    _draw_chapter(rung, corpus, epochs, ladder)
    _draw_curves(ladder, chosen)
    if rung.run:
        _draw_training(rung.run, chosen, corpus)
    return ladder


def chapter_name(rung: Chapter) -> str:
    """Return "6 Multi-head attention"."""
    return f"{rung.number} {t(f'chapter-{rung.key}')}"


def _choose_chapter(ladder: list[Rung]) -> Chapter:
    trained = {rung.chapter.key: rung.run.id for rung in ladder if rung.run}

    def changed() -> None:
        set_choice(CHAPTER)
        # The link then shows this chapter's run to others too.
        if run_id := trained.get(st.session_state[CHAPTER]):
            select_run(run_id)

    shown = run_of_url()
    of_run = chapter_of(shown) if shown else None
    wiring = init_choice(CHAPTER, _KEYS, of_run.key if of_run else _KEYS[0])
    wiring |= {"on_change": changed, "args": ()}
    st.radio(t("ladder-path"), _KEYS, format_func=lambda key: chapter_name(chapter(key)), **wiring)
    return chapter(st.session_state[CHAPTER])


def _draw_losses(ladder: list[Rung], chosen: Chapter, epochs: float) -> None:
    rows = [
        LadderRow(
            chapter_name(rung.chapter),
            rung.chapter.published_loss,
            rung.chapter.tolerance,
            rung.test_loss_nats,
            rung.comparable,
        )
        for rung in ladder
    ]
    trained = [rung for rung in ladder if rung.run]
    alt = t("ladder-losses-alt", trained=len(trained), chapters=len(ladder))
    words = _words(epochs)
    option, table = ladder_chart(rows, words, chosen.number - 1), partial(_losses_table, rows, words)
    chart(option, "ladder-losses", alt, table, name=words.test_loss_nats, height_px=400)
    st.caption(t("ladder-losses-full") if epochs == RECIPE.epochs else t("ladder-losses-quick", epochs=epochs))


def _losses_table(rows: list[LadderRow], words: LadderWords) -> pd.DataFrame:
    columns = [t("ladder-path"), words.published, words.tolerance, words.ours]
    return pd.DataFrame(
        [(row.name, row.published_nats, row.tolerance_nats, row.ours_nats) for row in rows], columns=columns
    )


def _words(epochs: float) -> LadderWords:
    return LadderWords(
        test_loss_nats=t("heads-loss-axis"),
        step=t("words-step"),
        published=t("ladder-published", epochs=RECIPE.epochs),
        tolerance=t("ladder-tolerance"),
        ours=t("ladder-ours", epochs=RECIPE.epochs),
        ours_partial=t("ladder-ours-partial", epochs=epochs),
        notes=axis_notes(),
    )


def _draw_chapter(rung: Rung, corpus: Corpus, epochs: float, ladder: list[Rung]) -> None:
    """What the chapter adds: in a sentence, in code, in numbers; and the buttons that train it."""
    one = rung.chapter
    st.subheader(t("ladder-chapter", number=one.number, name=t(f"chapter-{one.key}")), anchor=False)
    text, numbers = st.columns([5, 2], gap="medium")
    with text:
        st.markdown(t(f"chapter-{one.key}.adds"))
        st.code(chapter_code(one.key), language="python", wrap_lines=True)
        if one.key in EXPLAINED:
            with st.expander(t(f"ladder-why-{one.key}"), icon=":material/help:"):
                st.markdown(t(f"ladder-why-{one.key}.answer"))
    with numbers:
        loss = t("ladder-loss", loss=one.published_loss, tolerance=one.tolerance)
        st.metric(t("ladder-published", epochs=RECIPE.epochs), loss, help=t("ladder-published-help"))
        st.metric(t("ladder-parameters"), count(one.parameters))
        _offer_training(rung, corpus, epochs, ladder)


def _offer_training(rung: Rung, corpus: Corpus, epochs: float, ladder: list[Rung]) -> None:
    def start_one() -> None:
        # The second click of a double click finds the run of the first.
        if not any(_busy(now) for now in rungs(epochs) if now.chapter is rung.chapter):
            set_choice(CHAPTER, rung.chapter.key)
            with telling_errors():
                select_run(start_chapter(rung.chapter, epochs, corpus))

    def start_missing() -> None:
        with telling_errors():
            for now in rungs(epochs):
                if not _busy(now) and not _done(now):
                    start_chapter(now.chapter, epochs, corpus)

    label = t("ladder-train", number=rung.chapter.number)
    icon = ":material/rocket_launch:"
    st.button(label, key="ladder-train", type="primary", icon=icon, disabled=_busy(rung), on_click=start_one)
    missing = [one for one in ladder if not _busy(one) and not _done(one)]
    label = t("ladder-train-missing", count=len(missing))
    st.button(label, key="ladder-train-missing", icon=":material/stairs:", disabled=not missing, on_click=start_missing)


def _busy(rung: Rung) -> bool:
    return rung.run is not None and not rung.run.ended


def _done(rung: Rung) -> bool:
    return rung.run is not None and rung.run.status == "finished"


def _draw_curves(ladder: list[Rung], chosen: Chapter) -> None:
    curves = []
    for rung in ladder:
        if rung.run is None:
            continue
        columns = get_manager().store.curves(rung.run.id)
        name, is_chosen = chapter_name(rung.chapter), rung.chapter is chosen
        curves.append(
            LadderCurve(rung.chapter.number, name, columns.evaluation_step, columns.test_loss_nats, is_chosen)
        )
    if len(curves) < 2:
        st.info(t("ladder-curves-empty"), icon=":material/arrow_upward:")
        return
    st.subheader(t("ladder-curves"), anchor=False)
    words = _words(RECIPE.epochs)
    lines = [(curve.name, curve.steps, curve.test_losses_nats) for curve in curves]
    alt = told_losses(lines)
    option, table = ladder_curves(curves, words), partial(lines_table, lines, words.step)
    chart(option, "ladder-curves", alt, table, name=t("ladder-curves"), height_px=360)
    st.caption(t("ladder-curves-look"))


def _draw_training(run: Run, chosen: Chapter, corpus: Corpus) -> None:
    st.subheader(t("ladder-training", number=chosen.number), anchor=False)
    if run.model.attention is not None:
        target = {**link_to("attention"), "run": run.id}
        st.page_link("pages/attention.py", label=t("ladder-attention"), icon=":material/grid_on:", query_params=target)
    draw_run(run.id, probe_text(corpus, run.model.context_size))
