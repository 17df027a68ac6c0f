"""Experiments in a database: what is kept, that it is cheap to list, and what a restart leaves of it."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from sqlalchemy.exc import OperationalError

from gptviz.config import AttentionConfig
from gptviz.corpus.corpus import Corpus
from gptviz.errors import LearnerError
from gptviz.experiment.codec import design_from_json, design_to_json, progress_from_json, progress_to_json
from gptviz.experiment.design import quick_design
from gptviz.experiment.experiment import Experiment, Listed
from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.results import Result
from gptviz.experiment.sql_store import SqlExperimentStore
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.runs import rows
from gptviz.runs.database import open_database
from gptviz.runs.executors import LocalExecutor
from gptviz.runs.manager import RunManager
from gptviz.runs.sql_store import SqlStore
from tests.experiment.conftest import CORPUS, Bench, loss_of

OTHER = Corpus.from_text("repeat", "generated", "老鼠爱大米\x00😀" * 300)
DESIGN = quick_design([CORPUS, OTHER], (1, 2, 3), 2, embedding_sizes=(8, 64), learning_rates=(1e-3, 0.1 + 0.2))


def new_experiment(experiment_id="first", created_s=1.0, **changes):
    return Experiment(**{"id": experiment_id, "owner": "me", "design": DESIGN, "created_s": created_s, **changes})


def assert_same_design(design, other):
    assert [corpus.fingerprint for corpus in design.corpora] == [corpus.fingerprint for corpus in other.corpora]
    assert design.trials == other.trials
    assert (design.switches, design.train, design.invalid.keys()) == (other.switches, other.train, other.invalid.keys())


def assert_same(experiment, other):
    assert_same_design(experiment.design, other.design)
    assert replace(experiment, design=DESIGN) == replace(other, design=DESIGN)


def code(call, *args):
    with pytest.raises(LearnerError) as caught:
        call(*args)
    return caught.value.code


def restarted(url):
    """Both managers of a server that is started with what an earlier one left."""
    engine = open_database(url)
    return Bench(runs=SqlStore(engine), experiments=SqlExperimentStore(engine))


@pytest.mark.parametrize("attention", [None, AttentionConfig(), AttentionConfig(False, False, "none", "queries")])
def test_every_design_survives_the_way_to_json_and_back(attention):
    design = replace(DESIGN, switches={**DESIGN.switches, "attention": attention})
    back = design_from_json(design_to_json(design), lambda key: {"own": CORPUS, "repeat": OTHER}[key[0]])
    assert_same_design(back, design)
    assert [back.configure(trial) for trial in back.trials] == [design.configure(trial) for trial in design.trials]


def test_a_design_with_a_bad_setting_is_refused():
    text = design_to_json(DESIGN).replace('"batch_size": 32', '"batch_size": 0')
    with pytest.raises(LearnerError):
        design_from_json(text, lambda key: CORPUS)


def test_runs_and_known_results_survive():
    trials = DESIGN.trials
    known = {
        trials[0]: Result("finished", 1.0 / 3.0, 9, 12.5, 0.1, ""),
        trials[1]: Result("diverged", None, 3, None, 0.1, "run"),
    }
    experiment = new_experiment(known=known, runs={trials[2]: "a", trials[3]: "b"}, pause_reason="idle")
    back = progress_from_json(progress_to_json(experiment))
    assert back == {"known": known, "runs": experiment.runs, "pause_reason": "idle"}


def test_it_says_what_the_store_in_memory_says_and_again_when_opened_anew(url):
    memory, database = MemoryExperimentStore(), SqlExperimentStore(open_database(url))
    small = quick_design([CORPUS], (1, 2), 3)
    for store in (memory, database):
        store.save(new_experiment())
        store.save(new_experiment("second", 2.0, design=small, owner="you"))
        store.save(new_experiment(status="paused", pause_reason="asked", runs={DESIGN.trials[0]: "a"}))
        store.save(new_experiment("third", 3.0, status="finished"))
    for store in (database, SqlExperimentStore(open_database(url))):
        assert store.trouble is None
        assert store.listed() == memory.listed()
        assert store.listed()[1] == Listed("second", "you", (1, 2), 3)
        assert [one.id for one in store.running()] == [one.id for one in memory.running()] == ["second"]
        for experiment_id in ("first", "second", "third"):
            assert_same(store.experiment(experiment_id), memory.experiment(experiment_id))
        for nowhere in (store, memory):
            assert code(nowhere.experiment, "none") == "unknown-experiment"


def test_a_list_needs_no_text_and_equal_texts_are_held_once(url, monkeypatch):
    store = SqlExperimentStore(open_database(url))
    for number in range(5):
        store.save(new_experiment(f"e{number}", number, status="finished"))
    read, reads = rows.read_corpus, []
    monkeypatch.setattr(rows, "read_corpus", lambda connection, key: reads.append(key) or read(connection, key))
    again = SqlExperimentStore(open_database(url))
    assert len(again.listed()) == 5
    assert again.running() == []
    assert reads == []
    opened = [again.experiment(f"e{number}") for number in range(5)]
    assert len(reads) == 2
    assert len({id(one.design.corpora[1]) for one in opened}) == 1


def test_a_deleted_run_does_not_take_the_text_that_an_experiment_needs(url):
    bench = restarted(url)
    experiment = bench.start(heads=(1, 2), seeds=1)
    bench.finish(experiment)
    for run in bench.runs.store.runs():
        bench.runs.store.delete(run.id)
    bench.runs.shutdown()
    design = SqlExperimentStore(open_database(url)).experiment(experiment).design
    assert design.corpora[0].fingerprint == CORPUS.fingerprint
    again = restarted(url)  # which can train all of it once more
    assert code(again.experiments.resume, "you", experiment) == "not-owner"
    again.experiments.resume("me", experiment)
    again.finish(experiment)
    assert len(again.view(experiment).results) == 2
    again.runs.shutdown()


def test_when_the_database_cannot_be_written_experiments_go_on_and_are_written_later(url, monkeypatch):
    store = SqlExperimentStore(open_database(url))
    begin, broken = store._engine.begin, [True]

    def full(*args, **kwargs):
        if broken:
            raise OperationalError("insert", {}, OSError("database or disk is full"))
        return begin()

    monkeypatch.setattr(store._engine, "begin", full, raising=False)
    store.save(new_experiment())
    store.save(new_experiment(status="stopped"))
    store.save(new_experiment("second", 2.0))
    assert store.trouble == "OperationalError"
    assert store.experiment("first").status == "stopped"
    assert [one.id for one in store.running()] == ["second"]
    assert SqlExperimentStore(open_database(url)).listed() == []
    broken.clear()
    store.write_missing()
    assert store.trouble is None
    again = SqlExperimentStore(open_database(url))
    assert again.listed() == store.listed()
    assert again.experiment("first").status == "stopped"


def test_an_experiment_that_cannot_be_read_now_is_not_unknown(url, monkeypatch):
    SqlExperimentStore(open_database(url)).save(new_experiment(status="finished"))
    store = SqlExperimentStore(open_database(url))

    def away():
        raise OperationalError("select", {}, OSError("server closed the connection"))

    monkeypatch.setattr(store._engine, "connect", away, raising=False)
    assert code(store.experiment, "first") == "database-away"
    monkeypatch.undo()
    assert store.experiment("first").status == "finished"


def test_after_a_restart_an_experiment_is_paused_with_its_results_and_goes_on_without_repeating_a_cell(url):
    before = restarted(url)
    experiment = before.start(heads=(1, 2, 4), seeds=2)
    before.work_until(lambda: len(before.view(experiment).results) >= 2)
    before.settle()
    for _ in range(2):  # half of a run each; then the server is gone
        before.work()
    before.settle()
    had = before.view(experiment)

    after = restarted(url)
    view = after.view(experiment)
    assert (view.experiment.status, view.experiment.pause_reason) == ("paused", "restart")
    assert view.results == had.results
    assert view.share == pytest.approx(had.share)
    after.settle()
    # Nothing trains on before its owner says so.
    assert {run.status for run in after.view(experiment).runs.values()} <= {"paused", "finished"}
    assert code(after.experiments.resume, "you", experiment) == "not-owner"
    halfway = {run.id for run in view.runs.values() if not run.ended and run.step}
    assert halfway
    after.experiments.resume("me", experiment)
    tasks, submit = [], after.executor.submit
    after.executor.submit = lambda function, task: tasks.append(task) or submit(function, task)
    after.finish(experiment)
    whole = after.view(experiment)
    assert len(whole.results) == 6
    assert {result.status for result in whole.results.values()} == {"finished"}
    for trial, result in whole.results.items():
        assert result.test_loss_nats == pytest.approx(loss_of(trial.cell.heads, trial.seed))
    assert had.results.items() <= whole.results.items()
    assert halfway <= {result.run for result in whole.results.values()}
    repeated = {(task.model.heads, task.train.seed) for task in tasks}
    assert not repeated & {(trial.cell.heads, trial.seed) for trial in had.results}
    before.runs.shutdown()
    after.runs.shutdown()


def test_a_server_killed_just_before_it_noted_the_end_finds_the_experiment_finished(url):
    bench = restarted(url)
    experiment = bench.start(heads=(1, 2), seeds=1)
    bench.finish(experiment)
    bench.experiments.store.save(replace(bench.view(experiment).experiment, status="running"))
    bench.runs.shutdown()
    again = restarted(url)
    assert again.status(experiment) == "finished"
    again.runs.shutdown()


SERVER = """
import sys, time
from gptviz.corpus import load_corpus
from gptviz.experiment.design import quick_design
from gptviz.experiment.registry import get_experiments
design = quick_design(
    [load_corpus("word-order")], (1, 2), 2, embedding_sizes=(8,), blocks=(1,), epochs=0.2, engine="numpy"
)
experiments = get_experiments()
print(experiments.start("me", design), flush=True)
time.sleep(600)
"""


@pytest.mark.slow
def test_a_server_killed_in_mid_experiment_loses_nothing(url, tmp_path):
    environment = {**os.environ, "GPTVIZ_HOME": str(tmp_path)}
    environment.pop("GPTVIZ_DATABASE_URL", None)
    if url.startswith("postgresql"):
        environment["GPTVIZ_DATABASE_URL"] = url
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True, env=environment)
    experiment = server.stdout.readline().strip()
    end_s = time.monotonic() + 120
    while True:
        assert time.monotonic() < end_s
        time.sleep(0.1)
        ended = [run for run in SqlStore(open_database(url)).runs() if run.status == "finished"]
        if ended:
            break
    os.kill(server.pid, signal.SIGKILL)
    server.wait()

    engine = open_database(url)
    executor = LocalExecutor(workers=2)
    runs = RunManager(executor, SqlStore(engine))
    runs.take_over()
    experiments = ExperimentManager(runs, SqlExperimentStore(engine))
    experiments.take_over()
    had = experiments.view(experiment)
    assert (had.experiment.status, had.experiment.pause_reason) == ("paused", "restart")
    assert {run.id for run in ended} <= {result.run for result in had.results.values()}
    experiments.resume("me", experiment)
    while experiments.view(experiment).experiment.status != "finished":
        assert time.monotonic() < end_s
        experiments.renew(experiment)
        time.sleep(0.1)
    whole = experiments.view(experiment)
    assert len(whole.results) == 4
    assert had.results.items() <= whole.results.items()
    runs.shutdown()
