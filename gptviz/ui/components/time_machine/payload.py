"""What a time machine is sent: a film once, and letters that are small, late or frequent.

All have the form of `attention_maps.payload`: the length of a header, the header in JSON, then bytes. A film has one
byte a weight: good for two digits, and the browser says so ("≈ 0.12"). Of the one block at the one moment where the
reader stands, a letter brings 16 bits a weight: error below 0.00002, so four digits are shown.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gptviz.figures import theme
from gptviz.labels import NAMED
from gptviz.runs.curves import Curves
from gptviz.training.events import Sample
from gptviz.ui.components.attention_maps.payload import SCALES, packed

FINEST = 65535


@dataclass(frozen=True)
class Story:
    """What a run tells at its moments, beside the pictures.

    Args:
        steps: (F,) of the frames, rising.
        curves: Of the run; of them the evaluations.
        samples: Of the run, in order.
        norms: (F, T), the lengths of the position vectors, on the positions page.
    """

    steps: Sequence[int]
    curves: Curves
    samples: Sequence[Sample]
    norms: NDArray[np.floating] | None = None


def packed_film(
    weights: NDArray[np.floating],
    story: Story,
    labels: Sequence[str],
    *,
    film: str,
    words: dict[str, Any],
    causal: bool = True,
    scale: str = "weight",
    tokens: bool = True,
    awaited: bool = False,
) -> bytes:
    """Pack a film.

    Args:
        weights: (F, L, H, T, T): frames, blocks, heads, queries, keys; 0 to 1, or similarities -1 to 1.
        story: With F steps.
        labels: T labels of tokens, not escaped.
        film: Names the film; letters are addressed to it.
        words: In the reader's language, shown as plain text.
        causal: True: the future is masked and not sent.
        scale: "weight" or "similarity".
        tokens: True: the labels are a text, which is shown too.
        awaited: True: the machine tells the server when it has drawn.

    Raises:
        ValueError: weights are not (F, L, H, T, T) with as many steps and labels.
    """
    if weights.ndim != 5 or len(weights) != len(story.steps) or weights.shape[3:] != (len(labels),) * 2:
        fitting = (len(story.steps), "L", "H", len(labels), len(labels))
        raise ValueError(f"weights have shape {weights.shape}; valid, by steps and labels: {fitting}")
    header = {
        "id": film,
        "labels": list(labels),
        "breaks": [at for at, label in enumerate(labels) if label == NAMED["\n"]],
        "tokens": tokens,
        "awaited": awaited,
        "words": words,
        "lossColors": [theme.TRAIN, theme.TEST],
        **_moments(story),
    }
    return packed(weights, causal=causal, header=header, scale=scale)


def packed_tail(
    weights: NDArray[np.floating], story: Story, *, after: int, causal: bool, scale: str, to: dict[str, Any]
) -> bytes:
    """Pack the frames that training has reached since the film was sent.

    Args:
        weights: (F, L, H, T, T), of the new frames alone; F may be 0.
        story: With the F new steps, and all evaluations and samples.
        after: The last step of the film.
        causal: As of the film.
        scale: As of the film.
        to: The address.
    """
    if causal:
        rows, columns = np.tril_indices(weights.shape[-1])
        weights = weights[..., rows, columns]  # (F, L, H, T*(T+1)/2)
    header = to | {"after": after, **_moments(story)}
    return letter(header, SCALES[scale][0](weights).tobytes())


def packed_exact(weights: NDArray[np.floating], *, causal: bool, scale: str, header: dict[str, Any]) -> bytes:
    """Pack the weights of one block in 16 bits: 65535 sqrt(weight), or 65535 (similarity + 1) / 2.

    Args:
        weights: (H, T, T).
        causal: As of the film.
        scale: As of the film.
        header: Address and place.
    """
    shown = np.nan_to_num(weights, nan=0.0)
    shares = np.sqrt(np.clip(shown, 0, 1)) if scale == "weight" else (np.clip(shown, -1, 1) + 1) / 2
    if causal:
        rows, columns = np.tril_indices(weights.shape[-1])
        shares = shares[..., rows, columns]  # (H, T*(T+1)/2)
    return letter(header, np.rint(shares * FINEST).astype("<u2").tobytes())


def letter(header: dict[str, Any], body: bytes = b"") -> bytes:
    """Pack a header and bytes."""
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    return struct.pack("<I", len(text)) + text + body


def _moments(story: Story) -> dict[str, Any]:
    curves = story.curves
    return {
        "steps": list(story.steps),
        "stepNames": [f"{step:,}" for step in story.steps],
        "curve": {
            "steps": curves.evaluation_step.tolist(),
            "train": finite(curves.train_loss_nats),
            "test": finite(curves.test_loss_nats),
        },
        "samples": [
            {"step": one.step, "stepName": f"{one.step:,}", "text": one.prompt + one.text} for one in story.samples
        ],
        "norms": finite(story.norms) if story.norms is not None else None,
    }


def finite(values: NDArray[np.floating], digits: int = 4) -> list[Any]:
    """Return numbers as JSON has them: rounded, and None for what is not finite; nested as the axes are."""
    rounded = np.round(values, digits).astype(object)
    rounded[~np.isfinite(values)] = None
    as_list: list[Any] = rounded.tolist()
    return as_list
