"""Parts of pages that are not drawn while they are closed: what they hold counts all the same."""

import pytest

from gptviz.i18n import t

PARTS = {"settings-model": "setting_residual", "settings-training": "setting_shuffle"}


def keys(app):
    return {toggle.key for toggle in app.toggle}


@pytest.mark.parametrize(("part", "inside"), PARTS.items())
def test_a_setting_keeps_its_value_when_its_part_is_closed_and_opened_again(open_page, part, inside):
    app = open_page("pages/train.py")
    value = not app.toggle(key=inside).value
    app.toggle(key=inside).set_value(value).run()
    app.session_state[part] = False
    app.run()
    assert inside not in keys(app)
    app.session_state[part] = True
    app.run()
    assert app.toggle(key=inside).value is value


def test_a_run_is_trained_with_settings_that_are_closed(open_page, manager):
    app = open_page("pages/train.py")
    app.toggle(key="setting_residual").set_value(False).run()
    for part in PARTS:
        app.session_state[part] = False
    app.number_input(key="setting_epochs").set_value(0.05).run()
    app.run()
    app.button(key="train-start").click().run()
    (run,) = manager.store.runs()
    assert not run.model.residual
    assert run.train.epochs == 0.05


@pytest.mark.parametrize("language", ["en", "zh"])
def test_positions_from_close_by_come_when_they_are_opened(open_page, trained_run, language):
    app = open_page("pages/positions.py", language, run=trained_run().id)
    closed = len(app.get("plotly_chart"))
    app.session_state["positions-close"] = True
    app.run()
    assert len(app.get("plotly_chart")) == closed + 2
    assert t("positions-close") in [part.label for part in app.expander]
