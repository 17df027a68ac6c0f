"""The book's ladder of chapters and the presets: which switches of the model each one sets, and what it published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.errors import LearnerError

RECIPE = TrainConfig()  # the training recipe that all chapters share: two epochs, batches of 4, in the text's order


class UnknownChapter(LearnerError):
    """There is no chapter of that name."""


@dataclass(frozen=True)
class Chapter:
    """One rung of the ladder; every rung adds one thing to the rung below.

    Args:
        number: 1 to 9.
        key: Its name in the command line, in addresses and in i18n (`chapter-<key>`).
        adds: The switches of `ModelConfig` that it sets anew.
        switches: All that it sets: its own and those of the rungs below.
        published_loss: Test loss in nats after two epochs of `RECIPE` on tiny Shakespeare.
        tolerance: How far our loss may be from it on the same file, in nats.
        numpy_tolerance: The same for the NumPy engine, whose arithmetic is the book's own.
        parameters: Numbers the model learns with tiny Shakespeare's 65 characters.
    """

    number: int
    key: str
    adds: Mapping[str, Any]
    switches: Mapping[str, Any]
    published_loss: float
    tolerance: float
    numpy_tolerance: float
    parameters: int


@dataclass(frozen=True)
class Preset:
    """A model and its training under one name: switches of `ModelConfig`, and a `TrainConfig`."""

    key: str
    switches: Mapping[str, Any]
    train: TrainConfig


_SELF_ATTENTION = AttentionConfig(projections=False, causal=False, scale="embedding_size")

_RUNGS: tuple[tuple[str, dict[str, Any], float, float, float, int], ...] = (
    # key, what it adds, published test loss, tolerance, the NumPy engine's tolerance, parameters
    ("token-embedding", {"heads": 1, "positions": False, "attention": None}, 2.4602, 0.03, 0.03, 74_561),
    ("position-embedding", {"positions": True}, 2.462666325331008, 0.005, 0.0005, 76_609),
    ("self-attention", {"attention": _SELF_ATTENTION}, 2.8728, 0.03, 0.03, 84_929),
    ("causal", {"attention": replace(_SELF_ATTENTION, causal=True)}, 2.0406, 0.03, 0.03, 84_929),
    ("weighted", {"attention": AttentionConfig()}, 1.8934, 0.03, 0.03, 109_889),
    ("multi-head", {"heads": 2}, 1.851641697875394, 0.02, 0.02, 109_889),
    ("residual", {"residual": True}, 1.8086, 0.03, 0.03, 109_889),
    ("layer-norm", {"layer_norm": True}, 1.7889, 0.03, 0.03, 110_529),
    ("dropout", {"dropout": 0.1}, 1.8667, 0.05, 0.05, 110_529),
)


def _climb() -> tuple[Chapter, ...]:
    switches: dict[str, Any] = {}
    ladder = []
    for number, (key, adds, loss, tolerance, numpy_tolerance, parameters) in enumerate(_RUNGS, start=1):
        switches = switches | adds
        views = MappingProxyType(adds), MappingProxyType(switches)
        ladder.append(Chapter(number, key, *views, loss, tolerance, numpy_tolerance, parameters))
    return tuple(ladder)


CHAPTERS = _climb()

# Tuned on tiny Shakespeare for the shortest training to a test loss of 1.85, the multi-head chapter's result.
QUICK = Preset(
    "quick",
    {**CHAPTERS[7].switches, "heads": 4},
    TrainConfig(batch_size=32, epochs=0.65, learning_rate=8e-3, weight_decay=0.3, shuffle=True),
)


def chapter(key: str) -> Chapter:
    """Return a chapter by its key or its number ("multi-head" or "6").

    Raises:
        UnknownChapter: There is none of that name.
    """
    for rung in CHAPTERS:
        if key in (rung.key, str(rung.number)):
            return rung
    valid = ", ".join(rung.key for rung in CHAPTERS)
    raise UnknownChapter("chapter", f"no chapter {key!r}; valid: {valid}", given=key, valid=valid)


def model_config(source: Chapter | Preset, vocab_size: int, **changes: Any) -> ModelConfig:
    """Return the model of a chapter or preset for a vocabulary, with settings changed by the learner.

    Raises:
        ConfigError: The changes break a rule of `ModelConfig`.
    """
    return ModelConfig(vocab_size=vocab_size, **{**source.switches, **changes})
