"""Files from strangers: whatever is in them, the answer is a run or a LearnerError that both languages can explain."""

import json
import struct
import tracemalloc

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gptviz.errors import LearnerError
from gptviz.export.importing import import_run
from gptviz.export.reading import read_run_file
from gptviz.export.run_file import TO_LOOK_AT, export_run
from gptviz.i18n import LANGUAGES, explain, use_language
from gptviz.runs.memory_store import MemoryStore
from gptviz.ui.messages import explained
from gptviz.ui.words import run_name

PROPERTY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def good(store):
    return export_run(store, "paused")


def parts(data):
    """Return header, manifest and tensor bytes of a file."""
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    return header, json.loads(header["__metadata__"]["gptviz"]), data[8 + length :]


def joined(header, manifest, tensors):
    """Return the file of changed parts."""
    text = manifest if isinstance(manifest, str) else json.dumps(manifest)
    header = header | {"__metadata__": {"gptviz": text}}
    return framed(json.dumps(header).encode(), tensors)


def framed(header, tensors=b""):
    return struct.pack("<Q", len(header)) + header + tensors


def refusal(data):
    """Return the code of the refusal, after it was explained in both languages."""
    with pytest.raises(LearnerError) as caught:
        read_run_file(data)
    for code in LANGUAGES:
        use_language(code)
        assert explain(caught.value)
        assert "<" not in explained(caught.value).replace("\\<", "")
    use_language("en")
    return caught.value.code


def read_or_refuse(data):
    """Import a file, or explain why it is refused; anything else is a fault."""
    try:
        import_run(MemoryStore(), "me", read_run_file(data))
    except LearnerError as error:
        explain(error)


def changed(good, **places):
    """Return the file with values of its manifest replaced: run__name=3 changes manifest["run"]["name"]."""
    header, manifest, tensors = parts(good)
    for place, value in places.items():
        *outer, last = place.split("__")
        target = manifest
        for name in outer:
            target = target[name]
        target[last] = value
    return joined(header, manifest, tensors)


def with_tensor(good, name, array, dtype):
    """Return the file with one tensor more, or another one of that name."""
    header, manifest, tensors = parts(good)
    if name in header:
        begin, end = header[name]["data_offsets"]
        assert end - begin == array.nbytes
        tensors = tensors[:begin] + array.tobytes() + tensors[end:]
    else:
        header[name] = {
            "dtype": dtype,
            "shape": list(array.shape),
            "data_offsets": [len(tensors), len(tensors) + array.nbytes],
        }
        tensors += array.tobytes()
    return joined(header, manifest, tensors)


def test_parts_put_together_again_are_a_good_file(good):
    assert read_run_file(joined(*parts(good))).run_id == "paused"


@PROPERTY
@given(st.binary(max_size=400))
def test_random_bytes_are_refused(data):
    refusal(data)


@PROPERTY
@given(st.binary(max_size=200))
def test_random_bytes_in_a_good_frame_are_refused(data):
    refusal(framed(data))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)


@PROPERTY
@given(manifest=JSON)
def test_any_manifest_but_a_right_one_is_refused(good, manifest):
    header, _, tensors = parts(good)
    refusal(joined(header, manifest if isinstance(manifest, str) else json.dumps(manifest), tensors))


@PROPERTY
@given(st.data())
def test_a_changed_value_is_refused_or_harmless(good, data):
    header, manifest, tensors = parts(good)
    section = data.draw(st.sampled_from(["run", "model", "train", "corpus"]))
    name = data.draw(st.sampled_from(sorted(manifest[section])))
    manifest[section][name] = data.draw(JSON)
    read_or_refuse(joined(header, manifest, tensors))


@PROPERTY
@given(at=st.integers(0, 2**40), bits=st.integers(1, 255))
def test_a_flipped_byte_is_refused_or_harmless(good, at, bits):
    data = bytearray(good)
    # Mostly in the header: that is where it can do harm.
    length = 8 + int.from_bytes(good[:8], "little")
    data[at % (length if at % 4 else len(data))] ^= bits
    read_or_refuse(bytes(data))


@PROPERTY
@given(st.floats(0, 1))
def test_a_file_that_was_cut_off_is_refused(good, share):
    assert refusal(good[: int(share * (len(good) - 1))]) == "file-damaged"


@pytest.mark.parametrize(
    "header",
    [
        b'{"__metadata__": {"gptviz": "{}"}, "__metadata__": {"gptviz": "{}"}}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'"just a text"',
        b"\xff\xfe",
        b'{"__metadata__": {"gptviz": 3}, "a": {"dtype": "F32"}}',
        b'{"a": {"dtype": "F32", "shape": [9223372036854775807, 9223372036854775807], "data_offsets": [0, 4]},'
        b' "__metadata__": {"gptviz": "{}"}}',
        b'{"a": {"dtype": "PICKLE", "shape": [1], "data_offsets": [0, 4]}, "__metadata__": {"gptviz": "{}"}}',
    ],
)
def test_hostile_headers_are_refused(header):
    assert refusal(framed(header, b"\0" * 4)) in ("file-damaged", "file-foreign")


def test_a_header_that_promises_too_much_costs_nothing():
    for length in (2**64 - 1, 2**63, 10**12, 2**21 + 1):
        assert refusal(struct.pack("<Q", length) + b"{}" * 10) == "file-damaged"
    assert refusal(framed(b" " * (2 * 2**20 + 1))) == "file-header"


@pytest.mark.parametrize(
    "manifest",
    ['{"format": 1, "format": 1}', '{"format": NaN}', "[" * 50_000, '{"format": 1' + "0" * 40 + "}", "{", ""],
)
def test_hostile_manifests_are_refused(good, manifest):
    header, _, tensors = parts(good)
    assert refusal(joined(header, manifest, tensors)) == "file-damaged"


def test_a_later_format_says_so(good):
    assert refusal(changed(good, format=2)) == "file-version"


@pytest.mark.parametrize(
    ("place", "value", "code"),
    [
        ("model__embedding_size", 10**12, "integer"),
        ("model__embedding_size", 4096, "file-tensor"),
        ("model__blocks", 64, "file-incomplete"),
        ("model__context_size", 4096, "file-attention"),
        ("model__heads", 3, "heads-divide"),
        ("model__heads", True, "integer"),
        ("model__dropout", "0", "number"),
        ("model__attention", [], "file-field"),
        ("model__attention", {"causal": 1}, "flag"),
        ("model__attention", {"__class__": 1}, "file-field"),
        ("model", None, "file-field"),
        ("train__epochs", 1e308, "number"),
        ("train__seed", 2**32, "integer"),
        ("train__engine", "os", "choice"),
        ("train__exec", "x", "file-field"),
        ("run__name", "x" * 5_001, "file-field"),
        ("run__name", "\ud800", "file-field"),
        ("run__name", "a\0b", "file-field"),
        ("run__note", "x" * 5_001, "file-field"),
        ("run__id", "x" * 41, "file-field"),
        ("run__step", 10**9 + 1, "file-field"),
        ("run__step", -1, "file-field"),
        ("run__step", 1.5, "file-field"),
        ("run__total_steps", 10**9, "file-field"),
        ("run__training_s", -1, "file-field"),
        ("run__result", {"kind": "Exec"}, "file-field"),
        ("run__result", {"kind": "Finished", "step": 1, "test_loss_nats": 1, "windows": 1}, "file-field"),
        ("corpus__fingerprint", "0" * 64, "file-fingerprint"),
        ("samples", [{"step": 0, "prompt": "a", "text": "<script>"}], "file-field"),
        ("samples", [{"step": 1, "prompt": "a", "text": "a"}] * 2, "file-field"),
        ("samples", [{}] * 101, "file-field"),
    ],
)  # fmt: skip
def test_a_wrong_description_is_refused(good, place, value, code):
    assert refusal(changed(good, **{place: value})) == code


@pytest.mark.parametrize(
    ("name", "array", "dtype", "code"),
    [
        ("../../etc/passwd", np.zeros(1, np.float32), "F32", "file-tensor"),
        ("<script>alert(1)</script>", np.zeros(1, np.float32), "F32", "file-tensor"),
        ("$x^2$ **b**", np.zeros(1, np.float32), "F32", "file-tensor"),
        ("history/3/../../x", np.zeros(1, np.float32), "F32", "file-tensor"),
        ("history/007/output.bias", np.zeros(10, np.float32), "F32", "file-tensor"),
        ("history/999/output.bias", np.zeros(10, np.float32), "F32", "file-incomplete"),
        ("output.bias", np.full(10, np.nan, np.float32), "F32", "file-not-finite"),
        ("corpus/characters", np.zeros(10, np.uint32), "U32", "file-tokens"),
        ("corpus/characters", np.full(10, 0x110000, np.uint32), "U32", "file-tokens"),
        ("corpus/characters", np.arange(0xD800, 0xD80A, dtype=np.uint32), "U32", "file-tokens"),
        ("corpus/more", np.zeros(10, np.uint32), "U32", "file-tensor"),
    ],
)
def test_a_wrong_tensor_is_refused(good, name, array, dtype, code):
    assert refusal(with_tensor(good, name, array, dtype)) == code


def test_steps_must_rise_and_stay_within_the_run(good, store):
    curves = parts(good)[0]["curves/steps"]
    rows = np.zeros(curves["shape"])
    assert refusal(with_tensor(good, "curves/steps", rows, "F64")) == "file-field"
    rows[:, 0] = np.arange(len(rows)) + 1e12
    assert refusal(with_tensor(good, "curves/steps", rows, "F64")) == "file-field"
    rows[:, 0] = np.arange(len(rows)) + 0.5
    assert refusal(with_tensor(good, "curves/steps", rows, "F64")) == "file-field"


def test_tokens_outside_the_vocabulary_are_refused(good, store):
    test = np.full(len(store.corpus("paused").test), 500, dtype=np.uint16)
    assert refusal(with_tensor(good, "corpus/test", test, "U16")) == "file-tokens"


def test_a_refusal_costs_little_memory(good):
    tracemalloc.start()
    refusal(changed(good, model__embedding_size=4096, model__blocks=64))
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < 20 * 2**20


HOSTILE = "<script>alert(1)</script> **b** $x$ [a](javascript:alert(1)) :smile: ‮ ../"


def test_hostile_names_come_in_as_they_are_and_are_shown_harmlessly(good):
    store = MemoryStore()
    file = read_run_file(
        changed(good, run__name=HOSTILE, run__note=HOSTILE, corpus__name=HOSTILE[:40], corpus__source=HOSTILE[:40])
    )
    run = store.run(import_run(store, "me", file))
    assert run.name == run.note == HOSTILE
    assert "\\<script" in run_name(run)
    # Pages look up words by these.
    assert (run.corpus_name, run.corpus_source) == ("own", "own")


def test_a_text_cannot_take_the_place_of_another(good, store):
    """A file without its text that names the fingerprint of somebody's text must not replace that text."""
    here = MemoryStore()
    header, manifest, tensors = parts(export_run(store, "paused", TO_LOOK_AT))
    manifest["corpus"]["name"] = "own"
    new = here.run(import_run(here, "me", read_run_file(joined(header, manifest, tensors))))
    assert manifest["corpus"]["fingerprint"] == store.corpus("paused").fingerprint != new.corpus_fingerprint
