"""Predict first, then see: which head count wins, and which one trains faster?"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gptviz.experiment.experiment import Experiment
from gptviz.experiment.summary import Summary
from gptviz.i18n import listed, t
from gptviz.numbers import signed

SEEN = "seen"  # URL parameter: names the experiment whose results are shown, so a shared link shows them too
SPEEDS = ("faster", "same", "slower")
SAME_SPEED = 0.05  # below this share a change of speed counts as none
NO_DIFFERENCE = "none"


def ask(experiment: Experiment) -> bool:
    """Ask for a guess on both questions of the exercise, and return whether the results may be shown."""
    if st.query_params.get(SEEN) == experiment.id:
        return True
    heads = experiment.design.heads
    st.subheader(t("heads-quiz"), anchor=False)
    with st.form("heads-quiz", border=True):
        _pills("best", experiment.id, t("heads-quiz-best"), [*(str(count) for count in heads), NO_DIFFERENCE])
        if len(heads) > 1:
            _pills("speed", experiment.id, t("heads-quiz-speed", most=heads[-1], fewest=heads[0]), SPEEDS)
        st.form_submit_button(
            t("heads-quiz-see"), type="primary", key="heads-see", on_click=_see, args=(experiment.id,)
        )
    return False


def _pills(name: str, experiment_id: str, question: str, options: Sequence[str]) -> None:
    st.pills(question, options, format_func=_guess_name, key=_key(name, experiment_id), persist_state="session")


def _key(name: str, experiment_id: str) -> str:
    return f"guess_{name}_{experiment_id}"


def _guess_name(guess: str) -> str:
    return f"HEADS {guess}" if guess.isdigit() else t(f"heads-quiz-{guess}")


def _see(experiment_id: str) -> None:
    st.query_params[SEEN] = experiment_id


def draw_answer(experiment: Experiment, summary: Summary) -> None:
    """Compare the learner's guesses with what the results say so far; nothing is drawn where none was made."""
    best, speed = (st.session_state.get(_key(name, experiment.id)) for name in ("best", "speed"))
    if len(summary.rows) < 2:
        return
    if best:
        good = summary.as_good_as_best
        all_good = len(good) == len(summary.rows)
        truth = {NO_DIFFERENCE} if all_good else {str(heads) for heads in good}
        names = listed(f"HEADS {heads}" for heads in good)
        _line(best in truth, t("heads-answer-best", guess=_guess_name(best), good=names, all=int(all_good)))
    if speed:
        fewest, most = summary.rows[0], summary.rows[-1]
        change = most.speed.mean / fewest.speed.mean - 1
        right = speed == ("same" if abs(change) < SAME_SPEED else "faster" if change > 0 else "slower")
        percent = signed(100 * change, 0)
        told = {"guess": _guess_name(speed), "most": most.heads, "fewest": fewest.heads, "percent": percent}
        _line(right, t("heads-answer-speed", **told))


def _line(right: bool, told: str) -> None:
    if right:
        st.success(told, icon=":material/check_circle:")
    else:
        st.warning(told, icon=":material/cancel:")
