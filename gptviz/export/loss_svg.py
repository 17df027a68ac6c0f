"""The loss curve as a small SVG of our own: a report must not carry 4 MB of Plotly to draw two lines."""

from __future__ import annotations

import math
from html import escape

import numpy as np
from numpy.typing import NDArray

from gptviz.analysis.smoothing import smoothed, thinned
from gptviz.figures import theme
from gptviz.figures.axis_notes import from_zero_or_noted
from gptviz.figures.loss_curves import LossCurve, LossCurvesWords
from gptviz.numbers import decimals, rough

WIDTH, HEIGHT = 860, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 96, 16, 48
POINTS = 600
TICKS = 6  # about


def loss_svg(curve: LossCurve, words: LossCurvesWords, alt: str) -> str:
    """Draw the training and the test loss of one run against steps; texts take the colour of the page.

    Args:
        curve: Its name is not drawn.
        words: In the reader's language.
        alt: Says what the picture shows.

    Returns:
        An SVG element; all words in it are escaped.
    """
    steps, losses = thinned(curve.train_steps, curve.train_loss_nats, POINTS)
    mean = smoothed(losses, half_width=2 + len(losses) // 100)
    test_steps, tests = np.asarray(curve.test_steps, float), np.asarray(curve.test_loss_nats, float)
    plot = _Plot(np.concatenate([steps, test_steps, [1.0]]), np.concatenate([losses, tests]))
    parts = [*plot.axes(words)]
    parts.append(plot.line(steps, losses, theme.TRAIN, 'stroke-width="1" opacity="0.4"'))
    parts.append(plot.line(steps, mean, theme.TRAIN, 'stroke-width="2"'))
    parts.append(plot.line(test_steps, tests, theme.TEST, 'stroke-width="2" stroke-dasharray="3 3"'))
    parts += [plot.dot(step, loss, theme.TEST) for step, loss in zip(test_steps, tests, strict=True)]
    parts += plot.names([(steps, mean, words.train, theme.TRAIN), (test_steps, tests, words.test, theme.TEST)])
    label = escape(alt, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


class _Plot:
    """Where steps and losses lie in the picture."""

    def __init__(self, steps: NDArray, losses: NDArray) -> None:
        finite = losses[np.isfinite(losses)]
        low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
        room = 0.05 * max(high - low, 0.1)
        self.low, self.high, self.last = low - room, high + room, float(steps.max())

    def x(self, step: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * step / self.last

    def y(self, loss: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - loss) / (self.high - self.low)

    def axes(self, words: LossCurvesWords) -> list[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        parts = []
        for loss in ticks(self.low, self.high):
            y = self.y(loss)
            parts.append(f'<line x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="{theme.GRID}"/>')
            parts.append(_text(LEFT - 8, y + 4, rough(loss, 3), "end"))
        for step in ticks(0, self.last):
            parts.append(_text(self.x(step), bottom + 18, decimals(step, 0), "middle"))
        middle = (TOP + bottom) / 2
        turned = f'transform="rotate(-90 16 {middle})"'
        title = from_zero_or_noted(words.loss_nats, words.notes.vertical, self.low, self.high)
        return [
            *parts,
            _text((LEFT + right) / 2, HEIGHT - 8, words.step, "middle"),
            _text(16, middle, title, "middle", turned),
        ]

    def line(self, steps: NDArray, losses: NDArray, color: str, style: str) -> str:
        pairs = [(s, n) for s, n in zip(steps, losses, strict=True) if math.isfinite(n)]
        points = " ".join(f"{self.x(step):.1f},{self.y(loss):.1f}" for step, loss in pairs)
        return f'<polyline points="{points}" fill="none" stroke="{color}" {style}/>'

    def dot(self, step: float, loss: float, color: str) -> str:
        if not math.isfinite(loss):
            return ""
        return f'<circle cx="{self.x(step):.1f}" cy="{self.y(loss):.1f}" r="3" fill="{color}"/>'

    def names(self, ends: list[tuple[NDArray, NDArray, str, str]]) -> list[str]:
        """Each line's name at its right end, the lower one moved down where they would touch."""
        drawn = [
            (self.x(s[-1]), self.y(n[-1]), name, color) for s, n, name, color in ends if len(n) and np.isfinite(n[-1])
        ]
        parts, free = [], -math.inf
        for x, wanted, name, color in sorted(drawn, key=lambda end: end[1]):
            y = max(wanted, free)
            free = y + 16
            parts.append(_text(x + 8, y + 4, name, "start", f'style="fill:{color}"'))
        return parts


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two, about six of them, 1, 2 or 5 times a power of ten apart."""
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    apart = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = math.ceil(low / apart)
    return [at * apart for at in range(first, math.floor(high / apart) + 1)]


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(text)}</text>'
