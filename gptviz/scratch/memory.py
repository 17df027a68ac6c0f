"""Keep the memory of freed arrays for the next ones; without this, up to half of a step goes to fetching it anew."""

from __future__ import annotations

import numpy as np

LARGEST_KEPT_BYTES = 2**25 - 2**16  # just under 32 MB, the largest size at which glibc still adapts


def keep_freed_memory() -> None:
    """Make the C library keep the memory of freed arrays instead of returning it to the system.

    A training step makes and frees the same arrays again and again. glibc gives arrays of 128 kB and more back to the
    system at once, and fetching a page of 4 kB anew costs more than computing what goes on it. But it adapts: whoever
    frees a block of up to 32 MB shows that such blocks come and go, and from then on it keeps up to twice as much
    (mallopt(3), "dynamic mmap threshold"). So this takes such a block, which is never touched and costs nothing, and
    frees it. Other C libraries are not affected.
    """
    block = np.empty(LARGEST_KEPT_BYTES, dtype=np.uint8)
    del block
