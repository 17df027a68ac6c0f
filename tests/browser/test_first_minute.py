"""The first minute in a real browser: one click to a falling loss, a film that plays once, a tour by keyboard."""

import re

import pytest

from tests.browser.conftest import wait_until_still

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

FIRST_LOSS = ".st-key-live-numbers dd:text-matches('\\\\d') >> nth=0"
# What the film says about its step, read through the component's shadow root.
NOTE_STEPS = """() => {
  window.steps = [];
  const find = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.classList.contains("step")) return one.textContent;
      const inside = one.shadowRoot && find(one.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  setInterval(() => {
    const step = find(document);
    if (step && step !== window.steps.at(-1)) window.steps.push(step);
  }, 30);
}"""


def visit(page, url, parameters=""):
    page.add_init_script(f"({NOTE_STEPS})()")
    page.goto(f"{url}/{parameters}")
    page.get_by_role("button", name=re.compile("Train a small GPT now|现在就训练")).wait_for()


def test_from_a_fresh_profile_one_click_leads_to_a_falling_loss(page, open_browser, app_url):
    visit(page, app_url)
    button = page.get_by_role("button", name="Train a small GPT now")
    assert button.bounding_box()["y"] < 500  # seen without scrolling
    button.dblclick()
    page.wait_for_url(re.compile(r"/train\?.*run="))
    page.locator(FIRST_LOSS).wait_for()
    other = open_browser(locale="zh-CN")
    other.goto(page.url)  # a shared link shows it with no click at all
    other.locator(FIRST_LOSS).wait_for()
    page.goto(app_url)
    page.get_by_text("1 run trained").wait_for()
    page.goto(other.url)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True).click()


def test_the_film_plays_once_from_the_first_to_the_last_step(page, app_url):
    visit(page, app_url)
    page.wait_for_function("() => window.steps.at(-1) === 'Step 3,920'")
    steps = page.evaluate("() => window.steps")
    assert steps[0] == "Step 0"
    assert len(steps) > 10


def test_who_asks_for_less_motion_sees_the_last_step_only(open_browser, app_url):
    page = open_browser(reduced_motion="reduce")
    visit(page, app_url)
    page.wait_for_function("() => window.steps.length > 0")
    page.wait_for_timeout(2_000)
    assert page.evaluate("() => window.steps") == ["Step 3,920"]


@pytest.mark.parametrize(("locale", "stop"), [("en-US", "stop 2 of 7"), ("zh-CN", "第 2 站，共 7 站")])
def test_the_tour_goes_on_by_keyboard_on_a_phone_and_is_there_after_a_reload(
    open_browser, record, app_url, locale, stop
):
    page = open_browser(locale=locale, viewport={"width": 390, "height": 844})
    visit(page, app_url)
    wait_until_still(page)
    page.locator(".st-key-tour-take button").press("Enter")
    page.wait_for_url(re.compile("/train.*tour=1"))
    wait_until_still(page)
    page.locator(".st-key-tour-next button").press("Enter")
    page.wait_for_url(re.compile("/attention.*tour=2"))
    page.get_by_text(stop).wait_for()
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    page.reload()
    page.get_by_text(stop).wait_for()
    wait_until_still(page)
    page.locator(".st-key-tour-leave button").press("Enter")
    page.wait_for_function("() => !location.search.includes('tour')")
    assert not record.console
    assert not record.outside


def test_a_page_that_is_taken_down_comes_back(open_browser, app_url):
    """A message that Streamlit's page cannot place leaves it empty; here its root is emptied."""
    page = open_browser(locale="zh-CN")
    page.goto(f"{app_url}/attention?head=2")
    heading = page.get_by_role("heading", name="每个头在看什么？")
    for _ in range(2):  # the second time after a while: a page that cannot be helped is not loaded over and over
        heading.wait_for()
        wait_until_still(page)
        page.evaluate("document.getElementById('root').replaceChildren()")
        heading.wait_for(state="detached")
    heading.wait_for()
    assert "head=2" in page.url
