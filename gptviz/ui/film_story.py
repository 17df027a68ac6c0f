"""The moments of a film, and what the run tells at them: which snapshots are its frames, losses, samples."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.ui.components.time_machine import Story
from gptviz.ui.snapshots import spread


def settled_steps(run: Run, most: int, subject: Hashable, place: str) -> tuple[int, ...]:
    """Return the steps of a film. While the run trains they stay what they were: what is new follows in letters.

    Args:
        run: With at least one snapshot.
        most: Frames, at least 2.
        subject: Of the film; another one begins anew.
        place: Where on the page it stands.
    """
    steps = spread(get_manager().store.snapshot_steps(run.id), most)
    begun = f"film-{place}"  # session key
    kept = st.session_state.get(begun)
    if not run.ended and kept is not None and kept[0] == subject:
        steps = kept[1]
    st.session_state[begun] = (subject, steps)
    return steps


def steps_after(run: Run, last: int, most: int) -> tuple[int, ...]:
    """Return the steps of the snapshots that training has reached since a film with this last step."""
    return spread([step for step in get_manager().store.snapshot_steps(run.id) if step > last], most)


def story_of(run_id: str, steps: Sequence[int], *, whole: bool = False) -> Story:
    """Return losses and samples to show beside frames.

    Args:
        run_id: Of the run.
        steps: Of the frames.
        whole: True: all there are; False: up to the last of these steps, so that the same steps have the same story.
    """
    store = get_manager().store
    curves, samples = store.curves(run_id), store.samples(run_id)
    if whole:
        return Story(steps, curves, samples)
    count = int(np.searchsorted(curves.evaluation_step, steps[-1], side="right"))
    cut = {name: getattr(curves, name)[:count] for name in ("evaluation_step", "train_loss_nats", "test_loss_nats")}
    return Story(steps, replace(curves, **cut), [sample for sample in samples if sample.step <= steps[-1]])
