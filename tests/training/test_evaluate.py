import math

import numpy as np
import pytest
import torch

from gptviz.corpus.windows import windows_at
from gptviz.training.evaluate import CHUNK, chapter_starts, cross_entropies, mean_loss, spread


def test_cross_entropy_is_that_of_torch() -> None:
    generator = np.random.default_rng(0)
    logits = generator.normal(size=(3, 5, 7)) * 10
    targets = generator.integers(7, size=(3, 5))
    theirs = torch.nn.functional.cross_entropy(
        torch.from_numpy(logits).flatten(0, 1), torch.from_numpy(targets).flatten(), reduction="none"
    )
    np.testing.assert_allclose(cross_entropies(logits, targets).ravel(), theirs.numpy(), rtol=1e-12)


def test_large_logits_do_not_overflow() -> None:
    logits = np.array([[[1e4, 0.0]]], dtype=np.float32)
    assert cross_entropies(logits, np.array([[1]])).item() == pytest.approx(1e4)


def test_a_model_that_knows_nothing_has_a_loss_of_log_v() -> None:
    tokens = np.arange(500) % 5
    loss = mean_loss(lambda inputs: np.zeros((*inputs.shape, 5)), tokens, range(0, 400, 4), 8)
    assert loss == pytest.approx(math.log(5))


def test_the_mean_is_over_all_windows_whatever_the_chunks() -> None:
    generator = np.random.default_rng(1)
    tokens = generator.integers(5, size=2000)
    table = generator.normal(size=(5, 5))  # logits that depend on the token alone
    starts = np.arange(CHUNK * 2 + 3) * 4
    inputs, targets = windows_at(tokens, starts, 8)
    assert mean_loss(lambda seen: table[seen], tokens, starts, 8) == pytest.approx(
        cross_entropies(table[inputs], targets).mean()
    )


def test_tiny_shakespeare_is_tested_on_1742_batches_of_4() -> None:
    starts = chapter_starts(np.zeros(111_540, dtype=np.uint16), 32, 4)
    assert len(starts) == 1742 * 4
    assert list(starts[:3]) == [0, 16, 32]


def test_less_than_a_batch_of_test_windows_is_used_whole() -> None:
    assert len(chapter_starts(np.zeros(50, dtype=np.uint16), 8, 64)) == 11


def test_spread_windows_reach_from_the_first_to_the_last() -> None:
    starts = spread(np.zeros(10_000, dtype=np.uint16), 32, 16)
    assert (starts[0], len(starts)) == (0, 16)
    assert starts[-1] == range(0, 10_000 - 33, 16)[-1]
    assert np.ptp(np.diff(starts)) <= 16


def test_a_short_text_gives_each_window_once() -> None:
    assert list(spread(np.zeros(20, dtype=np.uint16), 8, 100)) == [0, 4, 8]
