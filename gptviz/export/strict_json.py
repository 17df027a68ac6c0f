"""JSON from strangers: no value of it can cost much time or memory, or mean two things."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

LONGEST_NUMBER = 32  # digits: a float of 64 bits needs 25 characters at most


def strict_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: It is no JSON, is nested too deeply, names something twice, or has a number that is not finite or
            absurdly long.
    """
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_no_number,
            parse_int=_short_int,
            parse_float=_finite_float,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) != len(pairs):
        raise ValueError("it names something twice")
    return named


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _short_int(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError("a number in it is too long")
    return int(text)


def _finite_float(text: str) -> float:
    value = float(text) if len(text) <= LONGEST_NUMBER else math.inf
    if not math.isfinite(value):
        raise ValueError("a number in it is too large or too long")
    return value
