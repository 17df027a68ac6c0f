"""The train page through Streamlit's own test runner: settings, the button, and what a run shows."""

import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from gptviz.chapters import QUICK, chapter
from gptviz.corpus import own_corpus
from gptviz.i18n import t
from tests.conftest import ROOT
from tests.pages.conftest import OWNER, wait_for_end

PAGE = "pages/train.py"
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


def live_numbers(app):
    """What the component of the run's numbers is sent."""
    (sent,) = [one.proto for one in app.get("bidi_component") if one.proto.id.endswith("-live-numbers")]
    return json.loads(sent.json)


def small(app):
    """Settings that train within a second."""
    app.selectbox(key="corpus_choice").set_value("repeat").run()
    app.number_input(key="setting_epochs").set_value(0.05).run()
    app.slider(key="setting_embedding_size").set_value(16).run()
    return app


@BOTH
def test_the_page_opens_with_the_quick_preset_and_says_what_to_do(open_page, language):
    app = open_page(PAGE, language)
    assert app.title[0].value == t("page-train.title")
    assert app.select_slider(key="setting_heads").value == QUICK.switches["heads"]
    assert [info.value for info in app.info] == [t("train-empty")]
    assert app.button(key="train-start").label == t("train-start")


def test_heads_offers_only_divisors_and_follows_the_embedding_size(open_page):
    app = open_page(PAGE)
    app.select_slider(key="setting_heads").set_value(64).run()
    app.slider(key="setting_embedding_size").set_value(24).run()
    heads = app.select_slider(key="setting_heads")
    assert heads.options == [str(count) for count in (1, 2, 3, 4, 6, 8, 12, 24)]
    assert heads.value == 24
    assert not app.exception


def test_a_chapter_fills_in_its_exact_recipe(open_page):
    app = open_page(PAGE)
    app.selectbox(key="preset").set_value("multi-head").run()
    assert app.select_slider(key="setting_heads").value == 2
    assert app.number_input(key="setting_epochs").value == 2.0
    assert app.select_slider(key="setting_batch_size").value == 4
    assert not app.toggle(key="setting_residual").value
    described = [caption.value for caption in app.caption]
    assert any(f"{chapter('multi-head').parameters:,}" in text for text in described)


@pytest.mark.parametrize("key", ["token-embedding", "self-attention", "dropout"])
def test_every_kind_of_chapter_can_be_trained(open_page, manager, key):
    app = open_page(PAGE)
    app.selectbox(key="preset").set_value(key).run()
    small(app).button(key="train-start").click().run()
    assert not app.exception
    (run,) = manager.store.runs()
    assert (run.model.attention is None) == (key == "token-embedding")
    wait_for_end(manager, run.id)
    assert not app.run().exception


@BOTH
def test_training_shows_the_run_and_puts_it_into_the_url(open_page, manager, language):
    app = small(open_page(PAGE, language))
    app.button(key="train-start").click().run()
    (run,) = manager.store.runs()
    assert run.owner == OWNER
    assert app.query_params["run"] == run.id
    run = wait_for_end(manager, run.id)
    app.run()
    assert not app.exception
    assert f"{run.result.test_loss_nats:.4f}" in app.success[0].value
    shown = live_numbers(app)
    assert [label for label, _, _ in shown["numbers"]["metrics"]][1] == t("train-test-loss")
    assert shown["numbers"]["metrics"][1][1] == f"{run.result.test_loss_nats:.3f}"
    assert shown["feed"] is None  # nothing more is to come
    assert not [button for button in app.button if button.key == "train-pause"]


def test_a_double_click_starts_one_run(open_page, manager):
    app = small(open_page(PAGE))
    app.button(key="train-start").click().run()
    app.button(key="train-start").click().run()
    assert len(manager.store.runs()) == 1


def test_somebody_else_can_look_but_not_control(open_page, manager, trained_run):
    run = trained_run(owner="somebody-else")
    app = open_page(PAGE, run=run.id)
    assert t("frame-viewer") in [info.value for info in app.info]
    assert not {button.key for button in app.button} & {"train-pause", "train-resume", "train-step", "train-stop"}


def test_settings_of_a_run_that_was_just_left_leave_all_as_it_is(manager):
    """The browser may still send the label of a choice that is not on offer any more."""

    def page():
        import streamlit as st

        from gptviz.ui.settings_values import PRESET, fill, setting_key

        st.session_state[PRESET], st.session_state[setting_key("heads")] = "As the run shown here", 7
        fill()
        st.text(f"{st.session_state[PRESET]} {st.session_state[setting_key('heads')]}")

    app = AppTest.from_function(page).run()
    assert not app.exception
    assert app.text[0].value == "quick 7"


def test_nothing_can_be_started_before_the_browser_has_told_its_secret(manager):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).run()
    assert not app.exception
    assert not app.main.button
    assert not len(app.sidebar)


@BOTH
def test_an_unknown_run_in_the_url_is_explained(open_page, language):
    app = open_page(PAGE, language, run="<b>$x$</b>")
    assert len(app.warning) == 1
    assert "<b>" not in app.warning[0].value
    assert len(app.run().warning) == 1  # the message stays when the page runs again


@BOTH
@pytest.mark.parametrize("text", ["a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "short text"])
def test_a_text_that_cannot_be_trained_on_is_explained_and_kept(open_page, manager, language, text):
    app = open_page(PAGE, language)
    app.selectbox(key="corpus_choice").set_value("own").run()
    app.text_area(key="corpus_pasted").set_value(text).run()
    assert not app.exception
    assert app.error
    assert app.button(key="train-start").disabled
    assert app.text_area(key="corpus_pasted").value == text


def test_an_unreadable_probe_is_named_and_kept(open_page, trained_run):
    run = trained_run(corpus="repeat")
    app = open_page(PAGE, run=run.id)
    app.text_area(key="text").set_value("<i>ß</i>").run()
    assert not app.exception
    assert app.error
    assert app.text_area(key="text").value == "<i>ß</i>"


def test_a_probe_longer_than_the_context_is_cropped_visibly(open_page, trained_run):
    run = trained_run(corpus="brackets")
    app = open_page(PAGE, run=run.id)
    app.text_area(key="text").set_value("()" * 20).run()
    assert t("probe-cropped", given=40, context=16) in [caption.value for caption in app.caption]


def test_two_runs_lie_side_by_side(open_page, manager, trained_run):
    first, second = trained_run(heads=2), trained_run(heads=4)
    app = open_page(PAGE, run=second.id)
    app.multiselect(key="compare").set_value([first.id]).run()
    assert not app.exception
    assert list(app.dataframe[0].value["HEADS"]) == [4, 2]


@BOTH
def test_both_engines_speeds_are_shown_for_the_chosen_sizes(open_page, language):
    app = small(open_page(PAGE, language))
    app.button(key="speeds-measure").click().run()
    assert not app.exception
    told = [caption.value for caption in app.caption if "NumPy" in caption.value and "PyTorch" in caption.value]
    assert len(told) == 1
    app.slider(key="setting_embedding_size").set_value(32).run()
    assert not [caption for caption in app.caption if caption.value == told[0]]


def test_a_reload_keeps_the_settings_of_the_run_that_is_shown(open_page, trained_run):
    run = trained_run(corpus="brackets", heads=4, dropout=0.1, residual=True)
    app = open_page("pages/train.py", run=run.id)
    assert app.selectbox(key="preset").value == "shown"
    assert app.select_slider(key="setting_heads").value == 4
    assert app.slider(key="setting_embedding_size").value == 16
    assert app.number_input(key="setting_epochs").value == run.train.epochs
    assert app.toggle(key="setting_residual").value
    assert app.selectbox(key="corpus_choice").value == "brackets"


def test_settings_that_no_widget_can_show_are_not_taken_from_a_run(open_page, trained_run, manager):
    run = trained_run()
    manager.store.save(replace(run, train=replace(run.train, clip_norm=1e9)))
    app = open_page(PAGE, run=run.id)
    assert app.selectbox(key="preset").value == "quick"
    assert app.number_input(key="setting_clip_norm").value == 1.0


def test_settings_of_a_run_that_the_widgets_cannot_show_are_not_offered(open_page, trained_run):
    run = trained_run(embedding_size=12)
    app = open_page("pages/train.py", run=run.id)
    assert app.selectbox(key="preset").value == "quick"
    assert "shown" not in [*app.selectbox(key="preset").options]


def test_the_own_text_of_a_shown_run_is_at_hand_and_can_be_left(open_page, trained_run, manager):
    text = "".join(f"{number} little bears sat in a row. " for number in range(400))
    run = trained_run(corpus=own_corpus(text))
    app = open_page("pages/train.py", run=run.id)
    assert app.selectbox(key="corpus_choice").value == "own"
    assert not app.button(key="train-start").disabled
    app.button(key="corpus-forget").click().run()
    assert app.button(key="train-start").disabled


def test_an_uploaded_text_is_still_there_after_another_page(open_page):
    app = open_page("pages/train.py")
    app.selectbox(key="corpus_choice").set_value("own").run()
    text = "".join(f"{number} little bears sat in a row. " for number in range(400))
    app.file_uploader(key="corpus_upload").set_value(("bears.txt", text.encode(), "text/plain")).run()
    app.switch_page("pages/heads.py").run()
    app.switch_page("pages/train.py").run()
    assert not app.exception
    assert any("bears" in caption.value for caption in app.caption)
    assert not app.button(key="train-start").disabled


@BOTH
def test_the_feed_of_a_paused_run_asks_for_this_text_in_this_language(open_page, manager, language):
    app = small(open_page(PAGE, language))
    app.number_input(key="setting_epochs").set_value(8.0).run()
    app.button(key="train-start").click().run()
    (run,) = manager.store.runs()
    manager.pause(OWNER, run.id)
    app.text_area(key="text").set_value("abc").run()
    feed = live_numbers(app)["feed"]
    assert feed["path"] == f"/live/{run.id}"
    assert feed["query"] == {"text": "abc", "lang": language, "own": "1"}
    assert "paused" in feed["state"]
