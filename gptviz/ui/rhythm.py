"""How often live pictures are drawn: often for few, less often for a class, so that nobody waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from gptviz.runs.run import Run

# A run is advanced in slices of 0.3 s: much faster than this there is nothing new to see.
QUICK_S = 0.5
CALM_S = 1.0
SLOW_S = 2.0
# A paused run may be resumed by its owner at any time: those who look on should see it.
PAUSED_EVERY_S = 3.0
FEW = 10
MANY = 200
# Back to a quicker rhythm only when clearly fewer look: at the boundary nothing swings to and fro.
BACK_AT = 0.7
LOOKS_FOR_S = 5.0  # who has not asked for so long has gone


class Rhythm:
    """Counts who looks, in this process.

    Args:
        clock: Seconds that only rise.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, tuple[float, bool, float]] = {}  # session -> when, whether an owner, its rhythm
        self._lock = threading.Lock()

    def every_s(self, session: str, *, owner: bool) -> float:
        """Note that a session looks, and return the seconds until it should look again.

        Args:
            session: Its name, the same at each call.
            owner: It looks at a run of its own: it keeps the quick rhythm as long as few others do that.
        """
        with self._lock:
            now_s = self._clock()
            known = self._seen.get(session)
            before_s = known[2] if known else QUICK_S
            self._seen[session] = (now_s, owner, before_s)
            self._seen = {name: one for name, one in self._seen.items() if now_s - one[0] <= LOOKS_FOR_S}
            crowd = sum(one[1] for one in self._seen.values()) if owner else len(self._seen)
            chosen_s = _rhythm(crowd, len(self._seen), before_s)
            self._seen[session] = (now_s, owner, chosen_s)
            return chosen_s


def _rhythm(crowd: int, everybody: int, before_s: float) -> float:
    few, many = (FEW * BACK_AT if before_s > QUICK_S else FEW), (MANY * BACK_AT if before_s > CALM_S else MANY)
    if everybody > many:
        return SLOW_S
    return QUICK_S if crowd <= few else CALM_S


RHYTHM = Rhythm()


def seconds_to_next(run: Run, session: str, *, owner: bool) -> float | None:
    """Note that a session looks at a run, and return the seconds until it should look again; None: no need to."""
    if run.active:
        return RHYTHM.every_s(session, owner=owner)
    return None if run.ended else PAUSED_EVERY_S
