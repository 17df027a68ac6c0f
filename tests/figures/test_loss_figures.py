import json

import numpy as np
import pytest

from gptviz.figures.end_names import width_px
from gptviz.figures.live_curves import POINTS, RATE_POINTS, LiveCurvesWords, live_curves
from gptviz.figures.loss_curves import LossCurve, LossCurvesWords, loss_curves

WORDS = LossCurvesWords("step", "loss (nats)", "train", "test")
LIVE_WORDS = LiveCurvesWords("step", "loss (nats)", "train", "test", "learning rate")
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


def test_a_run_without_any_step_and_one_that_diverged_can_be_drawn():
    empty = LossCurve("empty", NONE, NONE, NONE, NONE)
    assert len(loss_curves([empty], WORDS).data) == 0
    broken = LossCurve("broken", np.arange(1, 4), np.array([4.0, 5.0, np.inf]), np.array([3]), np.array([np.nan]))
    figure = loss_curves([broken], WORDS)
    assert np.isfinite(figure.layout.yaxis.range).all()
    assert [note.text for note in figure.layout.annotations] == ["train"]


def test_live_curve_is_short_and_plain_json():
    option = live(31_000, learning_rates=np.full(31_000, 1e-3))
    assert all(len(line["data"]) <= POINTS for line in option["series"])
    assert json.loads(json.dumps(option, allow_nan=False)) == option
    assert option["animation"] is False


@pytest.mark.parametrize("steps", [1, 399, 400, 401, 402, 1_000, 31_000])
def test_live_curve_says_exactly_what_was_last(steps):
    at = np.arange(1, steps + 1)
    option = live(steps, learning_rates=1e-3 / at, test_steps=at, test_losses_nats=5.0 / at**0.2)
    most = [POINTS, POINTS, POINTS, RATE_POINTS]
    assert all(len(line["data"]) <= limit for line, limit in zip(option["series"], most, strict=True))
    assert option["series"][0]["data"][-1] == [steps, round(4.0 / steps**0.1, 4)]
    assert option["series"][2]["data"][-1] == [steps, round(5.0 / steps**0.2, 4)]
    assert option["series"][3]["data"][-1] == [steps, round(1e-3 / steps, 9)]


def test_the_past_of_a_live_curve_stands_still_while_it_grows():
    before, after = (live(steps)["series"][0]["data"] for steps in (5_000, 5_100))
    assert after[: len(before) - 2] == before[:-2]


def test_no_loss_of_a_long_run_goes_unseen():
    at = np.arange(1, 3_001)
    losses = np.where(at == 1_234, 50.0, 2.0)
    option = live_curves(at, losses, LIVE_WORDS, total_steps=3_000, test_steps=NONE, test_losses_nats=NONE)
    assert max(loss for _, loss in option["series"][0]["data"]) == pytest.approx(2 + 48 / 8)


def test_live_axis_doubles_instead_of_moving_with_each_step():
    ends = [live(steps)["xAxis"][0]["max"] for steps in (1, 60, 70, 127, 128, 20_000, 39_999)]
    assert ends == [64, 64, 128, 128, 256, 32_768, 40_000]


def test_live_axis_never_passes_the_end_of_the_run():
    assert live(5, total_steps=20)["xAxis"][0]["max"] == 20


def test_live_curve_leaves_out_what_json_cannot_say():
    losses = np.array([4.0, np.inf, 3.0])
    option = live_curves(
        np.arange(1, 4),
        losses,
        LIVE_WORDS,
        total_steps=3,
        test_steps=np.array([2]),
        test_losses_nats=np.array([np.nan]),
    )
    assert option["series"][0]["data"] == [[1.0, 4.0], [3.0, 3.0]]
    assert option["series"][2]["data"] == []


def test_live_curve_before_the_first_step():
    option = live_curves(NONE, NONE, LIVE_WORDS, total_steps=10, test_steps=NONE, test_losses_nats=NONE)
    assert [line["data"] for line in option["series"]] == [[], [], []]


def test_learning_rate_has_a_panel_of_its_own():
    assert len(live(10)["grid"]) == 1
    option = live(10, learning_rates=np.linspace(0, 1e-3, 10))
    assert len(option["grid"]) == len(option["xAxis"]) == len(option["yAxis"]) == 2
    assert option["series"][-1]["yAxisIndex"] == 1
    assert option["series"][-1]["data"][-1] == [10.0, 0.001]
