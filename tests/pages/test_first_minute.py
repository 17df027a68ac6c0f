"""The first minute: the home page, the run that comes with gptviz, the tour, and the questions of three lessons."""

import numpy as np
import pandas as pd
import pytest

from gptviz.i18n import t
from gptviz.showcase import OWNER, RUN_ID
from gptviz.ui import quick_start
from gptviz.ui.attention_quiz import NONE, best_heads
from gptviz.ui.positions_quiz import near_and_far
from gptviz.ui.tour import STATIONS
from gptviz.ui.train_quiz import lower_loss
from tests.pages.conftest import OWNER as VISITOR

BOTH = pytest.mark.parametrize("language", ["en", "zh"])
LOOKING = ("attention", "positions", "shapes", "generate")


def texts(app):
    return " ".join(element.value for kind in (app.markdown, app.caption, app.info) for element in kind)


def parameter(app, name):
    value = app.query_params[name]
    return value if isinstance(value, str) else value[0]


def links(app):
    return [link.label for link in app.main.get("page_link")]


@BOTH
@pytest.mark.parametrize("key", LOOKING)
def test_a_learner_without_a_run_looks_into_ours(open_page, manager, language, key):
    app = open_page(f"pages/{key}.py", language)
    assert t("showcase-line") in texts(app)
    assert t("showcase-own") in links(app)
    assert "run" not in app.query_params
    assert [run.owner for run in manager.store.runs()] == [OWNER]


def test_the_train_page_stays_empty_and_offers_a_look(open_page, manager):
    app = open_page("pages/train.py")
    assert t("train-empty") in texts(app)
    assert t("showcase-look") in links(app)
    assert manager.store.runs() == []


def test_a_link_to_our_run_works_where_nobody_has_looked_at_it_yet(open_page):
    app = open_page("pages/train.py", run=RUN_ID)
    assert t("showcase-line") in texts(app)
    assert t("frame-viewer") not in texts(app)


def test_from_our_run_the_way_leads_to_an_empty_train_page(open_page):
    app = open_page("pages/attention.py", run=RUN_ID, step=0)
    app.switch_page("pages/train.py")  # as the link "Train your own" does, whose address has no run
    app.query_params.clear()
    app.run()
    assert t("train-empty") in texts(app)


def test_with_a_run_of_ones_own_ours_stays_away(open_page, trained_run):
    app = open_page("pages/attention.py", run=trained_run().id)
    assert t("showcase-line") not in texts(app)


@BOTH
def test_one_click_on_the_home_page_trains_and_turns_to_the_curve(open_page, manager, language):
    app = open_page("app.py", language)
    assert not app.main.get("exception")
    app.button(key="home-train").click().run()
    (run,) = manager.store.runs()
    manager.stop(VISITOR, run.id)
    assert run.owner == VISITOR
    assert parameter(app, "run") == run.id
    assert app.title[0].value == t("page-train.title")
    assert not app.exception


def test_a_second_click_starts_no_second_run(open_page, manager, monkeypatch):
    monkeypatch.setattr(quick_start, "DOUBLE_CLICK_S", 60.0)  # however slow this machine is
    app = open_page("app.py")
    app.button(key="home-train").click().run()
    app.switch_page("app.py").run()
    app.button(key="home-train").click().run()
    (run,) = manager.store.runs()
    manager.stop(VISITOR, run.id)


@BOTH
def test_the_tour_leads_through_all_stations_and_can_be_left_and_resumed(open_page, language):
    app = open_page("app.py", language)
    app.button(key="tour-take").click().run()
    for number, station in enumerate(STATIONS, start=1):
        assert not app.exception
        assert parameter(app, "tour") == str(number)
        assert app.title[0].value == t(f"page-{station.page}.title")
        assert t(f"tour-{station.key}.look") in texts(app)
        if number < len(STATIONS):
            app.button(key="tour-next").click().run()
    app.button(key="tour-back").click().run()
    assert app.title[0].value == t("page-heads.title")
    app.button(key="tour-leave").click().run()
    assert "tour" not in app.query_params
    assert t("tour-heads") not in texts(app)
    app.switch_page("app.py").run()
    assert app.button(key="tour-take").label == t("tour-resume", station=6, stations=len(STATIONS))
    app.button(key="tour-take").click().run()
    assert app.title[0].value == t("page-heads.title")


def test_the_tour_shows_the_head_that_looks_at_the_previous_character_and_then_its_first_step(open_page):
    app = open_page("pages/attention.py", tour=2)
    app.button(key="tour-next").click().run()
    # Of the packaged run (tests/showcase): block 1, head 4.
    assert (app.selectbox(key="block").value, app.selectbox(key="head").value) == (0, 3)
    app.button(key="tour-next").click().run()
    assert parameter(app, "step") == "0"
    app.button(key="tour-next").click().run()
    assert app.title[0].value == t("page-positions.title")
    assert "step" not in app.query_params


def test_off_the_road_the_bar_leads_back(open_page):
    app = open_page("pages/shapes.py", tour=5)
    assert t("tour-away") in texts(app)
    app.button(key="tour-return").click().run()
    assert app.title[0].value == t("page-positions.title")


@pytest.mark.parametrize("tour", ["0", "8", "x", "٣", "-1"])
def test_a_station_that_is_not_there_is_no_tour(open_page, tour):
    app = open_page("pages/shapes.py", tour=tour)
    assert not [button for button in app.button if (button.key or "").startswith("tour")]


@BOTH
@pytest.mark.parametrize(
    ("key", "right"),
    [("attention", "0-3"), ("positions", "near"), ("train", "train")],
)
def test_a_question_answers_from_the_run_after_the_guess(open_page, language, key, right):
    app = open_page(f"pages/{key}.py", language, run=RUN_ID)
    name = f"guess-{key}-{RUN_ID}"
    question = app.radio(key=name)
    assert question.value is None
    assert t("question-right") not in " ".join(box.value for box in app.success)
    wrong = next(place for place, option in enumerate(question.options) if option != _label(key, right))
    question.set_value(_options(key)[wrong]).run()
    assert t("question-wrong", right=_label(key, right)) in app.warning[-1].value
    app.radio(key=name).set_value(right).run()
    assert t("question-right") in app.success[-1].value
    assert not app.exception


def _options(key):
    if key == "attention":
        return [f"{block}-{head}" for block in range(2) for head in range(4)]
    return {"positions": ["near", "same", "far"], "train": ["train", "same", "test"]}[key]


def _label(key, option):
    if key == "attention":
        block, head = map(int, option.split("-"))
        return t("head-place", block=block + 1, head=head + 1)
    return t(f"question-{key}-{option}")


def test_heads_that_are_as_good_are_right_too_and_chance_is_no_head():
    places = pd.MultiIndex.from_tuples([(0, 0), (0, 1), (1, 0)], names=["block", "head"])
    assert best_heads(pd.Series([0.5, 0.49, 0.1], places), 0.1, False) == {"0-0", "0-1"}
    assert best_heads(pd.Series([0.2, 0.1, 0.5], places), 0.1, True) == {"1"}
    assert best_heads(pd.Series([0.15, 0.1, 0.12], places), 0.1, False) == {NONE}


def test_the_gap_between_the_losses_names_the_lower_one():
    assert [lower_loss(gap) for gap in (0.2, 0.0, -0.2, np.nan)] == ["train", "same", "test", "same"]


def test_vectors_on_a_line_are_alike_near_and_opposed_far():
    angles = np.linspace(0, np.pi, 9)
    near, far = near_and_far(np.stack([np.cos(angles), np.sin(angles)], axis=1))
    assert near == pytest.approx(np.cos(np.pi / 8))
    assert far == pytest.approx(0, abs=1e-9)
