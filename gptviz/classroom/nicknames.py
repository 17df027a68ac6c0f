"""Names for people who have none: a colour, an animal and a number, always the same for the same browser."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

COLOURS, ANIMALS, NUMBERS = 8, 16, 99


@dataclass(frozen=True)
class Nickname:
    """Indices of words that pages translate; they tell nothing of the owner that they are drawn from.

    Args:
        colour: 0 to 7.
        animal: 0 to 15.
        number: 1 to 99. Two of 30 people share all three in about one class of thirty.
    """

    colour: int
    animal: int
    number: int


def nickname(owner: str) -> Nickname:
    """Return the nickname of an owner."""
    value = int.from_bytes(hashlib.sha256(f"gptviz nickname {owner}".encode()).digest()[:8], "big")
    value, colour = divmod(value, COLOURS)
    value, animal = divmod(value, ANIMALS)
    return Nickname(colour, animal, value % NUMBERS + 1)
