"""What the time machine is sent: films, tails and exact weights as the browser reads them."""

import json
import struct

import numpy as np
import pytest

from gptviz.figures import theme
from gptviz.runs.curves import CurveRecorder, CurveRows
from gptviz.training.events import Evaluation, Sample
from gptviz.ui.components.attention_maps.payload import quantised
from gptviz.ui.components.time_machine import BarLetter, Story, packed_film
from gptviz.ui.components.time_machine.component import Place, place_of
from gptviz.ui.components.time_machine.payload import finite, packed_exact, packed_tail


def unpack(payload):
    (size,) = struct.unpack_from("<I", payload)
    return json.loads(payload[4 : 4 + size]), payload[4 + size :]


def story(steps=(0, 10), test_loss=2.0, **more):
    recorder = CurveRecorder()
    recorder.append(CurveRows.of([Evaluation(0, 4.2, 4.1, 8), Evaluation(10, 1.9, test_loss, 8)]))
    return Story(steps, recorder.since(-1), [Sample(0, "a", "<b>$x$"), Sample(10, "a", "的\n")], **more)


def maps(*shape):
    return np.random.default_rng(0).random(shape)


def test_a_film_brings_loss_and_samples_of_its_moments():
    header, body = unpack(packed_film(maps(2, 1, 2, 3, 3), story((0, 1400)), ["a", "↵", "b"], film="f", words={}))
    assert header["stepNames"] == ["0", "1,400"]
    assert header["curve"] == {"steps": [0, 10], "train": [4.2, 1.9], "test": [4.1, 2.0]}
    assert [sample["text"] for sample in header["samples"]] == ["a<b>$x$", "a的\n"]
    assert header["breaks"] == [1]
    assert header["lossColors"] == [theme.TRAIN, theme.TEST]
    assert len(body) == 2 * 1 * 2 * 6


def test_a_loss_that_is_not_finite_is_a_gap():
    header, _ = unpack(packed_film(maps(2, 1, 1, 2, 2), story(test_loss=np.inf), ["a", "b"], film="f", words={}))
    assert header["curve"]["test"] == [4.1, None]


@pytest.mark.parametrize("shape", [(2, 1, 1, 2, 3), (3, 1, 1, 2, 2), (2, 1, 2, 2), (2, 1, 1, 3, 3)])
def test_weights_that_do_not_fit_steps_and_labels_are_refused(shape):
    with pytest.raises(ValueError, match="valid"):
        packed_film(maps(*shape), story(), ["a", "b"], film="f", words={})


def test_a_tail_is_packed_as_the_film_is():
    weights = maps(1, 2, 2, 3, 3)
    header, body = unpack(packed_tail(weights, story((20,)), after=10, causal=True, scale="weight", to={"to": "f"}))
    rows, columns = np.tril_indices(3)
    assert body == quantised(weights[..., rows, columns]).tobytes()
    assert (header["to"], header["after"], header["steps"]) == ("f", 10, [20])


def test_a_tail_may_be_empty():
    _, body = unpack(packed_tail(np.zeros((0, 1, 1, 4, 4)), story(()), after=9, causal=False, scale="weight", to={}))
    assert body == b""


@pytest.mark.parametrize(("scale", "causal"), [("weight", True), ("weight", False), ("similarity", False)])
def test_exact_weights_are_good_for_four_digits(scale, causal):
    weights = maps(2, 8, 8) if scale == "weight" else 2 * maps(2, 8, 8) - 1
    _, body = unpack(packed_exact(weights, causal=causal, scale=scale, header={}))
    shares = np.frombuffer(body, dtype="<u2") / 65535
    back = shares**2 if scale == "weight" else 2 * shares - 1
    sent = weights[:, *np.tril_indices(8)] if causal else weights.reshape(2, -1)
    np.testing.assert_allclose(back, sent.reshape(-1), atol=5e-5)


def test_a_diverged_model_can_be_packed():
    _, body = unpack(packed_exact(np.full((1, 2, 2), np.nan), causal=True, scale="weight", header={}))
    assert body == bytes(6)


def test_bars_have_gaps_where_there_is_nothing_to_measure():
    values = np.array([0.5, np.nan]).reshape(1, 1, 1, 2)
    bars = BarLetter([0], values, ["a", "b"], ["", ""], np.ones(2), np.array([0.1, np.nan]), [True, True], 1, "")
    header = json.loads(json.dumps(bars.header(), allow_nan=False))
    assert header["values"] == [[[[0.5, None]]]]
    assert header["alike"] == [0.1, None]
    assert finite(np.array([])) == []


@pytest.mark.parametrize(
    "sent",
    [None, [], {"block": 0}, {"block": 2, "head": 0, "step": 0}, {"block": 0, "head": 3, "step": None},
     {"block": 0, "head": 0, "step": -1}, {"block": 0.5, "head": 0, "step": 0}, {"block": 0, "head": 0, "step": "1"}],
)  # fmt: skip
def test_what_is_no_place_is_not_believed(sent):
    assert place_of(sent, 2, 3) is None


def test_a_place_is():
    assert place_of({"block": 1, "head": 2, "step": None}, 2, 3) == Place(1, 2, None)


def test_the_largest_frame_of_the_app_leaves_room_for_a_film():
    weights = np.zeros((2, 4, 8, 128, 128), dtype=np.float32)
    assert len(packed_film(weights, story(), ["a"] * 128, film="f", words={})) < 1_500_000
