"""Writing text with a model: look at the last characters, turn logits into probabilities, draw, append, repeat."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gptviz.corpus.corpus import Corpus
from gptviz.sampling import draw, softmax

LogitsOf = Callable[[NDArray[np.integer]], NDArray[np.floating]]


def opening(corpus: Corpus) -> NDArray[np.integer]:
    """Return (1,) the token after which a text of the corpus begins, where nothing else is given."""
    # A new line is where speeches, sums and sentences begin; a text in one line begins somewhere.
    vocabulary = corpus.vocabulary
    return vocabulary.encode("\n") if "\n" in vocabulary.characters else corpus.test[:1]


def generate(
    logits_of: LogitsOf, prompt: NDArray[np.integer], length: int, context_size: int, generator: np.random.Generator
) -> NDArray[np.int64]:
    """Write `length` tokens after a prompt (book, section on sampling: crop, softmax, draw).

    Args:
        logits_of: Takes tokens (1, T), gives logits (1, T, V): an engine's or a trace's.
        prompt: (P,) integers, P >= 1.
        length: How many tokens to write, 0 or more.
        context_size: The model sees at most this many of the last tokens.
        generator: Draws; one number a token.

    Returns:
        (length,) the new tokens; fewer when the model's logits are no longer finite: it has nothing more to say.

    Raises:
        ValueError: The prompt is empty.
    """
    if not len(prompt):
        raise ValueError("the prompt is empty; valid: at least one token")
    tokens = [int(token) for token in prompt]
    for _ in range(length):
        seen = np.array([tokens[-context_size:]])  # (1, T)
        probabilities = softmax(logits_of(seen)[0, -1])  # (V,)
        if not np.isfinite(probabilities).all():
            break
        tokens.append(draw(probabilities, generator.random()))
    return np.array(tokens[len(prompt) :], dtype=np.int64)
