"""The parameters page through Streamlit's own test runner."""

import pytest

from gptviz.i18n import t
from gptviz.parameters import count_parameters

PAGE = "pages/parameters.py"
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


def heading(count):
    return t("parameters-count", count=count)


def headings(app):
    return [one.value for one in app.subheader]


def slider(app, name):
    return app.select_slider(key=name)


@BOTH
def test_it_opens_with_the_multi_head_chapter_and_needs_no_run(open_page, language):
    app = open_page(PAGE, language)
    assert app.title[0].value == t("page-parameters.title")
    assert heading(109_889) in headings(app)
    assert [slider(app, name).value for name in ("embedding_size", "heads")] == [64, 2]
    table = app.dataframe[0].value
    assert table[t("parameters-axis")].sum() == 109_889
    assert t("parameters-layer-token-embedding") in table[t("parameters-part")].iloc[0]


@pytest.mark.parametrize(
    ("key", "count"),
    [("token-embedding", 74_561), ("position-embedding", 76_609), ("causal", 84_929), ("dropout", 110_529)],
)
def test_a_chapter_fills_in_its_sizes(open_page, key, count):
    app = open_page(PAGE)
    app.selectbox(key="start").set_value(key).run()
    assert not app.exception
    assert heading(count) in headings(app)
    assert app.query_params["start"] == key


def test_heads_change_nothing_and_the_embedding_size_a_lot(open_page):
    app = open_page(PAGE)
    slider(app, "heads").set_value(8).run()
    assert heading(109_889) in headings(app)
    slider(app, "embedding_size").set_value(128).run()
    assert heading(416_321) in headings(app)


def test_heads_follow_an_embedding_size_that_they_do_not_divide(open_page):
    app = open_page(PAGE)
    slider(app, "heads").set_value(64).run()
    slider(app, "embedding_size").set_value(24).run()
    assert not app.exception
    assert slider(app, "heads").value == 24


def test_a_link_shows_the_same_sizes(open_page):
    app = open_page(PAGE)
    slider(app, "blocks").set_value(5).run()
    app.toggle(key="layer_norm").set_value(True).run()
    linked = open_page(PAGE, **{name: app.query_params[name] for name in ("blocks", "layer_norm")})
    assert headings(linked)[1:2] == headings(app)[1:2]
    assert slider(linked, "blocks").value == 5


def test_nonsense_in_a_link_is_not_used(open_page):
    app = open_page(PAGE, heads="3", embedding_size="<b>", start="10", moves="none", positions="maybe")
    assert heading(109_889) in headings(app)


@BOTH
def test_a_run_in_the_url_is_counted(open_page, trained_run, language):
    run = trained_run(heads=4, layer_norm=True)
    app = open_page(PAGE, language, run=run.id)
    assert heading(count_parameters(run.model)) in headings(app)
    assert slider(app, "vocab_size").value == run.model.vocab_size
    app.selectbox(key="start").set_value("multi-head").run()
    assert heading(109_889) in headings(app)
    app.selectbox(key="start").set_value("run").run()
    assert heading(count_parameters(run.model)) in headings(app)


@BOTH
def test_the_answer_comes_after_the_guess(open_page, language):
    app = open_page(PAGE, language)
    assert len(app.dataframe) == 1
    app.button_group(key="guess_heads").set_value("same")
    app.button_group(key="guess_blocks").set_value("little")
    app.button(key="parameters-see").click().run()
    assert not app.exception
    answer = app.dataframe[1].value
    assert list(answer[t("parameters-quiz-mark")]) == ["", "", "", "✗", "✓"]
    assert t("parameters-quiz-right", right=1, asked=5) in [text.value for text in app.markdown]
    assert app.query_params["seen"] == "yes"


def test_a_model_without_attention_has_nothing_to_cut(open_page):
    app = open_page(PAGE)
    app.selectbox(key="attention").set_value("none").run()
    assert t("parameters-heads-none") in [info.value for info in app.info]
    assert not app.exception
