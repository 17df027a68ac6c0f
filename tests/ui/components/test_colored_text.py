"""The Python side of the coloured text, without a browser."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from gptviz.ui.components.colored_text import ColoredTextWords, colored_text
from gptviz.ui.components.colored_text import component as module

WORDS = ColoredTextWords("title", "loss", "nats", "probability", "foreseen", "surprising", "given", "hint")


class Sent:
    """Stands in for the browser: keeps what it is sent and answers with a choice."""

    def __init__(self, picked):
        self.picked = picked

    def __call__(self, *, key, data, on_picked_change):
        self.data = json.loads(json.dumps(data))  # what cannot be JSON cannot be sent
        return self


@pytest.fixture
def browser(monkeypatch):
    def answering(picked=None):
        sent = Sent(picked)
        monkeypatch.setattr(module, "_COLORED_TEXT", sent)
        return sent

    return answering


def test_every_character_has_its_label_and_its_loss(browser):
    sent = browser()
    colored_text("<b \n\u0301ש", [None, float("nan"), 0.25, 1.23456, 7, 0], WORDS, key="k", seen=(1, 3), by_hand=(2, 4))
    assert sent.data["labels"][:4] == ["<", "b", " ", "↵"]
    assert sent.data["labels"][4] == "◌\u0301"
    assert sent.data["breaks"] == [3]
    assert sent.data["losses"] == [None, None, 0.25, 1.2346, 7, 0]
    assert sent.data["seen"] == [1, 3]
    assert sent.data["byHand"] == [2, 4]


@pytest.mark.parametrize("picked", [None, "1", 0, 3, -1, 1.5, [1], {"at": 1}])
def test_what_is_no_character_to_choose_is_not_believed(browser, picked):
    browser(picked)
    assert colored_text("abc", [None, 1, 1], WORDS, key="k", choosable_from=1) is None


def test_a_choice_is_reported_only_where_there_is_one_to_make(browser):
    browser(2)
    assert colored_text("abc", [None, 1, 1], WORDS, key="k", choosable_from=1) == 2
    assert colored_text("abc", [None, 1, 1], WORDS, key="k") is None


def test_losses_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="2 losses for 3 characters"):
        colored_text("abc", [1, 1], WORDS, key="k")


def test_it_stands_on_a_page():
    def script():
        from gptviz.ui.components.colored_text import ColoredTextWords, colored_text

        words = ColoredTextWords("t", "l", "n", "p", "f", "s", "g", "h")
        colored_text("ab", [None, 1.0], words, key="k")

    assert not AppTest.from_function(script).run().exception
