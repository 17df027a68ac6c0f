"""The lines of code of each step, in NumPy and in PyTorch, as they are for a model's kind of attention.

A test runs them one after another and finds the arrays that the page shows.
"""

from __future__ import annotations

from dataclasses import dataclass

from gptviz.config import AttentionConfig


@dataclass(frozen=True)
class StepCode:
    """The lines of one step.

    Args:
        numpy: As in `gptviz.trace`; weights are (out, in).
        torch: The same in PyTorch; `query`, `key`, `value`, `output` are `nn.Linear(E, E)`.
    """

    numpy: str
    torch: str


def step_code(settings: AttentionConfig) -> dict[str, StepCode]:
    """Return the lines of every step for one kind of attention."""
    qkv = "QKV"
    return {
        "input": StepCode("B, T, E = x.shape", "B, T, E = x.shape"),
        "project": _project(settings),
        "split": StepCode(
            "\n".join(f"{name} = {name}.reshape(B, T, H, E // H)" for name in qkv),
            "\n".join(f"{name} = {name}.view(B, T, H, E // H)" for name in qkv),
        ),
        "transpose": StepCode(
            "\n".join(f"{name} = {name}.transpose(0, 2, 1, 3)" for name in qkv),
            "\n".join(f"{name} = {name}.transpose(1, 2)" for name in qkv),
        ),
        "scores": StepCode("scores = Q @ K.swapaxes(-1, -2)", "scores = Q @ K.transpose(-2, -1)"),
        "scale": _scale(settings),
        "mask": _mask(settings),
        "softmax": _softmax(settings),
        "mix": StepCode("heads = weights @ V", "heads = weights @ V"),
        "transpose-back": StepCode("heads = heads.transpose(0, 2, 1, 3)", "heads = heads.transpose(1, 2)"),
        "merge": StepCode("merged = heads.reshape(B, T, E)", "merged = heads.reshape(B, T, E)"),
        "output": StepCode("out = merged @ W_O.T + b_O", "out = output(merged)"),
    }


def _project(settings: AttentionConfig) -> StepCode:
    if not settings.projections:
        return StepCode("Q = K = V = x", "Q = K = V = x")
    return StepCode(
        "\n".join(f"{name} = x @ W_{name}.T + b_{name}" for name in "QKV"), "Q, K, V = query(x), key(x), value(x)"
    )


def _scale(settings: AttentionConfig) -> StepCode:
    if settings.scale == "none":
        return StepCode("scores = scores", "scores = scores")
    size = {"head_size": "(E // H)", "embedding_size": "E"}[settings.scale]
    line = f"scores = scores / {size} ** 0.5"
    return StepCode(line, line)


def _mask(settings: AttentionConfig) -> StepCode:
    if not settings.causal:
        return StepCode("scores = scores", "scores = scores")
    return StepCode(
        "past = np.tri(T, dtype=bool)\nscores = np.where(past, scores, -np.inf)",
        "future = torch.ones(T, T).triu(1).bool()\nscores = scores.masked_fill(future, -torch.inf)",
    )


def _softmax(settings: AttentionConfig) -> StepCode:
    axis = -1 if settings.softmax_over == "keys" else -2
    return StepCode(
        f"exps = np.exp(scores - scores.max({axis}, keepdims=True))\nweights = exps / exps.sum({axis}, keepdims=True)",
        f"weights = scores.softmax(dim={axis})",
    )
