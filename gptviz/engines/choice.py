"""Which engine trains a model faster, as measured."""

from __future__ import annotations

from gptviz.config import ModelConfig, TrainConfig

# Up to this many numbers in the stream of one step (batch x context x embedding), NumPy is at least as fast.
NUMPY_UP_TO = 2**15


def faster_engine(model: ModelConfig, train: TrainConfig) -> str:
    """Return the name of the engine that takes a training step sooner, on one thread.

    In small steps PyTorch spends more time on calling its operations than NumPy does; in large ones its fused
    operations win. Processor time of a NumPy step as a multiple of the torch engine's (AMD EPYC, OpenBLAS with
    AVX-512, torch 2.13; `python -m benchmarks.training_step` measures the first and the fourth row):

    | batch x context x embedding | without LayerNorm and residual | with |
    |---|---|---|
    | 4 x 32 x 64 = 2¹³ | 0.77 | 0.85 |
    | 16 x 32 x 64 = 2¹⁵ | | 0.99 |
    | 4 x 32 x 256 = 2¹⁵ | | 0.98 |
    | 32 x 32 x 64 = 2¹⁶ | 0.93 | 1.03 |
    | 32 x 64 x 128 = 2¹⁸ | | 1.11 |
    | 32 x 64 x 256 = 2¹⁹ | | 1.07 |

    Args:
        model: What is trained.
        train: How; only its batch size matters.
    """
    numbers = train.batch_size * model.context_size * model.embedding_size
    return "numpy" if numbers <= NUMPY_UP_TO else "torch"
