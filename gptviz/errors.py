"""The one kind of error that a learner sees: a rule, the value given, and what would be valid."""

from __future__ import annotations

from typing import Any


class LearnerError(ValueError):
    """Something the learner gave breaks a rule; pages show the message `error-<code>` of i18n with `values`.

    Args:
        code: Name of the rule.
        message: The English message: the rule, the value given and what would be valid.
        **values: What the message names.
    """

    def __init__(self, code: str, message: str, **values: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross process boundaries: without this, unpickling forgets the values.
        return _restore, (type(self), self.code, self.message, self.values)


def _restore(kind: type[LearnerError], code: str, message: str, values: dict[str, Any]) -> LearnerError:
    return kind(code, message, **values)
