from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gptviz.training.milestones import (
    EVALUATIONS,
    MOST_SNAPSHOTS,
    SAMPLES,
    evaluation_steps,
    sample_steps,
    snapshot_steps,
)

TOTALS = st.integers(1, 10_000_000)


@given(total=TOTALS)
def test_snapshots_are_few_and_include_both_ends(total: int) -> None:
    steps = snapshot_steps(total)
    assert {0, total} <= steps
    assert len(steps) <= MOST_SNAPSHOTS
    assert all(0 <= step <= total for step in steps)


@given(total=TOTALS)
def test_evaluations_are_few_and_include_both_ends(total: int) -> None:
    steps = evaluation_steps(total)
    assert {0, total} <= steps
    assert len(steps) <= EVALUATIONS
    assert all(0 <= step <= total for step in steps)


@given(total=TOTALS)
def test_samples_are_written_at_some_evaluations(total: int) -> None:
    steps = sample_steps(total)
    assert {0, total} <= steps <= evaluation_steps(total)
    assert len(steps) <= SAMPLES


def test_snapshots_are_log_spaced() -> None:
    steps = sorted(snapshot_steps(31_368))
    assert len([step for step in steps if step <= 100]) > len(steps) / 3
    ratios = [later / earlier for earlier, later in pairwise(steps[30:])]
    assert max(ratios) - min(ratios) < 0.02


def test_a_long_run_is_evaluated_twenty_five_times() -> None:
    assert len(evaluation_steps(31_368)) == 25
