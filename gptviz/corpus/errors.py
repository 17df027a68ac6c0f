"""The error that a bad text, prompt or corpus name raises."""

from __future__ import annotations

from gptviz.errors import LearnerError


class CorpusError(LearnerError):
    """A text cannot be read, cannot be encoded, or is too short to train on."""
