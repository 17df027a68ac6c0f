"""Both engines are measured, in turns, and a model of more work is slower."""

from gptviz.config import ModelConfig, TrainConfig
from gptviz.training.speed import engine_speeds


def test_both_engines_are_measured_and_more_work_is_slower():
    train = TrainConfig(batch_size=4)
    small = engine_speeds(ModelConfig(9, context_size=8, embedding_size=8, blocks=1), train, budget_s=0.1)
    large = engine_speeds(ModelConfig(9, context_size=64, embedding_size=128, blocks=4), train, budget_s=0.1)
    assert small.keys() == large.keys() == {"torch", "numpy"}
    assert all(small[engine] > 2 * large[engine] > 0 for engine in small)
