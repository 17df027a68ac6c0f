"""Numbers look alike everywhere: by one module, which every page, figure and report uses."""

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gptviz.numbers import count, decimals, final_loss, passing_loss, percent, rough, signed

ROOT = Path(__file__).parent.parent
# What formats a number within an f-string: "{loss:.3f}", "{share:.0%}", "{steps:,}", "{rise:+.2f}".
FORMATTED = re.compile(r"\{[^{}]*:[+,]*(\.\d+[fg%e]|,)\}")


@pytest.mark.parametrize(
    ("written", "as_"),
    [
        (final_loss(1.851641697875394), "1.8516"),
        (final_loss(None), "–"),
        (passing_loss(2.0), "2.000"),
        (passing_loss(math.nan), "–"),
        (decimals(-1234.5, 1), "−1,234.5"),
        (decimals(-0.001, 2), "0.00"),
        (signed(0.0123, 3), "+0.012"),
        (signed(-0.0123, 3), "−0.012"),
        (signed(-0.0001, 3), "+0.000"),
        (signed(math.inf, 3), "–"),
        (percent(0.4142), "41%"),
        (percent(0.4142, 1), "41.4%"),
        (percent(-0.05), "−5%"),
        (percent(math.nan), "–"),
        (count(109_889), "109,889"),
        (rough(0), "0"),
        (rough(0.25), "0.25"),
        (rough(-3.14159, 3), "−3.14"),
        (rough(1.23e-7), "1.2 × 10⁻⁷"),
        (rough(math.inf), "–"),
    ],
)
def test_a_number_is_written_so(written, as_):
    assert written == as_


@given(st.floats(-1e9, 1e9), st.integers(0, 6))
def test_a_written_number_is_the_number(value, digits):
    text = decimals(value, digits)
    assert "-" not in text
    assert math.isclose(float(text.replace(",", "").replace("−", "-")), value, abs_tol=0.5 * 10**-digits + 1e-6)


def test_pages_figures_and_reports_leave_formats_to_one_module():
    files = {*ROOT.glob("pages/*.py"), *ROOT.glob("gptviz/ui/*.py"), *ROOT.glob("gptviz/export/report.py")}
    strangers = {
        f"{path.name}: {found[0]}" for path in files for found in FORMATTED.finditer(path.read_text(encoding="utf-8"))
    }
    assert not strangers
