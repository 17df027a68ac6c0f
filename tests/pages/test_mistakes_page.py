"""The mistakes page and the trust panel of the attention page, through Streamlit's own test runner."""

import time

import pytest

from gptviz.analysis.checks import CHECKS
from gptviz.config import AttentionConfig
from gptviz.i18n import t
from gptviz.labels import plain_in_markdown
from gptviz.training.events import Finished
from gptviz.ui import mistakes_runs
from gptviz.ui.mistakes_answer import outcome
from gptviz.ui.mistakes_cases import MISTAKES

PAGE, ATTENTION = "pages/mistakes.py", "pages/attention.py"
BOTH = pytest.mark.parametrize("language", ["en", "zh"])
CROSS, TICK = ":red[**✗**]", ":green[**✓**]"
# As in tests/analysis/test_checks.py, for the columns that can be told before training.
CROSSES = {
    "no-mask": {"future", "leak"},
    "softmax-queries": {"rows", "leak"},
    "scale-none": {"scale"},
    "scale-embedding": {"scale"},
    "no-positions": {"positions"},
    "learning-rate": set(),
    "captured-dropout": {"rows", "mix"},
}


@pytest.fixture
def short(monkeypatch):
    """Runs of six steps instead of three hundred."""
    monkeypatch.setattr(mistakes_runs, "STEPS", 6)


def marks(table, row):
    """The names of checks that a row of the table crosses out."""
    names = {t(f"mistakes-check-{name}"): name for name in CHECKS}
    return {names[column] for column, mark in table.value.loc[row].items() if mark == CROSS}


def guess_and_train(app, manager, key):
    app.pills(key=f"mistakes-guess-{key}").set_value("same").run()
    app.button(key="mistakes-train").click().run()
    end = time.monotonic() + 60
    while time.monotonic() < end and not all(run.ended for run in manager.store.runs()):
        time.sleep(0.05)
    return app.run()


def markdowns(app):
    return [one.value for one in app.markdown]


@BOTH
def test_before_training_initial_parameters_show_the_checks(open_page, language):
    app = open_page(PAGE, language)
    assert t("mistakes-empty") in [info.value for info in app.info]
    table = app.table[0]
    assert marks(table, t("mistakes-none")) == set()
    for mistake in MISTAKES:
        assert marks(table, t(f"mistakes-{mistake.key}")) == CROSSES[mistake.key]


@BOTH
@pytest.mark.parametrize("key", CROSSES)
def test_the_switch_of_the_url_is_the_mistake_shown(open_page, language, key):
    app = open_page(PAGE, language, mistake=key)
    assert app.sidebar.radio(key="mistake").value == key
    assert t(f"mistakes-{key}") in [heading.value for heading in app.subheader]
    right, wrong = [text for text in markdowns(app) if t("mistakes-check-rows") in text][-2:]
    assert CROSS not in right
    assert wrong.count(CROSS) == len(CROSSES[key])


def test_an_unknown_mistake_in_the_url_shows_the_first(open_page):
    assert open_page(PAGE, mistake="<b>").sidebar.radio(key="mistake").value == "no-mask"


def test_training_waits_for_a_guess(open_page, short):
    app = open_page(PAGE)
    assert app.button(key="mistakes-train").disabled
    app.pills(key="mistakes-guess-no-mask").set_value("lower").run()
    assert not app.button(key="mistakes-train").disabled


@pytest.mark.parametrize("key", ["no-mask", "learning-rate"])
def test_both_train_on_the_same_batches_and_differ_in_the_slip_only(open_page, manager, short, key):
    app = guess_and_train(open_page(PAGE, mistake=key), manager, key)
    wrong, right = manager.store.runs()  # the newest first
    assert (right.train.seed, right.train.shuffle, right.total_steps) == (42, True, 6)
    changed = {
        name
        for one, other in ((right.model, wrong.model), (right.train, wrong.train))
        for name in vars(one)
        if getattr(one, name) != getattr(other, name)
    }
    assert changed == {"no-mask": {"attention"}, "learning-rate": {"learning_rate"}}[key]
    assert app.query_params["run"] == wrong.id
    assert not [button for button in app.button if button.key == "mistakes-train"]


@BOTH
def test_the_answer_tells_the_two_losses_of_the_runs(open_page, manager, short, language):
    app = guess_and_train(open_page(PAGE, language), manager, "no-mask")
    wrong, right = manager.store.runs()
    assert isinstance(right.result, Finished)
    losses = [run.result.test_loss_nats for run in (right, wrong)]
    told = t(
        "mistakes-measured",
        right=f"{losses[0]:.3f}",
        wrong=f"{losses[1]:.3f}",
        measured=t(f"mistakes-outcome-{outcome(*losses)}"),
    )
    assert told in markdowns(app)
    assert t("mistakes-no-mask.hides") in markdowns(app)
    # After six steps nothing has learned to beat counting: the last column says so, for the runs that have ended.
    assert t("mistakes-check-learned") in app.table[0].value.columns


def test_a_second_mistake_trains_the_wrong_run_only(open_page, manager, short):
    app = guess_and_train(open_page(PAGE), manager, "no-mask")
    app.sidebar.radio(key="mistake").set_value("no-positions").run()
    guess_and_train(app, manager, "no-positions")
    assert [run.model.positions for run in manager.store.runs()] == [False, True, True]


def test_weights_captured_in_dropout_need_one_run(open_page, manager, short):
    app = guess_and_train(open_page(PAGE, mistake="captured-dropout"), manager, "captured-dropout")
    assert len(manager.store.runs()) == 1
    assert t("mistakes-guess-right") in " ".join(markdowns(app))


def test_a_link_shows_both_runs_and_their_mistake_to_somebody_else(open_page, manager, short):
    guess_and_train(open_page(PAGE, mistake="scale-none"), manager, "scale-none")
    wrong, right = manager.store.runs()
    for run in (wrong, right):
        manager.store.save(type(run)(**{**vars(run), "owner": "somebody-else"}))
    app = open_page(PAGE, run=wrong.id)
    assert app.sidebar.radio(key="mistake").value == "scale-none"
    headings = [heading.value for heading in app.subheader]
    for role in ("right", "wrong"):
        assert t("mistakes-side", role=t(f"mistakes-{role}"), step=6) in headings


def test_who_looks_at_a_pair_of_somebody_else_trains_both_sides_of_another_mistake(open_page, manager, short):
    guess_and_train(open_page(PAGE, mistake="scale-none"), manager, "scale-none")
    theirs = manager.store.runs()
    for run in theirs:
        manager.store.save(type(run)(**{**vars(run), "owner": "somebody-else"}))
    app = guess_and_train(open_page(PAGE, run=theirs[0].id, mistake="no-mask"), manager, "no-mask")
    mine = [run for run in manager.store.runs() if run.id not in {one.id for one in theirs}]
    assert [run.model.attention.causal for run in mine] == [False, True]
    assert app.query_params["run"] == mine[0].id


@BOTH
@pytest.mark.parametrize(
    "switches",
    [
        {},
        {"heads": 1},
        {"attention": None},
        {"positions": False, "blocks": 1},
        {"attention": AttentionConfig(projections=False, causal=False)},
        {"context_size": 4},
    ],
)
def test_any_run_brings_its_own_checks(open_page, trained_run, language, switches):
    run = trained_run("word-order", epochs=0.02, **switches)
    app = open_page(PAGE, language, run=run.id)
    assert any(plain_in_markdown(run.id[:4]) in heading.value for heading in app.subheader)
    if run.model.attention is None:
        assert t("attention-none") in [info.value for info in app.info]
        return
    table = app.table[1]
    assert {"future", "leak"} <= marks(table, t("mistakes-no-mask"))
    one_head = run.model.heads == 1
    assert ("scale" in marks(table, t("mistakes-scale-embedding"))) == (not one_head)
    assert (t("mistakes-one-head") in [caption.value for caption in app.caption]) == one_head


@BOTH
def test_the_trust_panel_of_the_attention_page(open_page, trained_run, language):
    right, wrong = trained_run(), trained_run(attention=AttentionConfig(softmax_over="queries"))
    app = open_page(ATTENTION, language, run=right.id, beside=wrong.id, step=0)
    labels = [expander.label for expander in app.expander]
    assert t("trust-passed") in labels
    assert t("trust-failed", failed=2) in labels
    told = [text for text in markdowns(app) if t("mistakes-check-leak") in text]
    assert [text.count(CROSS) for text in told] == [0, 2]
    assert [text.count(TICK) for text in told] == [6, 4]


@pytest.mark.parametrize(("right", "wrong", "told"), [(2, 0.1, "lower"), (2, 2.05, "same"), (2, 2.5, "higher")])
def test_outcomes(right, wrong, told):
    assert outcome(right, wrong) == told
    assert outcome(right, float("nan")) == "higher"


def test_a_pair_of_ones_own_is_found_again_without_a_link_and_makes_one(open_page, manager, short):
    guess_and_train(open_page(PAGE, mistake="no-mask"), manager, "no-mask")
    app = open_page(PAGE, mistake="no-mask")
    assert app.query_params["run"] == manager.store.runs()[0].id
    assert t("mistakes-no-mask.hides") in markdowns(app)


@BOTH
def test_two_picked_checks_are_judged_by_the_table(open_page, language):
    app = open_page(PAGE, language)
    app.multiselect(key="mistakes-pick").set_value(["leak", "future"]).run()
    left = [key for key in CROSSES if not CROSSES[key] & {"leak", "future"}]
    names = t("list-comma").join(t(f"mistakes-{key}") for key in left)
    # Before training the best two are leak and scale, or rows and scale: four of seven.
    assert t("mistakes-pick-caught", caught=2, total=7, best=4, left=names) in markdowns(app)
