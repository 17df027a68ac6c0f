"""The home, attention and positions pages through Streamlit's own test runner, in both languages."""

import pytest

from gptviz.config import AttentionConfig
from gptviz.i18n import t
from gptviz.labels import plain_in_markdown
from gptviz.ui import showcase

BOTH = pytest.mark.parametrize("language", ["en", "zh"])
PAGES = {"home": "app.py", **{key: f"pages/{key}.py" for key in ("train", "attention", "positions")}}


def open_numbers(app, *places):
    for place in places or ["left"]:
        app.session_state[f"data-{place}"] = True
    app.run()


@BOTH
@pytest.mark.parametrize("key", PAGES)
def test_every_page_opens_cold_in_both_languages_with_its_navigation(open_page, language, key):
    app = open_page(PAGES[key], language)
    assert app.title[0].value == t(f"page-{key}.title")
    links = [link.label for link in app.sidebar.get("page_link")]
    assert t("page-attention") in links
    assert t("page-train") in links


@BOTH
@pytest.mark.parametrize("key", ["attention", "positions"])
def test_without_any_run_not_even_ours_a_page_says_what_to_do_next(open_page, monkeypatch, language, key):
    monkeypatch.setattr(showcase, "take_in", lambda store: None)  # there is no text for it on this machine
    app = open_page(PAGES[key], language)
    assert [info.value for info in app.info] == [t("frame-no-run")]


@BOTH
def test_home_lists_the_runs_of_this_browser_only(open_page, trained_run, language):
    mine, theirs = trained_run(), trained_run(owner="somebody-else")
    app = open_page("app.py", language)
    shown = " ".join(link.label for link in app.main.get("page_link"))
    assert plain_in_markdown(mine.id[:4]) in shown
    assert plain_in_markdown(theirs.id[:4]) not in shown


@BOTH
def test_attention_shows_the_head_and_step_of_the_url(open_page, trained_run, language):
    run = trained_run()
    app = open_page(PAGES["attention"], language, run=run.id, block=1, head=1, step=0)
    assert app.selectbox(key="block").value == 1
    open_numbers(app)
    named = t("attention-one", block=t("words-block", number=2), head=t("words-head", number=2), step=0)
    assert named in [heading.value for heading in app.subheader]


@pytest.mark.parametrize("place", [{"block": 9, "head": 9, "step": 10**9}, {"block": "x", "head": "-1", "step": "1e3"}])
def test_a_link_to_a_head_that_is_not_there_shows_one_that_is(open_page, trained_run, place):
    app = open_page(PAGES["attention"], run=trained_run().id, **place)
    assert app.selectbox(key="block").value == 0
    assert app.selectbox(key="head").value == 0


def test_attention_of_two_runs_side_by_side_with_fewer_heads_in_one(open_page, trained_run):
    one, other = trained_run(heads=4), trained_run(heads=1, blocks=1)
    app = open_page(PAGES["attention"], run=one.id, beside=other.id, block=1, head=3)
    open_numbers(app, "left", "right")
    headings = [heading.value for heading in app.subheader]
    assert any(t("words-head", number=4) in text for text in headings)
    assert any(t("words-head", number=1) in text for text in headings)


@pytest.mark.parametrize("corpus", ["repeat", "brackets", "addition", "word-order"])
@pytest.mark.parametrize("key", ["attention", "positions"])
def test_pictures_of_every_corpus(open_page, trained_run, corpus, key):
    assert not open_page(PAGES[key], run=trained_run(corpus).id).exception


@pytest.mark.parametrize(
    "switches",
    [
        {"attention": None},
        {"positions": False},
        {"attention": None, "positions": False},
        {"attention": AttentionConfig(projections=False, causal=False, scale="none")},
        {"heads": 16, "blocks": 1},
        {"context_size": 4},
    ],
)
@BOTH
def test_pictures_of_every_kind_of_model(open_page, trained_run, language, switches):
    run = trained_run(**switches)
    for key in ("attention", "positions", "train"):
        app = open_page(PAGES[key], language, run=run.id)
        told = [info.value for info in app.info]
        if key == "attention":
            assert (t("attention-none") in told) == (run.model.attention is None)
        if key == "positions":
            assert (t("positions-none") in told) == (not run.model.positions)


@BOTH
def test_the_word_order_demonstration_uses_the_chapters_sentences(open_page, trained_run, language):
    run = trained_run("word-order", epochs=0.05)
    app = open_page(PAGES["positions"], language, run=run.id)
    first = app.text_input(key="order-first-word-order")
    assert first.value == "老鼠爱大米"
    first.set_value("老鼠爱大大").run()
    assert t("order-not-reordering") in [error.value for error in app.error]
    app.text_input(key="order-first-word-order").set_value("<b>$老鼠").run()
    assert app.error
    assert not app.exception
