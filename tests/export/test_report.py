"""The report opens offline, runs no script but its own, and shows every word as it is."""

import re

import numpy as np
import pytest

from gptviz.config import TrainConfig
from gptviz.export.loss_svg import loss_svg, ticks
from gptviz.export.report import report
from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.loss_curves import LossCurve, LossCurvesWords
from gptviz.i18n import use_language
from gptviz.runs import registry
from gptviz.runs.memory_store import MemoryStore
from gptviz.ui.report_page import make_report
from tests.export.conftest import train_into

HOSTILE = (
    "</script></title></style><script>window.hacked = 1</script>"
    "<img src=http://203.0.113.9/x onerror='window.hacked=1'>"
    '<svg onload="window.hacked=1"><a href="javascript:window.hacked=1">x</a>&lt;'
)


ADD_SCRIPT = (
    "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = 1' }))"
)


class OnlyStore:
    def __init__(self, store):
        self.store = store


@pytest.fixture
def made(store, monkeypatch):
    """Make the report of a run of the store, in a language."""

    def make(run_id, language="en", store=store):
        monkeypatch.setattr(registry, "_manager", OnlyStore(store))
        use_language(language)
        return make_report(run_id).decode()

    yield make
    use_language("en")


@pytest.mark.parametrize("run_id", ["original", "paused", "plain", "hot"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_run_has_a_report(made, run_id, language):
    html = made(run_id, language)
    assert f'<html lang="{language[:2]}' in html
    assert len(html) < 8_000_000
    assert "<svg" in html
    assert ("film-0" in html) == (run_id != "plain")
    assert {"en": "What came of it", "zh": "结果如何"}[language] in html


def test_nothing_in_it_refers_to_anywhere(made):
    html = made("original")
    assert not re.search(r"""(src|href|url\()\s*=?\s*["'(]?\s*(https?:|//)""", html)
    assert "default-src 'none'" in html


def test_hostile_words_are_only_text(made):
    store = MemoryStore()
    train_into(store, name=HOSTILE, note=HOSTILE)
    html = made("original", store=store)
    assert "<img" not in html
    assert "<script>window" not in html
    assert html.count("<script") == 3  # two films and the player


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "zh"])
def test_in_a_browser(made, browser, tmp_path, language):
    store = MemoryStore()
    eager = TrainConfig(engine="numpy", batch_size=32, epochs=0.1, learning_rate=0.03, warmup_steps=5, shuffle=True)
    train_into(store, name=HOSTILE, note=HOSTILE, train=eager)
    path = tmp_path / "report.html"
    path.write_text(made("original", language, store), "utf-8")
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    requests, errors = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path.as_uri())
    page.wait_for_selector("canvas")
    assert page.evaluate("window.hacked") is None
    assert HOSTILE in page.locator("h1").text_content()
    # The slider of the film changes the picture.
    picture = "() => document.querySelector('.film-host').shadowRoot.querySelector('canvas').toDataURL()"
    last = page.evaluate(picture)
    slider = page.locator(".film-host").first.locator("input[type=range]")
    slider.focus()
    slider.press("Home")
    assert page.evaluate(picture) != last
    assert requests == [path.as_uri()]
    assert errors == []
    # What a learner typed could not run even if escaping failed: the page itself forbids it.
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked=1\">')")
    page.evaluate(ADD_SCRIPT)
    page.wait_for_timeout(200)
    assert page.evaluate("window.hacked") is None
    context.close()


def test_a_player_must_have_one_default_export(store):
    from gptviz.export.report import Film, Player

    film = Film("x", "x", b"")
    for js in ("", "export default 1; export default 2", "export default 1 // </script>"):
        with pytest.raises(ValueError, match="default export"):
            report(store, "original", name="x", films=[film], player=Player(js, ""), findings=[])


NOTES = AxisNotes("vertical not from 0", "horizontal not from 0", "colours not from 0", "logarithmic")
WORDS = LossCurvesWords("<step>", "loss & nats", "training", "test", NOTES)


def test_the_curve_is_drawn_where_its_numbers_are():
    steps = np.arange(1, 101)
    svg = loss_svg(
        LossCurve("", steps, np.linspace(4, 2, 100), np.array([0, 100]), np.array([4.0, 2.0])), WORDS, '"alt"'
    )
    assert "&lt;step&gt;" in svg
    assert "loss &amp; nats" in svg
    assert 'aria-label="&quot;alt&quot;"' in svg
    dots = [(float(x), float(y)) for x, y in re.findall(r'cx="(.*?)" cy="(.*?)"', svg)]
    assert dots[0][0] < dots[1][0]
    assert dots[0][1] < dots[1][1]  # a smaller loss lies lower


def test_a_curve_without_finite_numbers_is_an_empty_picture():
    nothing = np.zeros(0)
    for losses in (nothing, np.full(3, np.nan)):
        svg = loss_svg(LossCurve("", np.arange(1, 1 + len(losses)), losses, nothing, nothing), WORDS, "")
        assert "nan" not in svg


@pytest.mark.parametrize(("low", "high"), [(0, 1), (1.83, 4.2), (0, 31_368), (0, 1e-3), (-2, 0.5)])
def test_ticks_are_round_and_within(low, high):
    found = ticks(low, high)
    assert 3 <= len(found) <= 8
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)
    assert np.allclose(np.diff(found), np.diff(found)[0])
