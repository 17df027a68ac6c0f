"""The pictures of the attention page: all heads over training, and one of them in numbers.

The film is sent once. Whoever then chooses a head has only the small part of the page drawn anew that depends on it;
what depends on the moment of training is another part, drawn anew when the moment changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from gptviz.corpus import Corpus
from gptviz.export.tables import weights_table
from gptviz.figures.attention_map import attention_map
from gptviz.i18n import language, t
from gptviz.labels import token_labels
from gptviz.runs.run import Run
from gptviz.ui.attention_film import attention_film, follow, weights_at
from gptviz.ui.attention_quiz import QUESTION
from gptviz.ui.components.time_machine import Film, Place, send_exact, send_place, time_machine
from gptviz.ui.head_ablation_panel import draw_head_switches
from gptviz.ui.head_history_film import history_to_come, send_history
from gptviz.ui.head_metrics_panel import draw_head_metrics
from gptviz.ui.later import draw_when_there
from gptviz.ui.live import draw_parts
from gptviz.ui.part import fresh_part, part
from gptviz.ui.picture import picture
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.snapshots import STEP, chosen_step
from gptviz.ui.trust_panel import draw_trust
from gptviz.ui.url_state import asked_choice, drop_choice, init_choice, set_choice
from gptviz.ui.words import attention_map_words, block_names, head_names

BLOCK, HEAD = "block", "head"  # URL parameters and session keys
PLACE, MOMENT = "attention-place", "attention-moment"  # keys of the parts that are drawn anew
DRAWN = "film-drawn"  # session key: the browser has drawn a film


@dataclass(frozen=True)
class Shown:
    """A run on the page.

    Args:
        run: With attention, and at least one snapshot.
        corpus: Of the run.
        probe: The text to look at.
        film: Of the run on the text.
        place: Part of the keys: two runs may stand side by side.
        letters: Where what the machine is sent stands; it takes no room.
        numbers: Where the chosen head stands in numbers.
    """

    run: Run
    corpus: Corpus
    probe: str
    film: Film
    place: str
    letters: DeltaGenerator
    numbers: DeltaGenerator

    @property
    def machine(self) -> str:
        """Key of the time machine."""
        return f"time-{self.place}"


def draw_attention(run: Run, corpus: Corpus, probe: str, place: str) -> Shown:
    """Draw all heads as a film over training, and what each of them does; `draw_place` then adds the chosen one.

    Args:
        run: With attention, and at least one snapshot.
        corpus: Of the run.
        probe: The text to look at.
        place: Part of the keys: two runs may stand side by side.
    """
    film = attention_film(run, corpus, probe, place)
    machine = f"time-{place}"
    _draw_machine(film, machine)
    letters = st.container(gap=None)
    with letters:
        follow(run, corpus, probe, film, machine)
        history = history_to_come(run)
        draw_when_there(history, lambda measured: send_history(run, film, measured, machine), t("head-measuring"))
    st.caption(t("attention-look-for"))
    shown = Shown(run, corpus, probe, film, place, letters, numbers=st.container())
    _draw_moment(shown)
    return shown


def draw_place(shown: Sequence[Shown], choices: DeltaGenerator) -> None:
    """Draw the choice of block and head and what depends on it; of the page this alone is drawn anew by the choice.

    Args:
        shown: The runs on the page, one or two.
        choices: Where the choice stands.
    """
    with shown[0].letters:
        _draw_place(shown, choices)


def go_to(place: Place) -> None:
    """Put the place where the reader has come to rest into the widgets and the URL, and draw what shows it."""
    moment = asked_choice(STEP)
    set_choice(BLOCK, place.block)
    set_choice(HEAD, place.head)
    if place.step is None:
        drop_choice(STEP)
    else:
        set_choice(STEP, place.step)
    draw_parts([PLACE] if asked_choice(STEP) == moment else [PLACE, MOMENT, QUESTION])


def _draw_machine(film: Film, machine: str) -> None:
    """A part of its own that never draws itself: `go_to` names others, so the film does not travel again."""
    fresh_part(lambda: time_machine(film, key=machine, on_place=go_to, on_drawn=_go_on))


def _go_on() -> None:
    """Draw what was held back for the film; once a visit, as the browser has its scripts from then on."""
    held_back = DRAWN not in st.session_state
    st.session_state[DRAWN] = True
    draw_parts([MOMENT] if held_back else [PLACE])


@part(PLACE)
def _draw_place(shown: Sequence[Shown], choices: DeltaGenerator) -> None:
    with choices:
        _choose_head(shown[0].run)
    for one in shown:
        block, head = _selected(one.run)
        step = chosen_step(one.film.steps)
        send_place(one.film, Place(block, head, step if asked_choice(STEP) else None), key=one.machine)
        weights = weights_at(one.run.id, step, one.probe, one.corpus)[block]  # (H, T, T)
        send_exact(one.film, weights, step, block, key=one.machine)
        with one.numbers:
            _draw_numbers(one, block, head, step)


@part(MOMENT)
def _draw_moment(shown: Shown) -> None:
    run, probe, place = shown.run, shown.probe, shown.place
    draw_trust(run, shown.corpus, probe, place)
    if DRAWN not in st.session_state:  # scripts of charts and tables keep a browser busy for a second
        st.caption(f":material/hourglass_top: {t('head-measuring')}")
        return
    step = chosen_step(shown.film.steps)
    draw_head_metrics(run, step, place)
    draw_head_switches(run, step, probe, place)


def _choose_head(run: Run) -> None:
    """Both choices stand in the URL, and a click on a map changes them."""
    for name, count, names in (
        (BLOCK, run.model.blocks, block_names(run.model)),
        (HEAD, run.model.heads, head_names(run.model)),
    ):
        wiring = init_choice(name, range(count), 0)
        st.selectbox(t(f"attention-{name}"), range(count), format_func=names.__getitem__, **wiring)


def _draw_numbers(shown: Shown, block: int, head: int, step: int) -> None:
    numbers = st.expander(t("time-data"), icon=":material/table_chart:", key=f"data-{shown.place}", on_change="rerun")
    if not numbers.open:
        return
    weights = weights_at(shown.run.id, step, shown.probe, shown.corpus)[block, head]  # (T, T)
    labels = token_labels(shown.probe)
    model = shown.run.model
    name = t("attention-one", block=block_names(model)[block], head=head_names(model)[head], step=step)
    most = int(weights[-1].argmax())
    alt = t("attention-alt", query=labels[-1], key=labels[most], weight=float(weights[-1, most]))
    figure = PICTURES.get(
        ("head-map", shown.run.id, step, block, head, shown.probe, language()),
        lambda: attention_map(weights, labels, attention_map_words(), causal=shown.film.causal, row_sums=True),
    )
    with numbers:
        st.subheader(name, anchor=False)
        picture(figure, f"head-{shown.place}", alt, lambda: weights_table(weights, labels).reset_index(), name=name)


def _selected(run: Run) -> tuple[int, int]:
    """The chosen block and head; another run beside may have fewer of them."""
    state = st.session_state
    return min(state[BLOCK], run.model.blocks - 1), min(state[HEAD], run.model.heads - 1)
