"""Windows and batches against the chapters' formula and numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.corpus import Batches, CorpusError, window_starts, windows_at
from gptviz.corpus.windows import shortest_length

SIZES = (st.integers(1, 20), st.integers(1, 9))  # context_size, batch_size


@pytest.mark.parametrize(("length", "windows"), [(1_003_854, 62_739), (111_540, 6_970)])
def test_windows_of_the_exact_file_are_as_many_as_the_chapters_say(length, windows):
    starts = window_starts(length, 32)
    assert len(starts) == windows
    assert starts == range(0, length - 32 - 1, 16)
    assert windows // 4 in (15_684, 1_742)


@given(st.integers(0, 500), st.integers(1, 40), st.none() | st.integers(1, 50))
def test_every_window_and_its_targets_lie_inside_the_text(length, context_size, stride):
    tokens = np.arange(length, dtype=np.uint16)
    starts = window_starts(length, context_size, stride)
    inputs, targets = windows_at(tokens, starts, context_size)
    assert inputs.dtype == targets.dtype == np.int64
    assert inputs.shape == targets.shape == (len(starts), context_size)
    # The tokens are their own positions: a target is the next position.
    assert (targets == inputs + 1).all()
    assert inputs[:, 0].tolist() == list(starts)


@given(st.integers(1, 30), st.integers(1, 40))
def test_the_shortest_length_is_exactly_enough(windows, context_size):
    length = shortest_length(windows, context_size)
    assert len(window_starts(length, context_size)) == windows
    assert len(window_starts(length - 1, context_size)) == windows - 1


@given(st.integers(0, 400), st.integers(0, 3), *SIZES)
def test_batches_in_order_are_the_windows_in_order(extra, epoch, context_size, batch_size):
    tokens = np.arange(shortest_length(batch_size, context_size) + extra)
    batches = Batches(tokens, context_size, batch_size)
    starts = window_starts(len(tokens), context_size)
    assert batches.per_epoch == len(starts) // batch_size
    seen = [batches.at(epoch * batches.per_epoch + step) for step in range(batches.per_epoch)]
    inputs = np.concatenate([tokens for tokens, _ in seen])
    assert inputs[:, 0].tolist() == list(starts)[: batches.per_epoch * batch_size]
    assert all((targets == tokens + 1).all() for tokens, targets in seen)


@given(st.integers(0, 400), st.integers(0, 3), st.integers(0, 2**32 - 1), *SIZES)
def test_a_shuffled_epoch_takes_no_window_twice(extra, epoch, seed, context_size, batch_size):
    tokens = np.arange(shortest_length(batch_size, context_size) + extra)
    batches = Batches(tokens, context_size, batch_size, shuffle=True, seed=seed)
    firsts = [batches.at(epoch * batches.per_epoch + step)[0][:, 0] for step in range(batches.per_epoch)]
    chosen = np.concatenate(firsts).tolist()
    assert len(set(chosen)) == len(chosen) == batches.per_epoch * batch_size
    assert set(chosen) <= set(window_starts(len(tokens), context_size))


@given(st.permutations(range(30)), st.integers(0, 1000))
def test_a_batch_depends_on_seed_and_step_only(order_of_asking, seed):
    tokens = np.arange(300)
    reference = [Batches(tokens, 8, 4, True, seed).at(step)[0] for step in range(30)]
    batches = Batches(tokens, 8, 4, True, seed)
    for step in order_of_asking:
        np.random.seed(step)  # the global generator must not matter either
        assert (batches.at(step)[0] == reference[step]).all()


def test_seeds_and_epochs_shuffle_differently():
    def order(seed, epoch):
        batches = Batches(np.arange(1000), 8, 4, True, seed)
        return [batches.at(epoch * batches.per_epoch + step)[0][:, 0].tolist() for step in range(batches.per_epoch)]

    orders = [order(seed, epoch) for seed in (1, 2) for epoch in (0, 1)]
    assert all(one != other for i, one in enumerate(orders) for other in orders[:i])


def test_too_few_tokens_for_a_batch_say_how_many_are_needed():
    with pytest.raises(CorpusError) as error:
        Batches(np.arange(21), context_size=8, batch_size=4)
    assert error.value.code == "text-too-short"
    assert error.value.values == {"given": 21, "needed": 22}
    assert Batches(np.arange(22), context_size=8, batch_size=4).per_epoch == 1
