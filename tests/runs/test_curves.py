"""Curves: however events arrive, every reader sees the same numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.runs.curves import FIRST_CAPACITY, CurveRecorder, CurveRows
from gptviz.training.events import Evaluation, Sample, Step


def step(number):
    return Step(number, 1.0 / number, number * 1e-3, number * 2.0, number * 3.0)


@given(st.lists(st.integers(0, 400), max_size=8), st.integers(-1, 1500))
def test_the_sizes_of_slices_do_not_show(sizes, after):
    recorder, taken = CurveRecorder(), 0
    for size in sizes:
        recorder.append(CurveRows.of([step(taken + number) for number in range(1, size + 1)]))
        taken += size
    curves = recorder.since(after)
    expected = np.arange(max(after, 0) + 1, taken + 1)
    np.testing.assert_array_equal(curves.step, expected)
    np.testing.assert_array_equal(curves.loss_nats, 1.0 / expected)
    np.testing.assert_array_equal(curves.learning_rate, expected * 1e-3)
    np.testing.assert_array_equal(curves.gradient_norm, expected * 2.0)
    np.testing.assert_array_equal(curves.tokens_per_second, expected * 3.0)


def test_evaluations_are_always_complete():
    recorder = CurveRecorder()
    recorder.append(
        CurveRows.of([Evaluation(0, 4.2, 4.3, 8), Sample(0, "a", "b"), step(1), Evaluation(1, 4.0, 4.1, 8)])
    )
    curves = recorder.since(1)
    assert len(curves.step) == 0
    assert curves.evaluation_step.tolist() == [0, 1]
    assert curves.train_loss_nats.tolist() == [4.2, 4.0]
    assert curves.test_loss_nats.tolist() == [4.3, 4.1]


def test_what_was_read_stays_as_it_was_while_the_table_grows():
    recorder = CurveRecorder()
    recorder.append(CurveRows.of([step(1), step(2)]))
    early = recorder.since(-1)
    recorder.append(CurveRows.of([step(number) for number in range(3, 3 * FIRST_CAPACITY)]))
    assert early.step.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        early.loss_nats[0] = 0.0
