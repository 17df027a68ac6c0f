"""Can the picture be trusted? The checks of `gptviz.analysis.checks` in words, with the numbers that they measured."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gptviz.analysis.checks import Check, attention_checks
from gptviz.corpus import Corpus
from gptviz.i18n import t
from gptviz.numbers import rough
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.probe import as_batch
from gptviz.ui.shared_pictures import PICTURES
from gptviz.ui.snapshots import chosen_step

MARKS = {True: ":green[**✓**]", False: ":red[**✗**]", None: ":gray[–]"}


def draw_trust(run: Run, corpus: Corpus, probe: str, place: str) -> None:
    """Draw what the checks say of a run at the moment that the page shows; open where one of them fails.

    Args:
        run: With at least one snapshot.
        corpus: Of the run.
        probe: The text that they are made on.
        place: Part of the key: two runs may stand side by side.
    """
    store = get_manager().store
    snapshot = store.snapshot(run.id, chosen_step(store.snapshot_steps(run.id)))
    checks = PICTURES.get(
        ("checks", run.id, snapshot.step, probe),
        lambda: attention_checks(snapshot.parameters, run.model, as_batch(corpus, probe)),
    )
    failed = [check for check in checks if check.passed is False]
    label = t("trust-failed", failed=len(failed)) if failed else t("trust-passed")
    icon = ":material/warning:" if failed else ":material/verified:"
    with st.expander(label, expanded=bool(failed), icon=icon, key=f"trust-{place}"):
        st.caption(t("trust-about", step=snapshot.step))
        draw_checks(checks)


def draw_checks(checks: Sequence[Check]) -> None:
    """Draw one line a check: mark, what must hold, and the number that tells."""
    st.markdown("\n\n".join(f"{MARKS[check.passed]} {_told(check)}" for check in checks))


def _told(check: Check) -> str:
    name = t(f"mistakes-check-{check.name}")
    if check.measured is None:
        return t("mistakes-check-told", name=name, told=t("mistakes-check-unknown"))
    # "rows" counts rows, "leak" positions, and so on: each check says it in its own words.
    measured = t(
        f"mistakes-check-{check.name}.measured",
        measured=number(check.measured),
        expected=number(check.expected),
        places=check.places,
        total=check.total,
    )
    return t("mistakes-check-told", name=f"**{name}**", told=measured)


def number(value: float) -> str:
    """Return a measured number: an exact 0 is "0" and nothing else is, 1 only what rounds to it in seven digits."""
    digits = 2 if abs(value) < 1e-3 else 7 if abs(value - 1) < 1e-3 else 4
    return rough(value, digits)
