"""The error that learners see keeps its parts, also across processes."""

import pickle

import pytest

from gptviz.errors import LearnerError


class ShortTextError(LearnerError):
    """A subclass as other modules define it."""


@pytest.mark.parametrize("kind", [LearnerError, ShortTextError])
def test_an_error_keeps_code_message_and_values_through_pickling(kind):
    error = kind("text-short", "the text has 3 characters; valid: at least 34", given=3, needed=34)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert copy.code == "text-short"
    assert copy.message == str(copy) == "the text has 3 characters; valid: at least 34"
    assert copy.values == {"given": 3, "needed": 34}


def test_it_is_a_value_error():
    with pytest.raises(ValueError, match="at least 34"):
        raise LearnerError("text-short", "valid: at least 34")
