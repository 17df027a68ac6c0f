import numpy as np
import pytest

from gptviz.training.generate import generate


def counting(tokens: np.ndarray) -> np.ndarray:
    """Logits of a model that always says: last token + 1, of 10."""
    logits = np.full((*tokens.shape, 10), -1e9)
    np.put_along_axis(logits, ((tokens + 1) % 10)[..., None], 0.0, axis=-1)
    return logits


def indifferent(tokens: np.ndarray) -> np.ndarray:
    return np.zeros((*tokens.shape, 10))


def test_each_token_is_appended_and_seen_by_the_next() -> None:
    written = generate(counting, np.array([3]), 9, 4, np.random.default_rng(0))
    assert written.tolist() == [4, 5, 6, 7, 8, 9, 0, 1, 2]


def test_the_model_sees_only_the_last_context_size_tokens() -> None:
    seen = []

    def remember(tokens: np.ndarray) -> np.ndarray:
        seen.append(tokens.tolist())
        return counting(tokens)

    generate(remember, np.array([0, 1]), 3, 3, np.random.default_rng(0))
    assert seen == [[[0, 1]], [[0, 1, 2]], [[1, 2, 3]]]


def test_the_same_generator_state_writes_the_same_text() -> None:
    texts = [generate(indifferent, np.array([0]), 50, 8, np.random.default_rng((42, 7))).tolist() for _ in range(2)]
    other = generate(indifferent, np.array([0]), 50, 8, np.random.default_rng((42, 8))).tolist()
    assert texts[0] == texts[1] != other


def test_a_model_with_logits_that_are_not_finite_writes_nothing() -> None:
    def broken(tokens: np.ndarray) -> np.ndarray:
        return np.full((*tokens.shape, 10), np.nan)

    assert generate(broken, np.array([0]), 5, 8, np.random.default_rng(0)).tolist() == []


def test_an_empty_prompt_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        generate(counting, np.array([], dtype=int), 5, 8, np.random.default_rng(0))
