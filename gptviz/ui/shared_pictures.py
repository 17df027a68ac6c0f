"""What all who look at the same moment of a run see alike: computed once, handed to everybody.

A class of 150 asks for the same picture 150 times a second. Traces, packed maps and curves depend on the run, its step,
the text and the language, not on who looks.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

# A moment of the train page has up to five of them (curves and numbers in two languages, maps), a head of the attention
# page as many; the largest maps take 0.6 MB.
MOST_PICTURES = 192


class SharedPictures:
    """Keeps what was used last; any number of threads may ask.

    Args:
        most: How many pictures are kept, at least 1.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the picture of a key; who comes first makes it, others wait for it.

        Args:
            key: All that the picture depends on.
            make: Computes it; it must not draw, and nobody may change what it returns.

        Raises:
            BaseException: What `make` raises; nothing is kept then.
        """
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            else:
                mine: Future[T] = Future()
                self._kept[key] = mine
                if len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        if found is not None:
            picture: T = found.result()
            return picture
        try:
            mine.set_result(make())
        except BaseException as error:
            with self._lock:
                if self._kept.get(key) is mine:
                    del self._kept[key]
            mine.set_exception(error)
            raise
        return mine.result()


PICTURES = SharedPictures(MOST_PICTURES)
