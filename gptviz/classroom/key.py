"""The teacher's key: given by the environment or made at random, compared without telling how much of it was right."""

from __future__ import annotations

import hmac
import os
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping

from gptviz.errors import LearnerError
from gptviz.runs.limits import LimitsRefused

VARIABLE = "GPTVIZ_TEACHER_KEY"
LEAST_CHARACTERS = 6
# Neither 0 and O nor 1, l and I: the key is read from one screen and typed at another.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP_LETTERS = 3, 4  # 60 bits

TRIES = 5
TRIES_OF_ALL = 60
WITHIN_S = 60.0


class ClassroomError(LearnerError):
    """What is asked is for the teacher, or the key is wrong."""


def teacher_key(environment: Mapping[str, str] = os.environ) -> tuple[str, bool]:
    """Return the key, and whether it was made at random here.

    Raises:
        LimitsRefused: GPTVIZ_TEACHER_KEY is shorter than 6 characters.
    """
    given = environment.get(VARIABLE, "").strip()
    if not given:
        groups = ("".join(secrets.choice(_LETTERS) for _ in range(_GROUP_LETTERS)) for _ in range(_GROUPS))
        return "-".join(groups), True
    if len(given) < LEAST_CHARACTERS:
        raise LimitsRefused(f"{VARIABLE} has {len(given)} characters; valid: at least {LEAST_CHARACTERS}")
    return given, False


class Lock:
    """Opens with the key; after a few wrong tries within a minute it does not even look at the next one.

    Args:
        key: The key.
        clock: Seconds that only go forward.
    """

    def __init__(self, key: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._key, self._clock = key.strip().encode(), clock
        self._wrong: deque[tuple[float, str]] = deque()  # when, and from where
        self._lock = threading.Lock()

    def open(self, tried: str, whence: str) -> None:
        """Return if the key is right.

        Args:
            tried: What was typed.
            whence: The address of the browser. Each has 5 wrong tries a minute, all together 60: so no student can lock
                the teacher out, and nobody can try many keys from many addresses.

        Raises:
            ClassroomError: "teacher-key" or "teacher-tries".
        """
        with self._lock:
            now_s = self._clock()
            while self._wrong and now_s - self._wrong[0][0] >= WITHIN_S:
                self._wrong.popleft()
            mine = [at_s for at_s, where in self._wrong if where == whence]
            if len(mine) >= TRIES or len(self._wrong) >= TRIES_OF_ALL:
                oldest_s = mine[-TRIES] if len(mine) >= TRIES else self._wrong[0][0]
                wait_s = max(1, round(oldest_s + WITHIN_S - now_s))
                raise ClassroomError("teacher-tries", f"too many wrong tries; try again in {wait_s} s", seconds=wait_s)
            if not hmac.compare_digest(tried.strip().encode(), self._key):
                self._wrong.append((now_s, whence))
                raise ClassroomError("teacher-key", "this is not the teacher's key")
