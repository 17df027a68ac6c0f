"""Takes values out of untrusted JSON, each checked for its kind and range."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from gptviz.export.errors import FileError

NO_TEXT = re.compile(r"[\x00\ud800-\udfff]")


class Fields:
    """An object of JSON from a stranger. What nobody asks for is ignored: a later gptviz may write more.

    Args:
        value: Of JSON; anything.
        name: Of the object in messages.

    Raises:
        FileError: "file-field": the value is no object. All methods raise the same for what is missing or wrong.
    """

    def __init__(self, value: Any, name: str) -> None:
        self._name = name
        if not isinstance(value, dict):
            raise refused(name)
        self._values: dict[str, Any] = value

    def object(self, name: str) -> Fields:
        """Return an object inside this one."""
        return Fields(self._values.get(name), f"{self._name}.{name}")

    def optional_object(self, name: str) -> Fields | None:
        """Return an object inside this one; None where null or nothing stands."""
        return None if self._values.get(name) is None else self.object(name)

    def objects(self, name: str, most: int) -> list[Fields]:
        """Return a list of objects."""
        values = self._values.get(name)
        if not isinstance(values, list) or len(values) > most:
            raise self._refused(name)
        return [Fields(value, f"{self._name}.{name}") for value in values]

    def text(self, name: str, most: int) -> str:
        """Return a text of whole characters; no database takes halves of surrogate pairs, nor zeros."""
        value = self._values.get(name)
        if not isinstance(value, str) or len(value) > most or NO_TEXT.search(value):
            raise self._refused(name)
        return value

    def choice(self, name: str, valid: Sequence[str]) -> str:
        """Return one of some words."""
        value = self._values.get(name)
        if not isinstance(value, str) or value not in valid:
            raise self._refused(name)
        return value

    def integer(self, name: str, low: int, high: int) -> int:
        """Return a whole number, low <= number <= high."""
        value = self._values.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._refused(name)
        return value

    def number(self, name: str, low: float, high: float) -> float:
        """Return a number, low <= number <= high."""
        value = self._values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self._refused(name)
        return float(value)

    def any_number(self, name: str) -> float:
        """Return a number, or what JSON has no number for: "nan", "inf", "-inf" (the loss of a diverged run)."""
        value = self._values.get(name)
        return float(value) if value in ("nan", "inf", "-inf") else self.number(name, -math.inf, math.inf)

    def only(self, names: Sequence[str]) -> dict[str, Any]:
        """Return all values, unchecked, of an object that may have these names and no others."""
        for name in self._values:
            if name not in names:
                raise refused(self._name)
        return self._values

    def _refused(self, name: str) -> FileError:
        return refused(f"{self._name}.{name}")


def refused(field: str) -> FileError:
    """Return the error of a field, named by us, that is missing or out of its range."""
    return FileError("file-field", f"the description in the file is wrong at {field}", field=field)
