from gptviz.config import ModelConfig, TrainConfig
from gptviz.engines.choice import faster_engine


def test_small_steps_go_to_numpy_and_large_ones_to_torch():
    chapter = ModelConfig(vocab_size=65)
    assert faster_engine(chapter, TrainConfig(engine="torch")) == "numpy"
    assert faster_engine(chapter, TrainConfig(engine="numpy", batch_size=64)) == "torch"
    assert faster_engine(ModelConfig(vocab_size=65, context_size=256, embedding_size=256), TrainConfig()) == "torch"
