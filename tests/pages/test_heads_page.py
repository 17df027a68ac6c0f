"""The heads page: design, prediction, progress, results, for owners and viewers, in both languages."""

import time

import pytest

from gptviz.corpus import load_corpus
from gptviz.experiment import registry
from gptviz.experiment.design import quick_design
from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.results import Result
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.i18n import t
from tests.pages.conftest import OWNER

PAGE = "pages/heads.py"
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.fixture(autouse=True)
def experiments(manager, monkeypatch):
    experiments = ExperimentManager(manager, MemoryExperimentStore(), poll_s=0.01)
    monkeypatch.setattr(registry, "_experiments", experiments)
    return experiments


@pytest.fixture
def finished(experiments):
    def run(heads=(1, 2, 4), seeds=2, owner=OWNER, sizes=(8,), **options):
        design = quick_design(
            [load_corpus("repeat")],
            heads,
            seeds,
            embedding_sizes=sizes,
            blocks=[1],
            epochs=0.02,
            engine="numpy",
            **options,
        )
        experiment = experiments.start(owner, design)
        wait_for(experiments, experiment, "finished")
        return experiment

    return run


def wait_for(experiments, experiment, status):
    end_s = time.monotonic() + 60
    while experiments.view(experiment).experiment.status != status:
        assert time.monotonic() < end_s, "waited in vain"
        time.sleep(0.02)


def see(app):
    app.button(key="heads-see").click().run()
    assert not app.exception, app.exception
    return app


@BOTH
def test_the_page_opens_with_the_chapters_exercise(open_page, language):
    app = open_page(PAGE, language)
    assert app.title[0].value == t("page-heads.title")
    assert app.multiselect(key="heads_heads").value == [2, 4, 8]
    assert [info.value for info in app.info] == [t("heads-empty")]
    assert any("15" in caption.value for caption in app.caption)  # 3 head counts, 5 seeds


def test_presets_fill_in_the_head_counts(open_page):
    app = open_page(PAGE)
    app.selectbox(key="heads_preset").set_value("divisors").run()
    assert app.multiselect(key="heads_heads").value == [1, 2, 4, 8, 16, 32, 64]
    app.selectbox(key="heads_preset").set_value("small").run()
    assert app.multiselect(key="heads_heads").value == [4, 8, 16, 32, 64]
    assert not app.exception


def test_combinations_that_cannot_be_are_named_and_only_one_other_thing_may_vary(open_page):
    app = open_page(PAGE)
    app.multiselect(key="heads_embedding_size").set_value([64, 24]).run()
    app.multiselect(key="heads_heads").set_value([2, 3]).run()
    assert [warning.value for warning in app.warning if "EMBEDDING_SIZE 64, HEADS 3" in warning.value]
    app.multiselect(key="heads_blocks").set_value([1, 2]).run()
    assert t("heads-vary-one") in [error.value for error in app.error]
    assert app.button(key="heads-start").disabled


def test_without_heads_there_is_nothing_to_start(open_page):
    app = open_page(PAGE)
    app.multiselect(key="heads_heads").set_value([]).run()
    assert app.button(key="heads-start").disabled
    assert not app.exception


@BOTH
def test_an_experiment_from_the_button_to_its_conclusion(open_page, experiments, language):
    app = open_page(PAGE, language)
    app.selectbox(key="corpus_choice").set_value("repeat").run()
    app.multiselect(key="heads_embedding_size").set_value([8]).run()
    app.multiselect(key="heads_heads").set_value([1, 2, 4]).run()
    app.slider(key="heads_seeds").set_value(2).run()
    app.number_input(key="heads_epochs").set_value(0.02).run()
    app.button(key="heads-start").click().run()
    (experiment,) = experiments.store.listed()
    assert app.query_params["experiment"] == experiment.id
    assert experiment.owner == OWNER
    assert t("heads-quiz") in [subheader.value for subheader in app.subheader]
    wait_for(experiments, experiment.id, "finished")
    app.run()
    app.pills(key=f"guess_best_{experiment.id}").set_value("none")
    app.pills(key=f"guess_speed_{experiment.id}").set_value("slower")
    see(app)
    shown = [subheader.value for subheader in app.subheader]
    for part in ("heads-loss", "heads-speed", "heads-conclusion", "heads-table", "heads-curves"):
        assert t(part) in shown
    told = " ".join(markdown.value for markdown in app.markdown)
    assert "HEADS 4" in told
    answers = " ".join(box.value for box in [*app.success, *app.warning])
    assert t("heads-quiz-slower") in answers
    assert t("heads-quiz-none") in answers
    assert len(app.get("plotly_chart")) == 3


def test_results_stay_hidden_until_the_learner_has_predicted_and_a_link_can_show_them(open_page, finished):
    experiment = finished()
    app = open_page(PAGE, experiment=experiment)
    assert not app.get("plotly_chart")
    app = open_page(PAGE, experiment=experiment, seen=experiment)
    assert len(app.get("plotly_chart")) == 3


def test_a_shared_link_shows_the_same_baseline_to_a_viewer_without_controls(open_page, finished):
    experiment = finished(owner="someone else")
    app = open_page(PAGE, "zh", experiment=experiment, seen=experiment, baseline=4)
    assert t("heads-viewer") in [info.value for info in app.info]
    assert app.selectbox(key="baseline").value == 4
    assert any("HEADS 1 与 4 相比" in markdown.value for markdown in app.markdown)


def test_when_two_things_vary_there_is_a_heat_map_and_a_choice(open_page, finished):
    experiment = finished(heads=(2, 4), sizes=(8, 6))
    app = open_page(PAGE, experiment=experiment, seen=experiment, slice=0)
    assert len(app.get("plotly_chart")) == 4
    assert app.selectbox(key="slice").options == ["EMBEDDING_SIZE 6", "EMBEDDING_SIZE 8"]
    assert app.selectbox(key="slice").value == 0
    assert any("nothing to compare" in info.value for info in app.info)  # only HEADS 2 divides 6


def test_one_seed_and_one_head_count_make_a_page_too(open_page, finished):
    for options in ({"seeds": 1}, {"heads": (2,)}):
        experiment = finished(**options)
        app = open_page(PAGE, experiment=experiment, seen=experiment)
        assert len(app.get("plotly_chart")) == 3


@pytest.mark.parametrize("some_finished", [False, True])
def test_diverged_runs_make_a_page_too(open_page, experiments, some_finished):
    design = quick_design([load_corpus("repeat")], [1, 2], 2)
    ends = {trial: Result("diverged", None, 3, 50.0, 1.0, "") for trial in design.trials}
    if some_finished:
        ends |= {trial: Result("finished", 2.0, 9, 50.0, 1.0, "") for trial in design.trials[:2]}
    experiment = experiments.start(OWNER, design, ends)
    wait_for(experiments, experiment, "finished")
    app = open_page(PAGE, experiment=experiment, seen=experiment)
    nothing_yet = t("experiment-nothing-yet") in [info.value for info in app.info]
    assert nothing_yet != some_finished
    assert any("diverged" in markdown.value for markdown in app.markdown) == some_finished


def test_an_experiment_that_is_gone_is_explained(open_page):
    app = open_page(PAGE, experiment="<b>no</b>")
    assert len(app.error) == 1
    assert "<b>" not in app.error[0].value
    assert t("heads-empty") in [info.value for info in app.info]


def test_pause_resume_and_stop(open_page, experiments, monkeypatch):
    design = quick_design([load_corpus("repeat")], [1, 2], 2, epochs=20, engine="numpy")
    experiment = experiments.start(OWNER, design)
    app = open_page(PAGE, experiment=experiment)
    app.button(key="heads-train-pause").click().run()
    assert experiments.view(experiment).experiment.status == "paused"
    assert t("heads-paused-asked") in [info.value for info in app.info]
    app.button(key="heads-train-resume").click().run()
    assert experiments.view(experiment).experiment.status == "running"
    app.button(key="heads-train-stop").click().run()
    assert experiments.view(experiment).experiment.status == "stopped"
    assert t("heads-stopped") in [info.value for info in app.info]
    assert not app.exception


def test_more_seeds_go_on_from_what_is_there(open_page, experiments, finished):
    experiment = finished(heads=(1, 2), seeds=1)
    app = open_page(PAGE, experiment=experiment, seen=experiment)
    app.button(key="heads-more").click().run()
    larger = app.query_params["experiment"]
    assert larger != experiment
    assert app.query_params["seen"] == larger
    assert len(experiments.view(larger).experiment.design.seeds) == 6
    wait_for(experiments, larger, "finished")
    app.run()
    assert not app.exception
    assert app.button(key=f"experiment-{experiment}")
