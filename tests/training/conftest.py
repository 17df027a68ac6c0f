"""A tiny corpus and a tiny model that train in milliseconds."""

import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus

TEXT = "to be, or not to be, that is the question:\nwhether 'tis nobler in the mind to suffer\n" * 12


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return Corpus.from_text("own", "own", TEXT)


@pytest.fixture
def model(corpus: Corpus) -> ModelConfig:
    return ModelConfig(len(corpus.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1, dropout=0.2)


@pytest.fixture(params=["torch", "numpy"])
def train(request: pytest.FixtureRequest) -> TrainConfig:
    return TrainConfig(engine=request.param, batch_size=4, epochs=2, warmup_steps=5, shuffle=True, seed=7)
