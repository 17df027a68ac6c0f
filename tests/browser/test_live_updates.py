"""A live page stands still but for its pictures: nothing jumps, vanishes or is mounted anew while a run trains."""

import pytest

from tests.browser.test_train_and_see import open_train, press_train, steps_done, wait_for_steps

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]

PARTS = {
    "numbers": ".st-key-live-numbers",
    "chart": ".st-key-live-curves",
    "axis switch": ".st-key-log_steps",
    "maps": ".st-key-live-maps",
    "similarity": ".st-key-live-similarity",
    "sample": ".st-key-live-sample",
    "explanation": "[data-testid=stExpander] >> nth=-1",
}
# At each frame: where every part is, and whether it is still the same element.
WATCH = """(parts) => {
  window.seen = Object.fromEntries(Object.keys(parts).map((name) => [name, { places: [], missing: 0, mounts: 0 }]));
  const last = {}, places = {};
  const look = () => {
    for (const [name, selector] of Object.entries(parts)) {
      const all = document.querySelectorAll(selector);
      const element = name === "explanation" ? all[all.length - 1] : all[0];
      const seen = window.seen[name];
      if (!element) { seen.missing += 1; continue; }
      if (last[name] !== element) { seen.mounts += 1; last[name] = element; }
      const box = element.getBoundingClientRect();
      const place = [box.left, box.top + document.scrollingElement.scrollTop, box.width].map(Math.round).join(" ");
      if (place !== places[name]) { seen.places.push(place); places[name] = place; }
    }
    window.watching = requestAnimationFrame(look);
  };
  look();
}"""


def test_nothing_jumps_or_flickers_during_thirty_updates(page, app_url):
    open_train(page, app_url)
    press_train(page)
    page.wait_for_selector(".st-key-live-similarity canvas")
    wait_for_steps(page, 20)
    page.wait_for_timeout(1_000)
    before = steps_done(page)
    page.evaluate(WATCH, {name: selector.split(" >>")[0] for name, selector in PARTS.items()})
    page.wait_for_timeout(16_000)
    seen = page.evaluate("() => { cancelAnimationFrame(window.watching); return window.seen; }")
    assert steps_done(page) > before + 20
    for name, what in seen.items():
        assert (name, what["missing"], what["mounts"], len(what["places"])) == (name, 0, 1, 1), what


def test_what_a_reader_points_at_stays_pointed_at(page, app_url):
    open_train(page, app_url)
    press_train(page)
    canvas = page.locator(".st-key-live-maps canvas").first
    canvas.wait_for()
    canvas.hover(position={"x": 30, "y": 40})
    pointed = page.locator(".st-key-live-maps .readout")
    words = pointed.inner_text().split("·")[0]
    assert words.strip()
    before = steps_done(page)
    wait_for_steps(page, before + 20)
    assert pointed.inner_text().startswith(words)
