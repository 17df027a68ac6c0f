import threading

import pytest

from gptviz.ui.shared_pictures import SharedPictures


def test_a_picture_is_made_once_for_all_who_ask_at_the_same_time():
    pictures, made, begun, go_on = SharedPictures(4), [], threading.Event(), threading.Event()

    def make():
        made.append(1)
        begun.set()
        go_on.wait(10)
        return "picture"

    got = []
    askers = [threading.Thread(target=lambda: got.append(pictures.get("key", make))) for _ in range(8)]
    for asker in askers:
        asker.start()
    assert begun.wait(10)
    go_on.set()
    for asker in askers:
        asker.join(10)
    assert (got, made) == (["picture"] * 8, [1])


def test_what_was_not_used_for_longest_is_forgotten():
    pictures = SharedPictures(2)
    for key in ("a", "b", "a", "c"):
        pictures.get(key, lambda key=key: key)
    assert len(pictures) == 2
    assert pictures.get("a", lambda: "made anew") == "a"
    assert pictures.get("b", lambda: "made anew") == "made anew"


def test_a_picture_that_could_not_be_made_is_tried_again():
    pictures = SharedPictures(2)

    def fails():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        pictures.get("key", fails)
    assert pictures.get("key", lambda: 1) == 1
