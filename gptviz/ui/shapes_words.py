"""The words of the walk: each step described for the model at hand."""

from __future__ import annotations

from gptviz.analysis.attention_steps import STEPS
from gptviz.config import AttentionConfig
from gptviz.i18n import t
from gptviz.ui.components.shapes import Layer, ShapesWords, StepWords
from gptviz.ui.shapes_code import step_code


def shapes_words(layer: Layer) -> ShapesWords:
    """Return the words of the walk through a layer.

    Raises:
        ValueError: The layer has no attention.
    """
    settings = layer.config.attention
    if settings is None:
        raise ValueError("a model without attention has nothing to walk through")
    names = ("title", "back", "next", "hint", "axes", "position", "query", "key", "number", "head", "future", "largest")
    texts = {name: t(f"shapes-{name}") for name in names}
    parts = {name: t(f"shapes-{name.replace('_', '-')}", head=layer.head + 1) for name in ("this_head", "other_heads")}
    return ShapesWords(steps=_steps(layer, settings), **texts, **parts)


def _steps(layer: Layer, settings: AttentionConfig) -> dict[str, StepWords]:
    config, code = layer.config, step_code(settings)
    values = {
        "embedding": config.embedding_size,
        "heads": config.heads,
        "size": config.head_size,
        "head": layer.head + 1,
        "first": layer.head * config.head_size,
        "last": (layer.head + 1) * config.head_size - 1,
        "divisor": config.score_divisor,
    }
    variants = _variants(settings)
    steps = {}
    for step in STEPS:
        message = f"shapes-step-{step}{variants.get(step, '')}"
        lines = code[step]
        steps[step] = StepWords(t(message), t(f"{message}.look", **values), lines.numpy, lines.torch)
    return steps


def _variants(settings: AttentionConfig) -> dict[str, str]:
    """Ends of the names of messages, where a step differs from the book's final attention."""
    variants: dict[str, str] = {}
    if not settings.projections:
        variants |= {"input": "-plain", "project": "-plain"}
    if settings.scale != "head_size":
        variants["scale"] = f"-{settings.scale.replace('_', '-')}"
    if not settings.causal:
        variants["mask"] = "-none"
    if settings.softmax_over == "queries":
        variants["softmax"] = "-queries"
    return variants
