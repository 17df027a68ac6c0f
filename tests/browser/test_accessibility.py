"""Every page, as axe-core sees it: no serious or critical violation in light, dark, or on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from gptviz.ui.frame import PAGES
from tests.browser.conftest import STILL, Record

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

GRAVE = ("serious", "critical")


def open_and_wait(page, url):
    page.goto(url)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_function(STILL)
    page.wait_for_timeout(500)  # components draw after the script has ended


def violations(page, **options):
    """What axe finds, with the elements in question."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['target']})"
        for rule in found
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


@pytest.fixture(scope="module")
def visitor(profiles):
    """One visitor for all pages."""
    with profiles.lending() as open_page:
        page, record = open_page(has_touch=True), Record()
        record.watch(page)
        yield page, record


@pytest.mark.parametrize(("number", "key"), list(enumerate(page.key for page in PAGES)))
def test_no_page_has_a_serious_violation(visitor, app_url, number, key):
    """Every page is loaded once, in turn in English and in Chinese, and looked at in light, dark and on a phone."""
    page, record = visitor
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")
    open_and_wait(page, f"{app_url}/{'' if key == 'home' else key}?lang={('en', 'zh')[number % 2]}")
    found = {"light": violations(page)}
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("getComputedStyle(document.querySelector('.stApp')).colorScheme === 'dark'")
    page.wait_for_timeout(300)  # colours that fade over
    found["dark"] = violations(page, runOnly=["color-contrast"])
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.documentElement.scrollWidth === 390")  # it does not scroll sideways
    found["phone"] = violations(page)
    assert not {view: some for view, some in found.items() if some}
    assert not record.console


def test_axe_finds_what_is_wrong(open_browser, app_url):
    """The test above can fail: a pale text and a picture without words are found."""
    page = open_browser()
    open_and_wait(page, f"{app_url}/classroom")
    page.evaluate(
        "document.querySelector('[data-testid=stMain]').insertAdjacentHTML('beforeend', "
        '\'<p style="color: #ccc; background: #fff">pale</p><img src="data:,">\')'
    )
    assert {found.split(":")[0] for found in violations(page)} == {"color-contrast", "image-alt"}


HEADINGS = """[...document.querySelectorAll("[data-testid=stMain] :is(h1, h2, h3)")]
    .map((heading) => heading.ariaLevel ?? heading.tagName[1])"""


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("zh-CN", "zh-CN")])
def test_the_document_says_its_language_and_its_page(open_browser, app_url, locale, language):
    page = open_browser(locale=locale)
    open_and_wait(page, f"{app_url}/parameters")
    page.wait_for_function("document.querySelector('[aria-current=page]')")
    assert page.evaluate("document.documentElement.lang") == language
    current = page.locator("[aria-current=page]")
    assert current.count() == 1
    assert current.inner_text().splitlines()[-1] in ("Parameters", "参数")
    levels = page.evaluate(HEADINGS)
    assert levels[0] == "1"
    assert set(levels[1:]) == {"2"}


def test_every_stop_of_the_keyboard_is_seen(open_browser, app_url):
    """Tab moves on through the whole page, forwards, and shows where it is: nothing holds it, nothing is invisible."""
    page = open_browser()
    open_and_wait(page, f"{app_url}/attention")
    page.get_by_test_id("stDataFrame").wait_for()  # the table of the heads, which comes when they have been measured
    stops = []
    for _ in range(150):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None:  # after the last one the browser's own bar has the focus
            break
        stops.append(stop)
    assert len(stops) > 30
    assert stop is None, f"Tab is held: {stops[-3:]}"
    unseen = [one["what"] for one in stops if not one["seen"]]
    assert not unseen


FOCUSED = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body) return null;
  const ring = (one) => {
    const style = getComputedStyle(one);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none"
  };
  // Streamlit draws the ring of a field or a switch around it, up to a few elements further out, or on its sign.
  // A cell of a table is inside the canvas that the table is drawn on.
  const start = at.closest("canvas") ?? at;
  let seen = false;
  for (let one = start, steps = 0; one && steps < 4; one = one.parentElement, steps += 1) seen ||= ring(one);
  seen ||= [...at.parentElement.querySelectorAll("*")].some(ring);
  return { what: at.outerHTML.slice(0, 150), seen };
}"""
