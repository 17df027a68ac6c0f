"""The class page, following and presenter mode, with a teacher and students as sessions of one process."""

import os
import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from gptviz.classroom import registry as classroom_registry
from gptviz.classroom.classroom import Classroom
from gptviz.classroom.key import Lock
from gptviz.i18n import t, use_language
from gptviz.runs.limits import ALONE
from gptviz.runs.run import RunError
from gptviz.ui.follow import DRAWN
from gptviz.ui.owner import owner_hash
from tests.conftest import ROOT
from tests.pages.conftest import OWNER

PAGE = "pages/classroom.py"
KEY = "a key for tests"
TEACHERS_SECRET = "f" * 32
TEACHER = owner_hash(TEACHERS_SECRET)
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.fixture
def room(manager, monkeypatch):
    monkeypatch.setenv("GPTVIZ_CLASSROOM", "1")
    room = Classroom(manager, Lock(KEY), ALONE)
    monkeypatch.setattr(classroom_registry, "_classroom", room)
    return room


@pytest.fixture
def teacher(room):
    """Open a page as the teacher's browser: `teacher(page, **url)`."""
    room.enter(TEACHER, KEY, "here")
    return lambda page, **url: visit(TEACHERS_SECRET, page, **url)


def visit(secret, page, language="en", **url):
    use_language(language)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    app.session_state["owner_secret"] = secret
    app.query_params["lang"] = language
    for name, value in url.items():
        app.query_params[name] = value
    app.run()
    if page != "app.py":
        app.switch_page(page)
        for name, value in {"lang": language, **url}.items():
            app.query_params[name] = value
        app.run()
    assert not app.exception, app.exception
    return app


def ring(student, page):
    """Let the timer ring that looks where the teacher is, on a page that is drawn; AppTest never does."""
    student.session_state[DRAWN] = page
    student.run()


def texts(app):
    kinds = (app.title, app.markdown, app.caption, app.info, app.warning, app.error, app.code, app.subheader)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def press(app, message):
    next(button for button in app.button if button.label == t(message)).click().run()


@BOTH
def test_without_the_setting_the_page_says_what_a_class_needs(open_page, language, monkeypatch):
    monkeypatch.delenv("GPTVIZ_CLASSROOM", raising=False)
    app = open_page(PAGE, language)
    assert "GPTVIZ_CLASSROOM=1" in app.code[0].value
    assert not [one for one in app.toggle if one.key in ("follow-switch", "stage-switch")]


@BOTH
def test_a_student_sees_how_to_take_part_and_none_of_the_teachers_controls(room, open_page, language):
    app = open_page(PAGE, language)
    assert t("classroom-how-follow") in texts(app)
    keys = {button.key for button in app.button}
    assert not keys & {"classroom-pause-all", "classroom-resume-all", "classroom-pause", "classroom-stop"}
    assert not app.dataframe
    assert not app.number_input
    assert [one.key for one in app.toggle] == ["follow-switch"]


def test_the_key_opens_the_teachers_page_and_the_browser_keeps_it(room, open_page):
    app = open_page(PAGE)
    app.text_input(key="classroom-key").set_value("wrong")
    press(app, "classroom-enter")
    assert t("error-teacher-key") in texts(app)
    assert app.text_input(key="classroom-key").value == ""
    app.text_input(key="classroom-key").set_value(KEY)
    press(app, "classroom-enter")
    assert not app.exception
    assert app.button(key="classroom-pause-all")
    assert room.is_teacher(OWNER)
    assert open_page(PAGE).button(key="classroom-pause-all")  # a new session of the same browser
    assert KEY not in texts(app)


def test_the_teacher_pauses_and_stops_a_students_run(room, teacher, manager, trained_run, open_page):
    ended = trained_run()
    app = teacher(PAGE)
    (table,) = app.dataframe
    assert len(table.value) == 1
    assert table.value["loss"][0] == pytest.approx(ended.result.test_loss_nats)
    assert len(table.value["curve"][0]) > 3
    going = manager.start(OWNER, ended.model, ended.train, manager.store.corpus(ended.id))
    manager.pause(OWNER, going)
    app.run()
    app.selectbox(key="classroom-chosen").set_value(going).run()
    app.button(key="classroom-stop").click().run()
    assert manager.store.run(going).status in ("stopped", "finished")
    assert not app.exception


def test_a_student_cannot_reach_the_teachers_actions_by_their_own_session(room, manager, trained_run, open_page):
    run = trained_run(owner=TEACHER)
    open_page("pages/train.py", run=run.id)
    for call in (manager.pause, manager.resume, manager.step):
        with pytest.raises(RunError):
            call(OWNER, run.id)


def test_limits_are_set_and_hold_at_the_train_button(room, teacher, manager, open_page):
    app = teacher(PAGE)
    app.number_input(key="classroom-limits-parameters").set_value(1000)
    app.number_input(key="classroom-limits-runs").set_value(1)
    press(app, "classroom-limits-set")
    assert not app.exception
    assert (room.students_limits.parameters, room.students_limits.runs_at_once) == (1000, 1)
    student = open_page("pages/train.py")
    assert student.button(key="train-start").disabled
    assert any("1,000" in error.value for error in student.error)
    assert not teacher("pages/train.py").button(key="train-start").disabled


def test_who_follows_goes_where_the_teacher_goes_in_their_own_language(room, teacher, trained_run):
    run = trained_run()
    student = visit("a" * 32, "app.py", "zh", follow="1")
    alone = visit("b" * 32, "app.py", "en")
    app = teacher("pages/attention.py", run=run.id, stage="1", block="1", head="1")
    assert room.stage.scene.page == "attention"
    assert dict(room.stage.scene.choices) == {"run": run.id, "block": "1", "head": "1"}
    student.run()
    use_language("zh")
    assert student.title[0].value == t("page-home.title")  # not before the page that is to be left is drawn
    ring(student, "home")
    use_language("zh")
    assert student.title[0].value == t("page-attention.title")
    assert (student.selectbox(key="block").value, student.selectbox(key="head").value) == (1, 1)
    assert (student.query_params["follow"], student.query_params["head"]) == ("1", "1")

    use_language("en")
    app.selectbox(key="head").set_value(0).run()
    app.text_area(key="text").set_value("abcabc").run()
    room.stage.show("attention", {**room.stage.scene.choices, "text": "abcabc"})  # AppTest writes no bound URL
    use_language("zh")
    student.run()
    assert student.selectbox(key="head").value == 0
    assert student.text_area(key="text").value == "abcabc"
    app.text_area(key="text").set_value("")
    room.stage.show("attention", {"run": run.id, "block": "1", "head": "0"})
    student.run()
    assert student.text_area(key="text").value == ""
    alone.run()
    use_language("en")
    assert alone.title[0].value == t("page-home.title")


def test_a_follower_leaves_at_any_time_and_may_look_elsewhere(room, teacher, trained_run):
    run = trained_run()
    teacher("pages/attention.py", run=run.id, stage="1", head="1")
    student = visit("a" * 32, "app.py", follow="1")
    assert student.title[0].value == t("page-home.title")
    teacher("pages/positions.py", run=run.id, stage="1")
    teacher("pages/attention.py", run=run.id, stage="1", head="1")
    ring(student, "home")
    assert student.title[0].value == t("page-attention.title")
    student.selectbox(key="head").set_value(0).run()  # until the teacher moves on
    assert student.selectbox(key="head").value == 0
    student.toggle(key="follow-switch").set_value(False).run()
    teacher("pages/positions.py", run=run.id, stage="1")
    student.run()
    assert student.title[0].value == t("page-attention.title")
    assert student.selectbox(key="head").value == 0
    assert "follow" not in student.query_params
    student.toggle(key="follow-switch").set_value(True).run()
    assert student.title[0].value == t("page-positions.title")


def test_only_the_teacher_on_stage_is_on_stage(room, teacher, trained_run, open_page):
    run = trained_run()
    open_page("pages/attention.py", run=run.id, stage="1")  # a student with a copied link
    assert room.stage.scene.page is None
    teacher("pages/attention.py", run=run.id)  # not switched on
    assert room.stage.scene.page is None
    app = teacher("pages/attention.py", run=run.id, stage="1")
    version = room.stage.scene.version
    app.switch_page(PAGE)  # the class page is not for the class
    app.query_params["stage"] = "1"
    app.run()
    assert app.toggle(key="stage-switch").value
    assert (room.stage.scene.page, room.stage.scene.version) == ("attention", version)
    app.toggle(key="stage-switch").set_value(False).run()
    assert room.stage.scene.page is None


def test_of_two_tabs_on_stage_the_one_that_moved_last_is_shown(room, teacher, trained_run):
    run = trained_run()
    first = teacher("pages/attention.py", run=run.id, stage="1")
    teacher("pages/positions.py", run=run.id, stage="1")  # a link opened in a new tab takes the switch along
    first.run()  # its timer rings
    assert room.stage.scene.page == "positions"
    first.selectbox(key="head").set_value(1).run()
    assert (room.stage.scene.page, room.stage.scene.choices["head"]) == ("attention", "1")
    first.toggle(key="stage-switch").set_value(False).run()
    assert room.stage.scene.page is None
    first.toggle(key="stage-switch").set_value(True).run()
    assert room.stage.scene.page == "attention"


@BOTH
@pytest.mark.parametrize("page", ["app.py", "pages/train.py", "pages/heads.py", PAGE])
def test_presenter_mode_has_large_type_no_sidebar_and_the_way_on(open_page, page, language):
    app = open_page(page, language, present="1")
    styles = [element.proto.body for element in app.get("html")]
    assert any("stSidebar" in style and "font-size: clamp" in style for style in styles)
    app.button(key="presenter-leave").click().run()
    assert "present" not in app.query_params
    assert not any("font-size: clamp" in element.proto.body for element in app.get("html"))
    app.button(key="presenter-enter").click().run()
    assert app.query_params["present"] == "1"


SECRETS = re.compile(r"Traceback|site-packages|\.sqlite|File \"")


@pytest.mark.parametrize("page", [PAGE, "pages/train.py", "pages/attention.py", "app.py"])
def test_no_page_tells_of_folders_or_keys_when_something_fails(room, manager, open_page, trained_run, page, caplog):
    run = trained_run(owner="someone")
    with manager.lock:
        manager.store.save(replace(run, status="running", result=None))
        manager._progress.fail(run.id, OSError(2, "No such file", f"{os.path.expanduser('~')}/secret.sqlite"))
    failed = manager.store.run(run.id)
    for app in (open_page(page, run=run.id), open_page(page, run="../../etc/passwd")):
        shown = texts(app)
        assert os.path.expanduser("~") not in shown
        assert str(ROOT) not in shown
        assert KEY not in shown
        assert not SECRETS.search(shown)
    if page == "pages/train.py":
        fault = failed.failure.values["fault"]
        assert fault in texts(open_page(page, run=run.id))
        assert fault in caplog.text
