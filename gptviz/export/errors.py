"""The error that a file which is no run of ours, or a damaged or hostile one, raises."""

from __future__ import annotations

from gptviz.errors import LearnerError


class FileError(LearnerError):
    """A file cannot be read as a run, or a run cannot be written to one."""
