"""A table of what was measured against what it should be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One line of the table.

    Args:
        what: With its unit.
        measured: What came out.
        limit: What it should be below, or with at_least what it should reach.
        at_least: True: more is better.
    """

    what: str
    measured: float
    limit: float
    at_least: bool = False

    @property
    def met(self) -> bool:
        """True if it is as it should be."""
        return self.measured >= self.limit if self.at_least else self.measured < self.limit


def print_targets(targets: list[Target]) -> int:
    """Print the table and return 0 if all targets are met, else 1."""
    width = max(len(target.what) for target in targets)
    print(f"\n{'what':{width}}  measured    target")
    for target in targets:
        side = "≥" if target.at_least else "<"
        verdict = "met" if target.met else "MISSED"
        print(f"{target.what:{width}}  {target.measured:8.3f}  {side} {target.limit:6.2f}  {verdict}")
    return 0 if all(target.met for target in targets) else 1
