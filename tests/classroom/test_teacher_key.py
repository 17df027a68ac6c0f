"""The teacher's key: random unless given, and few tries."""

import pytest

from gptviz.classroom.key import ClassroomError, Lock, teacher_key
from gptviz.runs.limits import LimitsRefused


def code(call, *args):
    with pytest.raises(ClassroomError) as caught:
        call(*args)
    return caught.value.code


def test_a_key_is_made_where_none_is_given_and_another_one_each_time():
    keys = {teacher_key({})[0] for _ in range(50)}
    assert len(keys) == 50
    assert all(len(key) == 14 and made for key, made in (teacher_key({}) for _ in range(5)))
    assert teacher_key({"GPTVIZ_TEACHER_KEY": "open sesame "}) == ("open sesame", False)


def test_a_key_that_is_too_short_is_refused_at_the_start():
    with pytest.raises(LimitsRefused, match="at least 6"):
        teacher_key({"GPTVIZ_TEACHER_KEY": "12345"})


def test_the_right_key_opens_in_any_alphabet():
    Lock("老师的钥匙很长").open(" 老师的钥匙很长 ", "here")
    assert code(Lock("老师的钥匙很长").open, "", "here") == "teacher-key"


def test_after_five_wrong_tries_even_the_right_key_has_to_wait_a_minute():
    now = [0.0]
    lock = Lock("abcdef", lambda: now[0])
    for second in range(5):
        now[0] = second
        assert code(lock.open, "wrong", "student") == "teacher-key"
    with pytest.raises(ClassroomError) as caught:
        lock.open("abcdef", "student")
    assert (caught.value.code, caught.value.values) == ("teacher-tries", {"seconds": 56})
    lock.open("abcdef", "teacher")  # from another address: nobody can lock the teacher out
    now[0] = 60
    lock.open("abcdef", "student")


def test_many_addresses_have_few_tries_together():
    lock = Lock("abcdef", lambda: 0.0)
    codes = [code(lock.open, "wrong", f"address {number}") for number in range(70)]
    assert codes == ["teacher-key"] * 60 + ["teacher-tries"] * 10


def test_right_keys_are_not_counted():
    lock = Lock("abcdef", lambda: 0.0)
    for _ in range(100):
        lock.open("abcdef", "here")
