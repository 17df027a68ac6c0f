import json

import numpy as np
import pytest

from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.end_names import width_px
from gptviz.figures.live_curves import POINTS, RATE_POINTS, LiveCurvesWords, live_curves
from gptviz.figures.loss_curves import LossCurve, LossCurvesWords, loss_curves

NOTES = AxisNotes("vertical not from 0", "horizontal not from 0", "colours not from 0", "logarithmic")
WORDS = LossCurvesWords("step", "loss (nats)", "train", "test", NOTES)
LIVE_WORDS = LiveCurvesWords("step", "loss (nats)", "train", "test", "learning rate", NOTES)
NONE = np.zeros(0)


def curve(name, level=0.0, steps=5000):
    at = np.arange(1, steps + 1)
    tests = np.arange(100, steps + 1, 100)
    return LossCurve(name, at, 2 + level + 2 / np.sqrt(at), tests, 2.1 + level + 2 / np.sqrt(tests))


def live(steps, **options):
    at = np.arange(1, steps + 1)
    given = {"total_steps": 40_000, "test_steps": NONE, "test_losses_nats": NONE, **options}
    return live_curves(at, 4.0 / at**0.1, LIVE_WORDS, **given)


def test_one_run_has_faint_smooth_and_test_lines_named_at_their_ends():
    figure = loss_curves([curve("mine")], WORDS)
    raw, smooth, test = figure.data
    assert raw.opacity < 1
    assert raw.hoverinfo == "skip"
    assert smooth.line.color != test.line.color
    assert [note.text for note in figure.layout.annotations] == ["train", "test"]
    np.testing.assert_allclose(test.y[-1], 2.1 + 2 / np.sqrt(5000))


def test_names_at_nearly_equal_ends_do_not_cover_each_other():
    runs = [curve(f"run {index}", level=index * 1e-4) for index in range(4)]
    figure = loss_curves(runs, WORDS)
    low, high = figure.layout.yaxis.range
    px_per_nat = (figure.layout.height - figure.layout.margin.t - figure.layout.margin.b) / (high - low)
    heights = sorted(note.y * px_per_nat + note.yshift for note in figure.layout.annotations)
    assert len(heights) == 4
    assert (np.diff(heights) >= 15.99).all()


def test_names_have_room_at_the_right_and_do_not_begin_under_a_marker():
    names = ["HEADS 4, E 64, ReLU, learning rate 0.001", "头 4,嵌入 64,无位置编码"]
    figure = loss_curves([curve(name, level=index) for index, name in enumerate(names)], WORDS)
    for note in figure.layout.annotations:
        lines = note.text.split("<br>")
        assert len(lines) > 1
        assert note.xshift >= 10
        assert note.xshift + max(map(width_px, lines)) <= figure.layout.margin.r < 130


def test_names_of_several_lines_keep_apart_by_their_heights():
    runs = [curve("heads 4, embedding size 64, ReLU", level=index * 1e-4) for index in range(3)]
    figure = loss_curves(runs, WORDS)
    low, high = figure.layout.yaxis.range
    px_per_nat = (figure.layout.height - figure.layout.margin.t - figure.layout.margin.b) / (high - low)
    heights = sorted(note.y * px_per_nat + note.yshift for note in figure.layout.annotations)
    lines = len(figure.layout.annotations[0].text.split("<br>"))
    assert (np.diff(heights) >= 16 * lines - 0.01).all()


def test_names_of_runs_are_escaped():
    figure = loss_curves([curve("<b>$a$"), curve("b")], WORDS)
    assert figure.layout.annotations[0].text == "&#60;b&#62;&#36;a&#36;"
    assert {trace.name for trace in figure.data if trace.name} == {"&#60;b&#62;&#36;a&#36;", "b"}


def test_logarithmic_steps_place_names_by_their_logarithm():
    figure = loss_curves([curve("a", steps=1000)], WORDS, log_steps=True)
    assert figure.layout.xaxis.type == "log"
    assert figure.layout.annotations[0].x == pytest.approx(3, abs=0.01)


def test_the_axis_of_losses_says_that_it_does_not_begin_at_0():
    figure = loss_curves([curve("a", level=1.0)], WORDS)
    assert figure.layout.yaxis.range[0] > 0
    assert figure.layout.yaxis.title.text == "loss (nats; vertical not from 0)"
    learned = LossCurve("all", np.arange(1, 50), np.linspace(4, 0, 49), NONE, NONE)
    assert loss_curves([learned], WORDS).layout.yaxis.title.text == "loss (nats)"
    assert loss_curves([learned], WORDS).layout.xaxis.title.text == "step"
    assert loss_curves([learned], WORDS, log_steps=True).layout.xaxis.title.text == "step (logarithmic)"


def test_the_test_at_step_0_is_on_a_plain_axis_only():
    line = LossCurve("a", np.arange(1, 101), np.linspace(4, 2, 100), np.array([0, 50, 100]), np.array([4.2, 3, 2]))
    assert list(loss_curves([line], WORDS).data[-1].x) == [0, 50, 100]
    assert list(loss_curves([line], WORDS, log_steps=True).data[-1].x) == [50, 100]


def test_a_run_without_any_step_and_one_that_diverged_can_be_drawn():
    empty = LossCurve("empty", NONE, NONE, NONE, NONE)
    assert len(loss_curves([empty], WORDS).data) == 0
    broken = LossCurve("broken", np.arange(1, 4), np.array([4.0, 5.0, np.inf]), np.array([3]), np.array([np.nan]))
    figure = loss_curves([broken], WORDS)
    assert np.isfinite(figure.layout.yaxis.range).all()
    assert [note.text for note in figure.layout.annotations] == ["train"]


def test_live_curve_is_short_and_plain_json():
    chart = live(31_000, learning_rates=np.full(31_000, 1e-3))
    assert all(len(column) <= POINTS for line in ("train", "test", "rate") for column in chart[line].values())
    assert json.loads(json.dumps(chart, allow_nan=False)) == chart


@pytest.mark.parametrize("steps", [1, 399, 400, 401, 402, 1_000, 31_000])
def test_live_curve_says_exactly_what_was_last(steps):
    at = np.arange(1, steps + 1)
    chart = live(steps, learning_rates=1e-3 / at, test_steps=at, test_losses_nats=5.0 / at**0.2)
    assert max(len(chart["train"]["x"]), len(chart["test"]["x"])) <= POINTS
    assert len(chart["rate"]["x"]) <= RATE_POINTS
    assert [chart[line]["x"][-1] for line in ("train", "test", "rate")] == [steps] * 3
    assert chart["train"]["raw"][-1] == round(4.0 / steps**0.1, 4)
    assert chart["test"]["y"][-1] == round(5.0 / steps**0.2, 4)
    assert chart["rate"]["y"][-1] == round(1e-3 / steps, 9)


def test_the_past_of_a_live_curve_stands_still_while_it_grows():
    before, after = (live(steps)["train"] for steps in (5_000, 5_100))
    for column in ("x", "raw"):
        assert after[column][: len(before[column]) - 2] == before[column][:-2]


def test_no_loss_of_a_long_run_goes_unseen():
    at = np.arange(1, 3_001)
    losses = np.where(at == 1_234, 50.0, 2.0)
    chart = live_curves(at, losses, LIVE_WORDS, total_steps=3_000, test_steps=NONE, test_losses_nats=NONE)
    assert max(chart["train"]["raw"]) == pytest.approx(2 + 48 / 8)


def test_the_strong_line_is_smoother_than_what_it_smooths():
    at = np.arange(1, 301)
    losses = 2.0 + 0.5 * (-1.0) ** at
    train = live_curves(at, losses, LIVE_WORDS, total_steps=300, test_steps=NONE, test_losses_nats=NONE)["train"]
    assert np.std(train["y"][10:-10]) < 0.3 * np.std(train["raw"])
    assert np.mean(train["y"]) == pytest.approx(2.0, abs=0.01)


def test_live_axis_doubles_instead_of_moving_with_each_step():
    ends = [live(steps)["last"] for steps in (1, 60, 70, 127, 128, 20_000, 39_999)]
    assert ends == [64, 64, 128, 128, 256, 32_768, 40_000]


def test_live_axis_never_passes_the_end_of_the_run():
    assert live(5, total_steps=20)["last"] == 20


def test_live_curve_has_gaps_where_json_has_no_number():
    losses = np.array([4.0, np.inf, 3.0])
    chart = live_curves(
        np.arange(1, 4),
        losses,
        LIVE_WORDS,
        total_steps=3,
        test_steps=np.array([2]),
        test_losses_nats=np.array([np.nan]),
    )
    assert chart["train"]["raw"] == [4.0, None, 3.0]
    assert chart["test"] == {"x": [2.0], "y": [None]}


def test_live_curve_before_the_first_step():
    chart = live_curves(NONE, NONE, LIVE_WORDS, total_steps=10, test_steps=NONE, test_losses_nats=NONE)
    assert chart["train"] == {"x": [], "raw": [], "y": []}
    assert "rate" not in chart
