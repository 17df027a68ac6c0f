"""What results say about HEADS, and in which words."""

import math

import numpy as np
import pytest

from gptviz.experiment.conclusion import conclude, with_sign
from gptviz.experiment.design import Trial, quick_design
from gptviz.experiment.results import Result
from gptviz.experiment.statistics import Interval
from gptviz.experiment.summary import default_baseline, late_fall_nats, slices_of, summarise, summary_frame
from gptviz.i18n import use_language
from gptviz.runs.curves import CurveRecorder, CurveRows
from gptviz.training.events import Evaluation
from tests.experiment.conftest import CORPUS

SEEDS = 5
WOBBLE = (0.02, -0.02, 0.05, -0.05, 0.0)  # what seeds have in common
NOISE = (0.002, 0.001, -0.003, 0.0, 0.001)


@pytest.fixture(autouse=True, params=["en", "zh"])
def language(request):
    use_language(request.param)
    yield request.param
    use_language("en")


def results(design, means, speeds=None, like=None):
    """A loss for each head count; all seeds wobble together, and a little by themselves."""
    made = {}
    for trial in design.trials:
        cell, number = trial.cell, trial.seed - design.seeds[0]
        if cell.heads not in means or (like and cell.embedding_size != like):
            continue
        own = NOISE[(number + cell.heads) % len(NOISE)]
        speed = (speeds or {}).get(cell.heads, 100.0) * (1 + own)
        made[trial] = Result("finished", means[cell.heads] + WOBBLE[number] + own, 100, speed, 8.0, "")
    return made


def summary_of(means, seeds=SEEDS, speeds=None, baseline=None):
    design = quick_design([CORPUS], means, seeds)
    return summarise(design, results(design, means, speeds), design.cells[0], baseline)


def headline(means, **options):
    return conclude(summary_of(means, **options)).headline


def test_differences_are_paired_so_that_common_wobble_falls_out():
    summary = summary_of({1: 1.95, 2: 1.85, 4: 1.84})
    rows = {row.heads: row for row in summary.rows}
    assert summary.baseline == 2
    assert rows[2].difference is None
    assert rows[1].difference.mean == pytest.approx(0.1, abs=0.003)
    assert rows[1].difference.half_width < 0.01 < rows[1].loss.half_width
    assert rows[4].difference.verdict == "lower"
    assert (rows[4].head_size, rows[4].parameters) == (16, rows[1].parameters)


def test_the_learner_may_choose_the_baseline():
    summary = summary_of({1: 1.95, 2: 1.85, 4: 1.84}, baseline=4)
    assert summary.baseline == 4
    assert [row.difference is None for row in summary.rows] == [False, False, True]
    assert summary_of({1: 1.95, 4: 1.84}, baseline=64).baseline == 1
    assert default_baseline([8, 4]) == 4


def test_only_results_with_the_same_other_settings_count():
    design = quick_design([CORPUS], [1, 2], SEEDS, embedding_sizes=[32, 64])
    small, large = slices_of(design)
    assert (small.embedding_size, large.embedding_size) == (32, 64)
    ends = results(design, {1: 2.0, 2: 2.1}, like=32) | results(design, {1: 1.9, 2: 1.8}, like=64)
    assert summarise(design, ends, small).best.heads == 1
    assert summarise(design, ends, large).best.heads == 2


def test_diverged_runs_are_counted_and_not_in_the_mean(language):
    design = quick_design([CORPUS], [1, 2], 3)
    ends = results(design, {1: 1.9, 2: 1.8})
    ends[Trial(design.cells[0], 43)] = Result("diverged", None, 5, 90.0, 1.0, "")
    summary = summarise(design, ends, design.cells[0])
    assert summary.rows[0].diverged == 1
    assert (summary.rows[0].loss.count, summary.rows[0].difference.count, summary.rows[0].speed.count) == (2, 2, 2)
    told = " ".join(conclude(summary).settle)
    assert ("diverged" if language == "en" else "发散") in told


def test_nothing_is_said_before_a_run_has_finished():
    design = quick_design([CORPUS], [1, 2], 2)
    assert summarise(design, {}, design.cells[0]) is None
    failed = {design.trials[0]: Result("failed", None, 0, None, 0.0, "")}
    assert summarise(design, failed, design.cells[0]) is None


@pytest.mark.parametrize(
    ("means", "english", "chinese"),
    [
        ({2: 1.9}, "nothing to compare", "还没有可比的"),
        ({2: 1.85, 4: 1.85, 8: 1.851}, "No difference shown", "没有看出差别"),
        ({2: 1.85, 8: 1.83, 64: 1.95}, "More heads are not always better: HEADS 64 (head size 1)", "头不是越多越好"),
        ({1: 1.95, 2: 1.90, 8: 1.80}, "all others are shown to be worse than HEADS 8", "头最多的最好"),
        ({1: 1.95, 4: 1.83, 8: 1.83}, "More heads help up to HEADS 4: fewer (HEADS 1)", "增加到 HEADS 4 为止"),
        ({1: 1.83, 2: 1.95, 8: 1.83}, "HEADS 1, 8 cannot be told from the best; HEADS 2", "HEADS 1、8 与最好的"),
    ],
)
def test_the_headline_follows_from_the_numbers(language, means, english, chinese):
    assert (english if language == "en" else chinese) in headline(means)


def test_one_seed_is_no_evidence(language):
    conclusion = conclude(summary_of({1: 1.95, 2: 1.80}, seeds=1))
    assert ("a single seed" if language == "en" else "只有一个种子") in conclusion.headline
    assert ("chance" if language == "en" else "碰巧") in conclusion.losses[0]


def test_each_head_count_is_compared_with_the_baseline_in_loss_and_speed(language):
    summary = summary_of({1: 1.95, 2: 1.85, 4: 1.851}, speeds={1: 110, 2: 100, 4: 80})
    conclusion = conclude(summary)
    (higher, none), (faster, slower) = conclusion.losses, conclusion.speeds
    words = (
        ("Higher, so worse", "contains zero", "faster", "slower")
        if language == "en"
        else ("也就是更差", "区间包含零", "训练得快", "训练得慢")
    )
    for sentence, word in zip((higher, none, faster, slower), words, strict=True):
        assert word in sentence
    assert "+0.1" in higher
    assert "−20." in slower or "−19." in slower


def test_what_is_open_is_named_with_what_would_settle_it(language):
    summary = summary_of({2: 1.85, 4: 1.8507, 8: 1.95})
    open_row = summary.rows[1]
    assert open_row.difference.verdict == "none-shown"
    seeds, flat, many = conclude(summary, 0.001).settle
    assert str(open_row.seeds_needed) in seeds
    assert "0.001" in flat
    assert ("10%" in many) or ("10 %" in many)
    falling = conclude(summary, 0.05).settle[1]
    assert falling != flat
    assert "EPOCHS" in falling


def test_numbers_are_written_with_their_sign():
    assert with_sign(Interval(-0.0123456, 0.004, 5)) == "−0.0123 ± 0.0040"
    assert with_sign(Interval(0.5, math.inf, 1), digits=1) == "+0.5"


def test_the_table_of_a_summary():
    frame = summary_frame(summary_of({1: 1.95, 2: 1.85}))
    assert frame["heads"].tolist() == [1, 2]
    assert frame["seeds"].tolist() == [SEEDS, SEEDS]
    assert np.isnan(frame["difference_nats"][1])
    assert frame["difference_nats"][0] == pytest.approx(0.1, abs=0.003)


def test_how_much_the_loss_still_fell_at_the_end():
    def curves(losses):
        recorder = CurveRecorder()
        steps = [0, 50, 84, 90, 100]
        events = [Evaluation(step, 0.0, loss, 9) for step, loss in zip(steps, losses, strict=True)]
        recorder.append(CurveRows.of(events))
        return recorder.since(-1)

    assert late_fall_nats([curves([4, 3, 2, 1.9, 1.8]), curves([4, 3, 2, 2, 1.6])]) == pytest.approx(0.3)
    assert late_fall_nats([CurveRecorder().since(-1)]) is None
