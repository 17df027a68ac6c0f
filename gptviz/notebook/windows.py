"""The notebook's sliding windows, and the bookkeeping of which token is in how many of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gptviz.errors import LearnerError

Counts = NDArray[np.int64]


class WindowsError(LearnerError):
    """A text cannot be cut into windows of this length."""


@dataclass(frozen=True, eq=False)
class Windows:
    """All windows of a text: each is max_length inputs, and as targets the tokens one further.

    Args:
        inputs: (N, T) token numbers.
        targets: (N, T), the token after each input.
        starts: (N,) where each window begins in the text.
        times_input: (length,) in how many windows each token of the text is an input.
        times_target: (length,) in how many windows it is a target.
    """

    inputs: NDArray[np.int64]
    targets: NDArray[np.int64]
    starts: NDArray[np.int64]
    times_input: Counts
    times_target: Counts

    @property
    def end(self) -> int:
        """Where the last window's inputs end: from here on the text is left over."""
        return int(self.starts[-1]) + self.inputs.shape[1]

    @property
    def skipped(self) -> NDArray[np.int64]:
        """Positions between two windows that are in none of them, as a stride above max_length leaves them."""
        return np.flatnonzero(self.times_input[: self.end] == 0)

    @property
    def left_over(self) -> int:
        """Tokens at the end that no window has as an input; at least 1, as the last token can only be a target."""
        return len(self.times_input) - self.end


def cut_windows(ids: NDArray[np.int64], max_length: int, stride: int) -> Windows:
    """Cut a text as the notebook does: `for start in range(0, len(ids) - max_length, stride)`.

    Args:
        ids: (length,) token numbers.
        max_length: T, tokens of a window, at least 1.
        stride: Tokens from one start to the next, at least 1.

    Raises:
        WindowsError: "windows-none": there is no room for one window and the target after it.
    """
    if len(ids) <= max_length:
        message = f"the text has {len(ids)} tokens; max_length {max_length} needs at least {max_length + 1}"
        raise WindowsError("windows-none", message, given=len(ids), needed=max_length + 1, max_length=max_length)
    starts = np.arange(0, len(ids) - max_length, stride)
    places = starts[:, None] + np.arange(max_length)  # (N, 1) + (T,) -> (N, T)
    return Windows(
        inputs=ids[places],
        targets=ids[places + 1],
        starts=starts,
        times_input=np.bincount(places.ravel(), minlength=len(ids)),
        times_target=np.bincount(places.ravel() + 1, minlength=len(ids)),
    )
