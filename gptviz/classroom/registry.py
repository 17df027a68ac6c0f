"""The one classroom of this process; there is none where GPTVIZ_CLASSROOM is not set."""

from __future__ import annotations

import threading

from gptviz.classroom.classroom import Classroom
from gptviz.classroom.key import Lock, teacher_key
from gptviz.runs.limits import ALONE, is_classroom, limits_from_environment
from gptviz.runs.registry import get_manager

_classroom: Classroom | None = None
_lock = threading.Lock()


def get_classroom() -> Classroom | None:
    """Return the classroom, made at the first call, which prints a key that was made at random, once.

    Raises:
        LimitsRefused: The environment holds a setting that cannot be used.
    """
    global _classroom
    if not is_classroom():
        return None
    with _lock:
        if _classroom is None:
            key, made_here = teacher_key()
            if made_here:
                # To the teacher's terminal and nowhere else: not to the log, which may go to a file.
                print(f"gptviz: the teacher's key is  {key}", flush=True)
            _classroom = Classroom(get_manager(), Lock(key), limits_from_environment(ALONE))
        return _classroom
