import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.figures import theme
from gptviz.ui.components.attention_maps.payload import packed, quantised


def unpack(payload):
    (size,) = struct.unpack_from("<I", payload)
    return json.loads(payload[4 : 4 + size]), np.frombuffer(payload[4 + size :], dtype=np.uint8)


def maps(*shape):
    return np.random.default_rng(0).random(shape)


def test_causal_maps_are_sent_as_rows_of_growing_length():
    weights = maps(2, 3, 2, 4, 4)
    header, sent = unpack(packed(weights, causal=True, header={}))
    assert {name: header[name] for name in ("frames", "blocks", "heads", "length", "causal")} == {
        "frames": 2,
        "blocks": 3,
        "heads": 2,
        "length": 4,
        "causal": True,
    }
    size = 4 * 5 // 2
    assert len(sent) == 2 * 3 * 2 * size
    # The browser finds query q, key k of (frame 1, block 2, head 0) at start + q(q+1)/2 + k.
    start = ((1 * 3 + 2) * 2 + 0) * size
    for query in range(4):
        for key in range(query + 1):
            expected = quantised(weights[1, 2, 0, query, key])
            assert sent[start + query * (query + 1) // 2 + key] == expected


def test_maps_without_a_mask_are_sent_whole():
    weights = maps(1, 1, 2, 3, 3)
    _, sent = unpack(packed(weights, causal=False, header={}))
    np.testing.assert_array_equal(sent.reshape(2, 3, 3), quantised(weights)[0, 0])


@given(st.floats(0, 1))
def test_a_byte_tells_a_weight_to_within_a_hundredth_and_small_ones_better(weight):
    back = (float(quantised(np.array(weight))) / 255) ** 2
    assert abs(back - weight) <= np.sqrt(weight) / 255 + 1 / 255**2


def test_a_diverged_model_is_drawn_as_nothing():
    assert quantised(np.array([np.nan, -1.0, 2.0])).tolist() == [0, 0, 255]


def test_colours_are_those_of_the_figures():
    header, _ = unpack(packed(maps(1, 1, 3, 2, 2), causal=True, header={}))
    assert bytes.fromhex(header["colors"]) == theme.color_table(theme.SEQUENTIAL, 256).tobytes()
    assert header["headColors"] == list(theme.HEADS[:3])


def test_texts_arrive_as_they_are():
    texts = ['"><img src=x>', "的", "🙂", "◌\u0301", "\u2068ש\u2069", "$x$"]
    header, _ = unpack(packed(maps(1, 1, 1, 6, 6), causal=True, header={"labels": texts}))
    assert header["labels"] == texts


def test_another_shape_is_refused():
    with pytest.raises(ValueError, match="valid"):
        packed(maps(2, 2, 4, 4), causal=True, header={})
    with pytest.raises(ValueError, match="valid"):
        packed(maps(1, 1, 1, 4, 3), causal=True, header={})


def test_a_frame_of_the_largest_grid_is_below_200_kb():
    assert len(packed(maps(1, 4, 8, 64, 64), causal=False, header={})) < 200_000
