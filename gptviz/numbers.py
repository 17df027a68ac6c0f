"""How numbers are written on pages, in reports and in figures: everywhere alike, in English and in Chinese.

A loss that is compared with others (of a finished run, a published one, of an experiment) has four decimals; one that
is told on the way (of a batch, of a text, of a run that goes on) has three. Thousands are set apart by commas, a minus
is U+2212 as in Plotly's own numbers, and a percent sign follows its number without a space.
"""

from __future__ import annotations

import math

FINAL_LOSS_DIGITS, PASSING_LOSS_DIGITS = 4, 3
MINUS, NOTHING = "−", "–"

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SMALL = 1e-3  # below, a number is written as a power of ten


def final_loss(nats: float | None) -> str:
    """Return a loss that is compared with others, such as "1.8516"."""
    return decimals(nats, FINAL_LOSS_DIGITS)


def passing_loss(nats: float | None) -> str:
    """Return a loss that is told on the way, such as "1.852"."""
    return decimals(nats, PASSING_LOSS_DIGITS)


def decimals(value: float | None, digits: int) -> str:
    """Return a number with so many decimals, such as "−1,234.50"; "–" where there is none."""
    if value is None or not math.isfinite(value):
        return NOTHING
    text = f"{value:,.{digits}f}"
    # A rounded zero has no sign.
    return text.removeprefix("-") if not float(text.replace(",", "")) else text.replace("-", MINUS)


def signed(value: float, digits: int) -> str:
    """Return a change with its sign, such as "+0.012" or "−0.012"."""
    text = decimals(value, digits)
    return text if text == NOTHING or text.startswith(MINUS) else f"+{text}"


def percent(share: float, digits: int = 0) -> str:
    """Return a share of 1 in percent, such as "41%"."""
    text = decimals(100 * share, digits)
    return text if text == NOTHING else f"{text}%"


def count(number: int) -> str:
    """Return a whole number, such as "109,889"."""
    return decimals(number, 0)


def rough(value: float, digits: int = 2) -> str:
    """Return a number with so many significant digits, such as "0.25" or "1.2 × 10⁻⁷"; an exact 0 is "0"."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else NOTHING
    if abs(value) >= _SMALL:
        return f"{value:.{digits}g}".replace("-", MINUS)
    mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
    return f"{mantissa.replace('-', MINUS)} × 10{str(int(power)).translate(_RAISED)}"
