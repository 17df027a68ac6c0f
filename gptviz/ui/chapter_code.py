"""The lines of our own model that a chapter adds, read from its source: what the page shows is what runs."""

from __future__ import annotations

import inspect
from types import ModuleType

from gptviz import dropout, parameters, trace

# For each chapter: a module, and the beginnings of lines in it.
_LINES: dict[str, list[tuple[ModuleType, str]]] = {
    "token-embedding": [
        (trace, 'token_embeddings = parameters["token_embedding.weight"]'),
        (trace, 'hidden = gelu(_linear(parameters, f"{name}.feed_forward.input"'),
        (trace, 'hidden = _linear(parameters, f"{name}.feed_forward.output"'),
        (trace, 'logits = _linear(parameters, "output"'),
    ],
    "position-embedding": [
        (trace, 'position_embeddings = parameters["position_embedding.weight"]'),
        (trace, "x = token_embeddings if position_embeddings is None"),
    ],
    "self-attention": [
        (trace, "scores = queries @"),
        (trace, "exponentials = "),
        (trace, "weights = exponentials"),
        (trace, "head_outputs = weights @ values"),
        (trace, 'output = _linear(parameters, f"{name}.output"'),
    ],
    "causal": [
        (trace, "past = np.tri("),
        (trace, "seen = past if causal"),
        (trace, "masked = np.where(seen"),
    ],
    "weighted": [
        (trace, 'parts = [f"{name}.{part}"'),
        (trace, "projected = [_linear(parameters, part, x) if settings.projections else x"),
        (parameters, 'shapes |= _linear(f"{name}.attention.{part}"'),
    ],
    "multi-head": [
        (trace, "return x.reshape(B, T, heads"),
        (trace, "return x.transpose(0, 2, 1, 3).reshape(B, T, H * D)"),
    ],
    "residual": [
        (trace, "x = x + attention.output if config.residual"),
        (trace, "x = x + hidden if config.residual"),
    ],
    "layer-norm": [
        (trace, 'attention_input = _layer_norm(parameters, f"{name}.attention_norm"'),
        (trace, 'hidden = _layer_norm(parameters, f"{name}.feed_forward_norm"'),
        (trace, 'x = _layer_norm(parameters, "final_norm"'),
        (trace, "centred = x - x.mean("),
        (trace, "variance = (centred"),
        (trace, "normalised = centred"),
        (trace, 'return normalised * parameters[f"{name}.weight"]'),
    ],
    "dropout": [
        (dropout, "kept = generator.random("),
        (dropout, "return kept.astype("),
    ],
}


def chapter_code(key: str) -> str:
    """Return the lines that a chapter adds, each group below the name of its file.

    Args:
        key: Of a chapter.

    Raises:
        ValueError: A line is not in the source, or not once: the source has changed and the table above has not.
    """
    shown: list[str] = []
    for module, beginning in _LINES[key]:
        file = f"# {module.__name__.replace('.', '/')}.py"
        if file not in shown:
            shown += ["", file] if shown else [file]
        shown.append(_only_line(module, beginning))
    return "\n".join(shown)


def _only_line(module: ModuleType, beginning: str) -> str:
    lines = [line.strip() for line in inspect.getsource(module).splitlines()]
    found = [line for line in lines if line.startswith(beginning)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} lines of {module.__name__} begin with {beginning!r}; there should be one")
    return found[0]
