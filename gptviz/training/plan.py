"""The plan of one run: its batches, learning rates and number of steps, and what is reported at which step."""

from __future__ import annotations

import numpy as np

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.corpus.windows import Batches
from gptviz.engines.engine import Engine
from gptviz.scratch.optim import learning_rate_at
from gptviz.training.evaluate import chapter_starts, mean_loss, spread
from gptviz.training.events import Evaluation, Event, Finished, Sample, Snapshot
from gptviz.training.generate import generate, opening
from gptviz.training.milestones import evaluation_steps, sample_steps, snapshot_steps

TRAIN_WINDOWS, TEST_WINDOWS = 64, 128  # that an evaluation looks at
SAMPLE_LENGTH = 120


def total_steps(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> int:
    """Return how many steps a run takes: epochs times the batches of one, at least 1.

    Raises:
        LearnerError: The text is too short for one batch.
    """
    return Plan(corpus, model, train).total_steps


class Plan:
    """Everything about a run that does not change while it goes on; all of it follows from the three arguments.

    Args:
        corpus: The text.
        model: The model.
        train: Its training.

    Raises:
        LearnerError: The text is too short for one batch.
    """

    def __init__(self, corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
        corpus.check_fits(model.context_size, train.batch_size)
        self._corpus, self._train, self._context_size = corpus, train, model.context_size
        self.batches = Batches(corpus.train, model.context_size, train.batch_size, train.shuffle, train.seed)
        self.total_steps = max(1, round(train.epochs * self.batches.per_epoch))
        self.tokens_per_step = train.batch_size * model.context_size

    def learning_rate(self, step: int) -> float:
        """Return the learning rate of a step, from 0."""
        return learning_rate_at(
            step,
            self.total_steps,
            highest=self._train.learning_rate,
            lowest=self._train.min_learning_rate,
            warmup_steps=self._train.warmup_steps,
        )

    def reports(self, engine: Engine, step: int) -> list[Event]:
        """Return what is to tell of the model after `step` steps: nothing at most steps."""
        due: list[Event] = []
        if step in snapshot_steps(self.total_steps):
            due.append(Snapshot(step, engine.parameters()))
        if step in evaluation_steps(self.total_steps):
            due.append(self._evaluation(engine, step))
        if step in sample_steps(self.total_steps):
            due.append(self._sample(engine, step))
        return due

    def finished(self, engine: Engine, step: int) -> Finished:
        """Return the chapters' test loss: the mean over all test windows but the last partial batch."""
        test = self._corpus.test
        starts = chapter_starts(test, self._context_size, self._train.batch_size)
        return Finished(step, mean_loss(engine.logits, test, starts, self._context_size), len(starts))

    def _evaluation(self, engine: Engine, step: int) -> Evaluation:
        size = self._context_size
        train_starts = spread(self._corpus.train, size, TRAIN_WINDOWS)
        test_starts = spread(self._corpus.test, size, TEST_WINDOWS)
        train_loss = mean_loss(engine.logits, self._corpus.train, train_starts, size)
        test_loss = mean_loss(engine.logits, self._corpus.test, test_starts, size)
        return Evaluation(step, train_loss, test_loss, len(test_starts))

    def _sample(self, engine: Engine, step: int) -> Sample:
        vocabulary = self._corpus.vocabulary
        prompt = opening(self._corpus)
        generator = np.random.default_rng((self._train.seed, step))
        written = generate(engine.logits, prompt, SAMPLE_LENGTH, self._context_size, generator)
        return Sample(step, vocabulary.decode(prompt), vocabulary.decode(written))
