import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gptviz.training.generate import draw, generate, softmax


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


def test_draws_follow_the_probabilities() -> None:
    probabilities = np.array([0.1, 0.0, 0.6, 0.3])
    generator = np.random.default_rng(0)
    counts = np.bincount([draw(probabilities, generator) for _ in range(20_000)], minlength=4)
    assert counts[1] == 0
    # Four standard deviations of a share of 20,000 draws are below 0.014.
    np.testing.assert_allclose(counts / 20_000, probabilities, atol=0.014)


@pytest.mark.parametrize("number", [0.0, 0.5, np.nextafter(1.0, 0.0)])
def test_every_number_of_the_generator_gives_a_token(number: float) -> None:
    class Fixed:
        def random(self) -> float:
            return number

    for probabilities in (np.full(7, 1 / 7), np.array([1.0]), np.full(3, 0.1)):
        token = draw(probabilities, Fixed())  # type: ignore[arg-type]
        assert 0 <= token < len(probabilities)


@given(arrays(np.float32, 5, elements=st.floats(-(2.0**99), 2.0**99, width=32)))
def test_softmax_sums_to_one_and_keeps_the_order(logits: np.ndarray) -> None:
    probabilities = softmax(logits)
    assert probabilities.sum() == pytest.approx(1)
    assert (np.diff(probabilities[np.argsort(logits)]) >= 0).all()


def test_a_model_with_logits_that_are_not_finite_writes_nothing() -> None:
    def broken(tokens: np.ndarray) -> np.ndarray:
        return np.full((*tokens.shape, 10), np.nan)

    assert generate(broken, np.array([0]), 5, 8, np.random.default_rng(0)).tolist() == []


def test_an_empty_prompt_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        generate(counting, np.array([], dtype=int), 5, 8, np.random.default_rng(0))
