"""What a head is worth: the model runs on without its output, and the loss on held-out text tells how much it misses.

Two ways to remove a head, which answer different questions:

- zero ablation (Michel et al. 2019, section 2.2): its output becomes 0. What follows was trained on outputs that are
  not near 0, so this can also harm by being unusual;
- mean ablation (Wang et al. 2022, section 2.1): its output becomes its mean over held-out text, the same everywhere. It
  keeps what the head always says and takes away only what it says about this text.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gptviz.analysis.probes import Tokens
from gptviz.analysis.word_order import probabilities
from gptviz.config import ModelConfig
from gptviz.parameters import Parameters
from gptviz.trace import HeadOutputs, trace

Array = NDArray[np.floating]
Kind = Literal["zero", "mean"]
KINDS: tuple[Kind, ...] = ("zero", "mean")
WINDOWS = 16  # of held-out text: enough for a rise of 0.1 nats to stand out from its error
Place = tuple[int, int]  # block and head, from 0


@dataclass(frozen=True)
class Rise:
    """The loss of the same text with and without some heads.

    Args:
        loss_nats: Of the whole model.
        ablated_loss_nats: Without the heads.
        rise_error_nats: Standard error of the rise over the windows; NaN for one window.
    """

    loss_nats: float
    ablated_loss_nats: float
    rise_error_nats: float

    @property
    def rise_nats(self) -> float:
        """How much the heads are worth: ablated loss - loss. Below 0, the model does better without them."""
        return self.ablated_loss_nats - self.loss_nats


class Ablation:
    """One model and one held-out text, to remove heads from: the whole model's run is done once.

    Args:
        parameters: Of the model.
        config: The model, with attention.
        inputs: (B, T) held-out windows, on which loss and mean outputs are measured.
        targets: (B, T) the character that follows each.
    """

    def __init__(self, parameters: Parameters, config: ModelConfig, inputs: Tokens, targets: Tokens) -> None:
        self._parameters, self._config = parameters, config
        self._inputs, self._targets = inputs, targets
        whole = trace(parameters, config, inputs)
        self._losses = window_losses(whole.logits, targets)  # (B,)
        layers = [block.attention.head_outputs for block in whole.blocks if block.attention is not None]
        self._means = [outputs.mean(axis=(0, 2)) for outputs in layers]  # L of (B, H, T, D) -> (H, D)

    def rise(self, heads: Collection[Place], kind: Kind) -> Rise:
        """Return what the held-out loss becomes without some heads.

        Raises:
            IndexError: The model has no such head.
        """
        without = trace(self._parameters, self._config, self._inputs, self.outputs(heads, kind))
        losses = window_losses(without.logits, self._targets)
        rises, windows = losses - self._losses, len(losses)
        error = float(rises.std(ddof=1)) / windows**0.5 if windows > 1 else float("nan")
        return Rise(float(self._losses.mean()), float(losses.mean()), error)

    def importance(self) -> pd.DataFrame:
        """Return the worth of each head, removed alone.

        Heads stand in for each other: what two of them are worth together is not the sum, so redundant heads are worth
        little one by one.

        Returns:
            One row a head, indexed by (`block`, `head`) from 0; for each kind `<kind>_rise_nats` and its standard error
            over windows `<kind>_error_nats`.
        """
        rows = {}
        for place in np.ndindex(self._config.blocks, self._config.heads):
            rises = {kind: self.rise([place], kind) for kind in KINDS}
            rows[place] = {f"{kind}_rise_nats": rise.rise_nats for kind, rise in rises.items()}
            rows[place] |= {f"{kind}_error_nats": rise.rise_error_nats for kind, rise in rises.items()}
        frame = pd.DataFrame.from_dict(rows, orient="index")
        frame.index = pd.MultiIndex.from_tuples(rows, names=["block", "head"])
        return frame

    def next_characters(self, tokens: Tokens, heads: Collection[Place], kind: Kind) -> Array:
        """Return what the model expects after a text, without some heads (none: the whole model).

        Args:
            tokens: (T,) the text.
            heads: Which to remove.
            kind: How.

        Returns:
            (V,) probabilities.
        """
        logits = trace(self._parameters, self._config, tokens[None], self.outputs(heads, kind)).logits  # (1, T, V)
        return probabilities(logits[0, -1].astype(np.float64))

    def outputs(self, heads: Collection[Place], kind: Kind) -> HeadOutputs:
        """Return what stands in for the output of each removed head: 0, or its mean (D,) over texts and positions."""
        if kind == "zero":
            return dict.fromkeys(heads, 0.0)
        return {(block, head): self._means[block][head] for block, head in heads}


def window_losses(logits: Array, targets: Tokens) -> Array:
    """Return the mean cross-entropy of each window in nats, -log p of the next character: (B, T, V), (B, T) -> (B,)."""
    chosen = np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]  # (B, T)
    highest = logits.max(axis=-1)
    log_sums = highest + np.log(np.exp(logits - highest[..., None]).sum(axis=-1, dtype=np.float64))
    return (log_sums - chosen).mean(axis=-1)


def largest_changes(before: Array, after: Array, most: int) -> NDArray[np.integer]:
    """Return the characters whose probability changes most, the largest change first.

    Args:
        before: (V,).
        after: (V,).
        most: How many, at most.
    """
    return np.argsort(-np.abs(after - before), kind="stable")[:most]
