"""The words that figures and components receive, in the visitor's language."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gptviz.axis_words import axis_notes
from gptviz.config import ModelConfig
from gptviz.figures.attention_map import AttentionMapWords
from gptviz.figures.live_curves import LiveCurvesWords
from gptviz.figures.loss_curves import LossCurvesWords
from gptviz.figures.positions import PositionsWords
from gptviz.i18n import t
from gptviz.labels import plain_in_markdown
from gptviz.runs.run import Origin, Run
from gptviz.ui.components.attention_maps import AttentionMapsWords

PIN = "★"
NOTE_SHOWN = 300  # characters of a note below the name of a run
LONGEST_ID = 40  # of another run's id: an imported file can say anything


def block_names(model: ModelConfig) -> list[str]:
    """Return "Block 1", "Block 2", ... of a model."""
    return [t("words-block", number=block + 1) for block in range(model.blocks)]


def head_names(model: ModelConfig) -> list[str]:
    """Return "Head 1", "Head 2", ... of a model."""
    return [t("words-head", number=head + 1) for head in range(model.heads)]


def run_title(run: Run) -> str:
    """Return how a run is called, as plain text, for tables, figures and choices: its name, or what sets it apart."""
    if run.origin is not None and run.origin.kind == "showcase":
        return t("showcase-name")
    if run.name:
        return run.name
    model = run.model
    return t(
        "words-run",
        heads=model.heads,
        embedding=model.embedding_size,
        corpus=t(f"corpus-{run.corpus_name}-name"),
        id=run.id[:4],
    )


def distinct_titles(runs: Sequence[Run]) -> list[str]:
    """Return the titles of runs side by side; where two have the same name, with the start of their ids."""
    titles = [run_title(run) for run in runs]
    return [
        title if titles.count(title) == 1 else f"{title} ({run.id[:4]})"
        for title, run in zip(titles, runs, strict=True)
    ]


def run_name(run: Run) -> str:
    """Return how a run is called, as Markdown for texts, labels of links and headings."""
    return plain_in_markdown(run_title(run))


def live_curves_words() -> LiveCurvesWords:
    """Return the words of the live loss curve."""
    return LiveCurvesWords(
        step=t("words-step"),
        loss_nats=t("words-loss"),
        train=t("words-train"),
        test=t("words-test"),
        learning_rate=t("words-learning-rate"),
        notes=axis_notes(),
    )


def loss_curves_words() -> LossCurvesWords:
    """Return the words of finished loss curves."""
    return LossCurvesWords(
        step=t("words-step"),
        loss_nats=t("words-loss"),
        train=t("words-train"),
        test=t("words-test"),
        notes=axis_notes(),
    )


def attention_map_words() -> AttentionMapWords:
    """Return the words of one head's map."""
    return AttentionMapWords(
        query=t("words-query"), key=t("words-key"), weight=t("words-weight"), row_sum=t("words-row-sum")
    )


def attention_maps_words(model: ModelConfig, title: str, hint: str) -> AttentionMapsWords:
    """Return the words of the grid of all heads."""
    return AttentionMapsWords(
        title=title,
        blocks=block_names(model),
        heads=head_names(model),
        query=t("words-query-short"),
        key=t("words-key-short"),
        weight=t("words-weight"),
        future=t("words-future"),
        hint=hint,
        slider=t("time-slider"),
        step=t("time-step", step="%step%"),
        play=t("words-play"),
        pause=t("words-pause"),
    )


def similarity_maps_words(title: str, hint: str) -> AttentionMapsWords:
    """Return the words of the film of position similarities."""
    return AttentionMapsWords(
        title=title,
        blocks=[""],
        heads=[title],
        query=t("words-position"),
        key=t("words-position"),
        weight=t("words-similarity"),
        future="",
        hint=hint,
        slider=t("time-slider"),
        step=t("time-step", step="%step%"),
        play=t("words-play"),
        pause=t("words-pause"),
    )


def positions_words() -> PositionsWords:
    """Return the words of the pictures of position vectors."""
    names = ("position", "similarity", "norm", "axis", "start", "end", "distance", "measured", "shuffled")
    return PositionsWords(**{name: t(f"words-{name}") for name in names})


def describe_run(run: Run) -> None:
    """Draw which run a page is about: its name and origin where it has them, its settings, its note."""
    model = run.model
    if run.name or run.origin:
        origin = f" · {describe_origin(run.origin)}" if run.origin else ""
        pin = f"{PIN} " if run.pinned else ""
        st.markdown(f"{pin}**{run_name(run)}**{origin}")
    st.caption(
        t(
            "frame-run-described",
            run=run.id,
            heads=model.heads,
            embedding=model.embedding_size,
            context=model.context_size,
            blocks=model.blocks,
            corpus=t(f"corpus-{run.corpus_name}-name"),
            engine=t(f"settings-engine-{run.train.engine}"),
        )
    )
    if run.note:
        shown = run.note if len(run.note) <= NOTE_SHOWN else f"{run.note[:NOTE_SHOWN]}…"
        st.caption(f":material/sticky_note_2: {plain_in_markdown(shown)}")


def describe_origin(origin: Origin) -> str:
    """Return where a run comes from, as Markdown."""
    return t(f"library-origin-{origin.kind}", run=plain_in_markdown(origin.run_id[:LONGEST_ID]), step=origin.step)
