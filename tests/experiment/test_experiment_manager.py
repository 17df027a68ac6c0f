"""Experiments from start to end: as many runs as workers, pause, stop, resume, and nothing finished is repeated."""

import pytest

from gptviz.errors import LearnerError
from gptviz.experiment.design import Trial, quick_design
from gptviz.runs.library import Library
from gptviz.runs.limits import Limits
from gptviz.runs.run import ClusterLost
from tests.experiment.conftest import CORPUS, Bench, loss_of


def code(call, *args):
    with pytest.raises(LearnerError) as caught:
        call(*args)
    return caught.value.code


def heads_and_seeds(view):
    return {(trial.cell.heads, trial.seed) for trial in view.results}


def test_an_experiment_trains_every_cell_with_every_seed(bench):
    experiment = bench.start()
    bench.finish(experiment)
    view = bench.view(experiment)
    assert heads_and_seeds(view) == {(heads, seed) for heads in (1, 2, 4) for seed in (42, 43)}
    for trial, result in view.results.items():
        assert result.status == "finished"
        assert result.test_loss_nats == pytest.approx(loss_of(trial.cell.heads, trial.seed))
        assert result.steps_per_second == pytest.approx(1000 / trial.cell.heads / (32 * 32))
        assert bench.runs.store.run(result.run).owner == "me"
    assert view.share == 1.0


def test_never_more_runs_at_once_than_workers(bench):
    experiment = bench.start(heads=(1, 2, 4, 8), seeds=5)
    for _ in range(25):
        bench.work()
        bench.settle()
        assert sum(not run.ended for run in bench.view(experiment).runs.values()) == 2


def test_progress_is_told_by_run_and_as_a_whole(bench):
    experiment = bench.start(heads=(1, 2), seeds=2)
    assert bench.view(experiment).remaining_s is None
    bench.settle()
    total = next(iter(bench.view(experiment).runs.values())).total_steps
    bench.work()
    bench.settle()
    view = bench.view(experiment)
    assert view.share == pytest.approx(5 / total / 4)
    assert view.remaining_s == pytest.approx((4 - 5 / total) * (0.5 * total / 5) / 2)


def test_pause_and_resume(bench):
    experiment = bench.start()
    bench.work()
    bench.experiments.pause("me", experiment)
    bench.experiments.pause("me", experiment)
    view = bench.view(experiment)
    assert (view.experiment.status, view.experiment.pause_reason) == ("paused", "asked")
    bench.settle()
    assert {run.status for run in bench.view(experiment).runs.values()} == {"paused"}
    begun = dict(bench.view(experiment).experiment.runs)
    bench.experiments.resume("me", experiment)
    bench.finish(experiment)
    assert begun.items() <= bench.view(experiment).experiment.runs.items()


def test_an_experiment_nobody_looks_at_pauses_with_all_its_runs_and_says_so(bench):
    experiment = bench.start()
    bench.work()
    bench.now_s = 119
    bench.experiments.renew(experiment)
    bench.now_s = 238
    bench.work()
    bench.settle()
    assert bench.status(experiment) == "running"
    bench.now_s = 240
    bench.settle()
    view = bench.view(experiment)
    assert (view.experiment.status, view.experiment.pause_reason) == ("paused", "idle")
    assert not any(run.active for run in view.runs.values())
    bench.experiments.resume("me", experiment)
    bench.finish(experiment)


def test_a_look_at_the_experiment_counts_for_all_its_runs(bench):
    experiment = bench.start()
    for _ in range(5):
        bench.settle()
        bench.now_s += 100
        bench.experiments.renew(experiment)
        bench.work()
    bench.settle()
    assert not [run for run in bench.view(experiment).runs.values() if run.status == "paused"]


def test_stop_keeps_what_has_finished_and_resume_does_not_repeat_it(bench):
    experiment = bench.start()
    bench.work_until(lambda: len(bench.view(experiment).results) >= 2)
    bench.experiments.stop("me", experiment)
    bench.settle()
    view = bench.view(experiment)
    assert view.experiment.status == "stopped"
    assert not [run for run in view.runs.values() if not run.ended]
    finished = {trial: run.id for trial, run in view.runs.items() if run.status == "finished"}
    assert len(finished) >= 2
    bench.experiments.resume("me", experiment)
    bench.finish(experiment)
    view = bench.view(experiment)
    assert finished.items() <= view.experiment.runs.items()
    assert {result.status for result in view.results.values()} == {"finished"}
    assert len(view.results) == 6
    assert code(bench.experiments.resume, "me", experiment) == "experiment-complete"


def test_a_run_that_was_thrown_away_counts_as_not_begun_until_it_is_taken_back(bench):
    experiment = bench.start(heads=(1, 2), seeds=1)
    bench.finish(experiment)
    library, run = Library(bench.runs), bench.runs.store.runs()[0]
    library.delete("me", run.id)
    assert len(bench.view(experiment).results) == 1
    library.undelete("me", run.id)
    assert len(bench.view(experiment).results) == 2
    library.delete("me", run.id)
    bench.experiments.resume("me", experiment)
    bench.finish(experiment)
    assert len(bench.view(experiment).results) == 2
    assert run not in bench.view(experiment).runs.values()


def test_a_failed_run_ends_alone_and_can_be_tried_again(bench):
    experiment = bench.start(heads=(1, 2), seeds=1)
    bench.work(ZeroDivisionError("by zero"))
    bench.finish(experiment)
    assert sorted(result.status for result in bench.view(experiment).results.values()) == ["failed", "finished"]
    bench.experiments.resume("me", experiment)
    bench.finish(experiment)
    assert {result.status for result in bench.view(experiment).results.values()} == {"finished"}


def test_a_diverged_run_is_a_result_and_is_not_repeated(bench):
    experiment = bench.start(heads=(1,), seeds=1, learning_rates=(2.0,))
    bench.finish(experiment)
    (result,) = bench.view(experiment).results.values()
    assert (result.status, result.test_loss_nats) == ("diverged", None)
    assert code(bench.experiments.resume, "me", experiment) == "experiment-complete"


def test_more_seeds_keep_the_results_so_far(bench):
    first = bench.start(seeds=2)
    bench.finish(first)
    known = bench.view(first)
    second = bench.experiments.add_seeds("you", first, 1)
    bench.finish(second)
    view = bench.view(second)
    assert view.experiment.owner == "you"
    assert len(view.results) == 9
    assert {trial.seed for trial in view.experiment.runs} == {44}
    assert all(view.results[trial] is result for trial, result in known.results.items())
    assert view.share == 1.0


def test_a_run_stopped_or_paused_by_itself_does_not_hold_up_the_others(bench):
    experiment = bench.start()
    bench.settle()
    first, second = bench.view(experiment).runs.values()
    bench.runs.stop("me", first.id)
    bench.runs.pause("me", second.id)
    bench.work_until(lambda: bench.status(experiment) == "paused")
    view = bench.view(experiment)
    assert view.experiment.pause_reason == "asked"
    assert sorted(run.status for run in view.runs.values()) == ["finished"] * 4 + ["paused", "stopped"]
    bench.experiments.resume("me", experiment)
    bench.finish(experiment)
    assert {result.status for result in bench.view(experiment).results.values()} == {"finished"}


def test_a_lost_cluster_pauses_the_experiment(bench):
    experiment = bench.start()
    for _ in range(2):
        bench.work(ClusterLost("cluster-lost", "gone", address="tcp://nowhere"))
    bench.settle()
    view = bench.view(experiment)
    assert (view.experiment.status, view.experiment.pause_reason) == ("paused", "cluster")
    bench.experiments.resume("me", experiment)
    bench.finish(experiment)


def test_only_its_owner_controls_an_experiment_and_everyone_may_look(bench):
    experiment = bench.start()
    for control in (bench.experiments.pause, bench.experiments.resume, bench.experiments.stop):
        assert code(control, "you", experiment) == "not-owner"
        assert code(control, "me", "nowhere") == "unknown-experiment"
    bench.experiments.renew(experiment)
    assert code(bench.experiments.view, "nowhere") == "unknown-experiment"
    assert code(bench.experiments.start, "", quick_design([CORPUS], [1], 1)) == "no-owner"


def test_an_experiment_with_no_valid_combination_is_refused(bench):
    assert code(bench.start, (3, 5)) == "experiment-empty"


def test_invalid_combinations_do_not_hold_up_the_others(bench):
    experiment = bench.start(heads=(2, 3), seeds=1)
    bench.finish(experiment)
    assert heads_and_seeds(bench.view(experiment)) == {(2, 42)}


def test_two_experiments_share_the_workers():
    bench = Bench(workers=2)
    first, second = bench.start(seeds=3), bench.start(seeds=3, owner="you")
    bench.work_until(lambda: len(bench.view(first).results) >= 2 and len(bench.view(second).results) >= 2)
    bench.finish(first)
    bench.finish(second)
    bench.runs.shutdown()


def test_a_fault_in_one_experiment_does_not_end_the_others(bench, monkeypatch):
    start = bench.runs.start

    def broken(owner, *args, **options):
        if owner == "broken":
            raise OSError("disk full")
        return start(owner, *args, **options)

    monkeypatch.setattr(bench.runs, "start", broken)
    faulty, other = bench.start(owner="broken"), bench.start()
    bench.finish(other)
    view = bench.view(faulty)
    assert (view.experiment.status, view.experiment.pause_reason) == ("paused", "fault")


def test_runs_are_named_by_what_sets_them_apart(bench):
    experiment = bench.start(heads=(4,), seeds=1)
    bench.settle()
    ((trial, run),) = bench.view(experiment).runs.items()
    assert trial == Trial(trial.cell, 42)
    assert run.name == "HEADS 4 · EMBEDDING_SIZE 64 · SEED 42"


@pytest.mark.parametrize(
    ("limits", "code_of_it"),
    [(Limits(runs_kept=5), "limit-runs"), (Limits(parameters=1000), "limit-parameters")],
)
def test_what_is_beyond_the_server_s_limits_is_refused_before_anything_is_trained(bench, limits, code_of_it):
    bench.runs.set_limits(limits)
    assert code(bench.start) == code_of_it  # six runs of 110,000 parameters
    assert bench.runs.store.runs() == []
    assert bench.experiments.store.listed() == []
