"""Sliding windows, against the notebook's loop written out over a list."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.notebook.windows import WindowsError, cut_windows


def by_loop(ids, max_length, stride):
    inputs, targets = [], []
    for start in range(0, len(ids) - max_length, stride):
        inputs.append(ids[start : start + max_length])
        targets.append(ids[start + 1 : start + max_length + 1])
    return inputs, targets


@given(st.lists(st.integers(0, 50_256), min_size=1, max_size=60), st.integers(1, 10), st.integers(1, 20))
def test_windows_targets_and_counts(ids, max_length, stride):
    inputs, targets = by_loop(ids, max_length, stride)
    if not inputs:
        with pytest.raises(WindowsError) as caught:
            cut_windows(np.array(ids), max_length, stride)
        assert caught.value.code == "windows-none"
        assert caught.value.values == {"given": len(ids), "needed": max_length + 1, "max_length": max_length}
        return
    windows = cut_windows(np.array(ids), max_length, stride)
    assert windows.inputs.tolist() == inputs
    assert windows.targets.tolist() == targets
    # Each place counted on its own, from the definition.
    starts = [number * stride for number in range(len(inputs))]
    as_input = [sum(start <= place < start + max_length for start in starts) for place in range(len(ids))]
    as_target = [sum(start < place <= start + max_length for start in starts) for place in range(len(ids))]
    assert windows.times_input.tolist() == as_input
    assert windows.times_target.tolist() == as_target
    end = starts[-1] + max_length
    assert windows.skipped.tolist() == [place for place in range(end) if as_input[place] == 0]
    assert windows.left_over == len(ids) - end >= 1


def test_stride_5_with_max_length_4_skips_every_fifth_token_which_is_still_a_target():
    windows = cut_windows(np.arange(41), 4, 5)
    assert windows.inputs.shape == (8, 4)
    assert windows.skipped.tolist() == [4, 9, 14, 19, 24, 29, 34]
    assert windows.times_target[windows.skipped].tolist() == [1] * 7


@given(st.integers(1, 9), st.integers(1, 9), st.integers(11, 50))
def test_a_stride_skips_exactly_when_it_is_longer_than_a_window(max_length, stride, length):
    windows = cut_windows(np.arange(length), max_length, stride)
    gaps = len(windows.starts) - 1
    assert len(windows.skipped) == gaps * max(0, stride - max_length)
