from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gptviz.training.milestones import EVALUATIONS, MOST_SNAPSHOTS, evaluation_steps, snapshot_steps

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


def test_snapshots_are_log_spaced() -> None:
    steps = sorted(snapshot_steps(31_368))
    assert len([step for step in steps if step <= 100]) > len(steps) / 3
    ratios = [later / earlier for earlier, later in pairwise(steps[30:])]
    assert max(ratios) - min(ratios) < 0.02


def test_a_long_run_is_evaluated_about_thirty_times() -> None:
    assert 25 <= len(evaluation_steps(31_368)) <= 30
