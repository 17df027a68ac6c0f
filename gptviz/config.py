"""What a model is and how it is trained: frozen dataclasses that refuse bad values with a message.

Every chapter of the book, and every deliberate mistake of the lessons, is a value of `ModelConfig`: there are no
special models. Shapes use one letter an axis: B batch, T time (position), E embedding_size, H heads,
D head_size = E / H, V vocab_size, L blocks.
"""

from __future__ import annotations

import math
import reprlib
from dataclasses import dataclass, field

from gptviz.errors import LearnerError

SCALES = ("head_size", "embedding_size", "none")
SOFTMAX_AXES = ("keys", "queries")
ENGINES = ("torch", "numpy")


class ConfigError(LearnerError):
    """A setting of the model or of training breaks a rule."""


def divisors(embedding_size: int) -> list[int]:
    """Return the head counts that divide an embedding size, in rising order."""
    return [heads for heads in range(1, embedding_size + 1) if embedding_size % heads == 0]


@dataclass(frozen=True)
class AttentionConfig:
    """How one attention layer mixes positions.

    Args:
        projections: True: queries, keys and values come from three Linear layers (chapter 5); False: all are x itself.
        causal: True: a position sees itself and earlier ones only; the weights of later ones are exactly 0.
        scale: The scores are divided by the square root of this: "head_size" (right), "embedding_size", or "none" (1).
        softmax_over: "keys" (right: rows sum to 1) or "queries" (the notebook's fault: columns do, the future leaks).

    Raises:
        ConfigError: scale or softmax_over is not one of the words above.
    """

    projections: bool = True
    causal: bool = True
    scale: str = "head_size"
    softmax_over: str = "keys"

    def __post_init__(self) -> None:
        _check_flags(self, "projections", "causal")
        _check_choice("scale", self.scale, SCALES)
        _check_choice("softmax_over", self.softmax_over, SOFTMAX_AXES)


@dataclass(frozen=True)
class ModelConfig:
    """The GPT: token embedding (+ positions) -> blocks x [attention -> feed-forward] -> output Linear.

    Args:
        vocab_size: V, the number of distinct characters, at least 2.
        context_size: Longest text the model sees at once, in characters, at least 2.
        embedding_size: E, numbers a character is turned into.
        heads: H, attention heads a block; divides embedding_size.
        blocks: L, attention and feed-forward layers one after another, at least 1.
        positions: True: a learned vector for each position is added to the token embedding.
        attention: None: no attention layer at all (chapters 1 and 2).
        residual: True: a shortcut goes around each attention and each feed-forward layer (chapter 7).
        layer_norm: True: LayerNorm (eps 1e-5) before each layer, and one at the end (chapter 8).
        dropout: Share of values set to 0 in training after the embedding and each layer, 0 <= dropout < 1 (chapter 9).

    Raises:
        ConfigError: A size is not a whole number in its range, heads does not divide embedding_size, or dropout is
            out of range.
    """

    vocab_size: int
    context_size: int = 32
    embedding_size: int = 64
    heads: int = 2
    blocks: int = 2
    positions: bool = True
    attention: AttentionConfig | None = field(default_factory=AttentionConfig)
    residual: bool = False
    layer_norm: bool = False
    dropout: float = 0.0

    def __post_init__(self) -> None:
        _check_integer("vocab_size", self.vocab_size, 2, 100_000)
        _check_integer("context_size", self.context_size, 2, 4096)
        _check_integer("embedding_size", self.embedding_size, 1, 4096)
        _check_integer("heads", self.heads, 1, self.embedding_size)
        _check_integer("blocks", self.blocks, 1, 64)
        _check_flags(self, "positions", "residual", "layer_norm")
        _check_number("dropout", self.dropout, 0.0, 1.0, include_high=False)
        if self.attention is not None and not isinstance(self.attention, AttentionConfig):
            raise _refused("not-attention", "attention", self.attention, "AttentionConfig(...), None")
        if self.embedding_size % self.heads:
            valid = ", ".join(str(heads) for heads in divisors(self.embedding_size))
            raise ConfigError(
                "heads-divide",
                f"heads={self.heads} does not divide embedding_size={self.embedding_size}; valid: {valid}",
                heads=self.heads,
                embedding_size=self.embedding_size,
                valid=valid,
            )

    @property
    def head_size(self) -> int:
        """D = E / H, the numbers of each query, key and value vector of one head."""
        return self.embedding_size // self.heads

    @property
    def score_divisor(self) -> float:
        """What the scores Q Kᵀ are divided by (Vaswani et al. 2017, eq. 1: sqrt(D))."""
        scale = self.attention.scale if self.attention else "none"
        size = {"head_size": self.head_size, "embedding_size": self.embedding_size, "none": 1}[scale]
        return math.sqrt(size)


@dataclass(frozen=True)
class TrainConfig:
    """How the model is trained; the defaults are the recipe of the book's chapters.

    Args:
        engine: "torch" or "numpy".
        batch_size: B, windows a step, at least 1.
        epochs: Passes over the training windows, more than 0; a fraction trains on a part.
        learning_rate: Highest learning rate, reached after the warm-up, more than 0.
        min_learning_rate: Lowest one, at the end of the cosine, 0 <= min_learning_rate <= learning_rate.
        warmup_steps: Steps in which the learning rate rises linearly, 0 or more.
        weight_decay: Decoupled decay (AdamW) of parameters with 2 or more dimensions, 0 or more.
        clip_norm: Largest global L2 norm of the gradient, more than 0.
        shuffle: True: batches are drawn from (seed, step); False: windows in the order of the text.
        seed: Of initial values, batches, dropout and samples, 0 <= seed < 2**32.

    Raises:
        ConfigError: A value is out of its range.
    """

    engine: str = "torch"
    batch_size: int = 4
    epochs: float = 2.0
    learning_rate: float = 1e-3
    min_learning_rate: float = 1e-4
    warmup_steps: int = 100
    weight_decay: float = 0.01
    clip_norm: float = 1.0
    shuffle: bool = False
    seed: int = 42

    def __post_init__(self) -> None:
        _check_choice("engine", self.engine, ENGINES)
        _check_integer("batch_size", self.batch_size, 1, 4096)
        _check_number("epochs", self.epochs, 0.0, 1000.0, include_low=False)
        _check_number("learning_rate", self.learning_rate, 0.0, 1000.0, include_low=False)
        _check_number("min_learning_rate", self.min_learning_rate, 0.0, self.learning_rate)
        _check_integer("warmup_steps", self.warmup_steps, 0, 1_000_000)
        _check_number("weight_decay", self.weight_decay, 0.0, 100.0)
        _check_number("clip_norm", self.clip_norm, 0.0, 1e9, include_low=False)
        _check_flags(self, "shuffle")
        _check_integer("seed", self.seed, 0, 2**32 - 1)


def _check_flags(config: object, *names: str) -> None:
    for name in names:
        given = getattr(config, name)
        if not isinstance(given, bool):
            raise _refused("flag", name, given, "True, False")


def _check_choice(name: str, given: object, valid: tuple[str, ...]) -> None:
    if not isinstance(given, str) or given not in valid:
        raise _refused("choice", name, given, ", ".join(valid))


def _check_integer(name: str, given: object, low: int, high: int) -> None:
    # bool is an int to Python; heads=True is a slip, not a 1.
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise _refused("integer", name, given, f"{low} ≤ {name.upper()} ≤ {high}")


def _check_number(
    name: str, given: object, low: float, high: float, *, include_low: bool = True, include_high: bool = True
) -> None:
    # NaN fails every comparison, and infinity the upper one.
    inside = isinstance(given, int | float) and not isinstance(given, bool) and low <= given <= high
    if not inside or (given == low and not include_low) or (given == high and not include_high):
        left, right = "≤" if include_low else "<", "≤" if include_high else "<"
        raise _refused("number", name, given, f"{low:g} {left} {name.upper()} {right} {high:g}")


def _refused(code: str, name: str, given: object, valid: str) -> ConfigError:
    """Return the error of a setting; pages call it by the book's constant, which is its name in capitals."""
    kind = {"integer": "whole numbers, ", "number": "numbers, "}.get(code, "")
    shown = reprlib.repr(given)  # a value from a link or a file can be very long
    message = f"{name}={shown}; valid: {kind}{valid}"
    return ConfigError(code, message, constant=name.upper(), given=shown, valid=valid)
