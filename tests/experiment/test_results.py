"""Results as a table and as a file that an experiment is taken up from."""

import pytest

from gptviz.experiment.design import ExperimentError, quick_design, with_more_seeds
from gptviz.experiment.results import COLUMNS, Result, read_results, results_frame, write_results
from tests.experiment.conftest import CORPUS

DESIGN = quick_design([CORPUS], [1, 2, 3], 2)


def result(loss=1.5, status="finished"):
    return Result(status, loss, 100, 12.5, 8.0, "abc")


def test_the_table_has_a_row_a_result_in_the_order_of_cells_and_seeds():
    results = {trial: result(trial.cell.heads + trial.seed / 100) for trial in reversed(DESIGN.trials)}
    frame = results_frame(DESIGN, results)
    assert tuple(frame.columns) == COLUMNS
    assert frame[["heads", "seed"]].to_numpy().tolist() == [[1, 42], [1, 43], [2, 42], [2, 43]]
    assert frame["test_loss_nats"].tolist() == [1.42, 1.43, 2.42, 2.43]
    assert frame["head_size"].tolist() == [64, 64, 32, 32]
    assert frame["parameters"].nunique() == 1
    assert results_frame(DESIGN, {}).empty


def test_a_file_gives_back_what_need_not_be_repeated(tmp_path):
    first, second, third, fourth = DESIGN.trials
    path = tmp_path / "results.csv"
    ends = {
        first: result(),
        second: result(None, "diverged"),
        third: result(None, "failed"),
        fourth: result(None, "stopped"),
    }
    write_results(path, DESIGN, ends)
    known = read_results(path, with_more_seeds(DESIGN, 2))
    assert set(known) == {first, second}
    assert (known[first].test_loss_nats, known[second].test_loss_nats) == (1.5, None)
    assert (known[first].steps, known[first].steps_per_second, known[first].run) == (100, 12.5, "")
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("changes", [{"epochs": 0.1}, {"batch_size": 8}, {"blocks": [1]}, {"engine": "numpy"}])
def test_results_of_other_settings_do_not_count(tmp_path, changes):
    path = tmp_path / "results.csv"
    write_results(path, DESIGN, {trial: result() for trial in DESIGN.trials})
    assert len(read_results(path, DESIGN)) == 4
    assert read_results(path, quick_design([CORPUS], [1, 2, 3], 2, **changes)) == {}


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "\x00\xff"])
def test_another_file_is_refused(tmp_path, text):
    path = tmp_path / "notes.csv"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(ExperimentError) as caught:
        read_results(path, DESIGN)
    assert caught.value.code == "experiment-file"
