"""Choices in the URL: what was put there counts, even for a run that the browser asked for before it knew of it."""

import time

from streamlit.testing.v1 import AppTest

from gptviz.ui.url_state import KNOWN_AFTER_S


def page():
    import streamlit as st

    from gptviz.ui.url_state import asked_choice, drop_choice, set_choice

    if st.button("seven"):
        set_choice("step", 7)
    if st.button("none"):
        drop_choice("step")
    st.text(f"asked {asked_choice('step')}")


def asked(app):
    return app.text[0].value


def test_a_run_with_the_old_url_does_not_take_back_what_was_just_chosen(monkeypatch):
    app = AppTest.from_function(page).run()
    assert asked(app) == "asked None"
    app.button[0].click().run()
    assert asked(app) == "asked 7"
    assert app.query_params["step"] == "7"
    app.query_params.clear()
    assert asked(app.run()) == "asked 7"
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + KNOWN_AFTER_S)
    assert asked(app.run()) == "asked None"  # by now the browser knows: it is somewhere else


def test_what_was_taken_out_does_not_come_back(monkeypatch):
    app = AppTest.from_function(page)
    app.query_params["step"] = "3"
    assert asked(app.run()) == "asked 3"
    app.button[1].click().run()
    app.query_params["step"] = "3"
    assert asked(app.run()) == "asked None"
