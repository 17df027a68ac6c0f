"""File names that every system takes, made from whatever a learner called a run."""

from __future__ import annotations

import unicodedata

LONGEST = 48  # characters: with any ending, and 4 bytes each, below the 255 bytes that file systems allow
# Windows keeps these for devices, with any ending.
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def file_name(name: str, ending: str) -> str:
    """Return a file name for a download.

    Args:
        name: Any text; letters and digits of any script stay, all else becomes a hyphen.
        ending: With its dot, ".csv".

    Returns:
        A name without a path, without spaces, that begins with a letter or digit; "run" where nothing is left.
    """
    plain = unicodedata.normalize("NFKC", name)
    spaced = "".join(sign if sign.isalnum() or sign == "_" else " " for sign in plain)
    stem = "-".join(spaced.split())[:LONGEST].strip("-_")
    if not stem:
        stem = "run"
    return (f"run-{stem}" if stem.lower() in RESERVED else stem) + ending
