"""The stage: which page the teacher is at, and with which choices; students who follow go there."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST_VALUE = 2000  # characters: a stage is a place in the app, not a store


@dataclass(frozen=True)
class Scene:
    """Where the teacher is.

    Args:
        version: Rises with every change, so that followers compare one number.
        page: Key of the page; None: nobody presents.
        choices: The page's URL parameters (run, block, head, step, text ...), without those that are the viewer's own.
    """

    version: int = 0
    page: str | None = None
    choices: Mapping[str, str] = field(default_factory=dict)


class Stage:
    """Holds one scene; every method may be called from any thread."""

    def __init__(self) -> None:
        self._scene = Scene()
        self._lock = threading.Lock()

    @property
    def scene(self) -> Scene:
        """The scene now."""
        return self._scene  # frozen, and replaced as a whole: readers need no lock

    def show(self, page: str, choices: Mapping[str, str]) -> None:
        """Put a page on the stage; nothing changes when it is there already."""
        kept = {name: value for name, value in choices.items() if len(value) <= LONGEST_VALUE}
        with self._lock:
            if (self._scene.page, self._scene.choices) != (page, kept):
                self._scene = Scene(self._scene.version + 1, page, kept)

    def clear(self) -> None:
        """Leave the stage; followers stay where they are."""
        with self._lock:
            if self._scene.page is not None:
                self._scene = Scene(self._scene.version + 1)
