"""Names of downloads are safe on every system."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.export.names import file_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("HEADS 2, E=64", "HEADS-2-E-64.csv"),
        ("../../etc/passwd", "etc-passwd.csv"),
        ("C:\\x", "C-x.csv"),
        ("con", "run-con.csv"),
        ("多头 注意力", "多头-注意力.csv"),
        ("", "run.csv"),
        ("…", "run.csv"),
        ("-rf", "rf.csv"),
    ],
)
def test_names(name, expected):
    assert file_name(name, ".csv") == expected


@given(st.text(max_size=300))
def test_any_name_is_safe(name):
    made = file_name(name, ".gptviz.safetensors")
    stem = made.removesuffix(".gptviz.safetensors")
    assert stem
    assert all(sign.isalnum() or sign in "-_" for sign in stem)
    assert len(made.encode()) <= 255
    assert stem.lower() not in ("con", "prn", "aux", "nul", "com1", "lpt9")
