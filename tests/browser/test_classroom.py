"""A lesson with three browsers: a teacher, a student who follows, and one who looks around alone."""

import os
import re

import pytest
from playwright.sync_api import TimeoutError

from tests.browser.conftest import start_server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]
KEY = "a key of the teacher's"
NOTICE_MS = 60_000  # the machine of the tests may be busy


@pytest.fixture(scope="module")
def class_url(tmp_path_factory):
    """The app with the classroom setting, as docs/classroom.md starts it."""
    settings = {"GPTVIZ_CLASSROOM": "1", "GPTVIZ_TEACHER_KEY": KEY}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    with (tmp_path_factory.mktemp("class") / "log.txt").open("w") as log:
        server = start_server(log)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)
        yield server.url
        server.process.terminate()
        server.process.wait(timeout=20)


def heading(page, text):
    page.get_by_role("heading", name=text, level=1).wait_for(timeout=NOTICE_MS)


def enter_as_teacher(page, url):
    page.goto(f"{url}/classroom")
    page.get_by_text("On this server you are").wait_for()
    page.get_by_text("I am the teacher").click()
    page.locator("input[type=password]").fill(KEY)
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_role("button", name="Pause all").wait_for()


def in_url(page, *parts):
    for part in parts:
        page.wait_for_url(re.compile(re.escape(part)), timeout=NOTICE_MS)


def write(page, text):
    """Write into the text box; a page that is still being drawn puts another box in its place."""
    for _ in range(10):
        page.wait_for_load_state("networkidle")
        box = page.get_by_role("textbox", name="Text to look at")
        box.fill(text)
        box.press("Control+Enter")
        try:
            page.wait_for_url(lambda url: ("text=" in url) == bool(text), timeout=6_000)
        except TimeoutError:
            continue
        return
    raise AssertionError(f"{text!r} could not be written")


def test_one_student_follows_and_the_other_does_not(open_browser, class_url, record):
    teacher, follower, alone = open_browser(), open_browser(locale="zh-CN"), open_browser()
    enter_as_teacher(teacher, class_url)
    teacher.reload()  # the key is remembered
    teacher.get_by_role("button", name="Pause all").wait_for()
    teacher.get_by_text("Show the class where I am").click()
    in_url(teacher, "stage=1")

    follower.goto(f"{class_url}/?follow=1")
    heading(follower, "亲眼看注意力学会")
    teacher.get_by_role("link", name="Train").first.click()
    heading(follower, "训练一个 GPT，看着它学")  # the teacher's page, in the student's language

    teacher.get_by_role("button", name="Train", exact=True).click()
    in_url(teacher, "run=")
    run = re.search(r"run=[^&]+", teacher.url)[0]
    in_url(follower, run)
    follower.get_by_text("别人的训练").wait_for(timeout=NOTICE_MS)
    for button in ("暂停", "停止"):  # Pause, Stop
        assert follower.get_by_role("button", name=button, exact=True).count() == 0

    alone.goto(f"{class_url}/attention?{run}&head=3")
    heading(alone, "What does each head look at?")
    teacher.get_by_role("link", name="Attention").first.click()
    heading(follower, "每个头在看什么？")
    write(teacher, "Romeo and")
    follower.wait_for_function("() => document.querySelector('textarea')?.value === 'Romeo and'", timeout=NOTICE_MS)
    write(teacher, "")
    follower.wait_for_function("() => document.querySelector('textarea')?.value === ''", timeout=NOTICE_MS)
    assert "/attention" in alone.url
    assert "head=3" in alone.url

    follower.get_by_text("跟随老师").click()
    follower.wait_for_url(lambda url: "follow=1" not in url, timeout=NOTICE_MS)
    teacher.get_by_role("link", name="Positions").first.click()
    heading(teacher, "How does the model know the order?")
    teacher.wait_for_timeout(3000)
    heading(follower, "每个头在看什么？")
    follower.get_by_text("跟随老师").click()
    heading(follower, "模型怎么知道次序？")
    assert not record.console
    assert not record.outside
