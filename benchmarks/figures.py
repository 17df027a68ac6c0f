"""The overview of all heads: what it costs to build and to send, as the live component and as Plotly figures.

Run `python -m benchmarks.figures`. 4 blocks x 8 heads x 64 x 64 weights; the grid of Plotly subplots is what the tiled
heatmap replaced. Sizes are those of the message that Streamlit sends for one update, scripts of the component included.
"""

from __future__ import annotations

from benchmarks.measure import interleaved, restart_on_one_thread

if __name__ == "__main__":
    restart_on_one_thread("benchmarks.figures")

import argparse
from collections.abc import Callable
from importlib.resources import files

import numpy as np
import plotly.graph_objects as go
import plotly.io
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from gptviz.figures.attention_overview import AttentionOverviewWords, attention_overview
from gptviz.figures.axis_notes import AxisNotes
from gptviz.figures.live_curves import LiveCurvesWords, live_curves
from gptviz.ui.components.attention_maps.payload import packed

BLOCKS, HEADS, LENGTH = 4, 8, 64
REPLACED = "Plotly, subplots"
BUILD_BUDGET_MS, PAYLOAD_BUDGET_KB = 20.0, 200.0
CURVE_BUDGET_MS = 1.0
STEPS = 31_368  # of the chapters' recipe


def causal_weights() -> NDArray[np.float32]:
    """Attention weights of random scores, (L, H, T, T)."""
    scores = np.random.default_rng(0).normal(size=(BLOCKS, HEADS, LENGTH, LENGTH))
    exponentials = np.where(np.tri(LENGTH), np.exp(scores), 0.0)
    return (exponentials / exponentials.sum(axis=-1, keepdims=True)).astype(np.float32)


def subplots(weights: NDArray[np.float32]) -> go.Figure:
    """The plain way: one heatmap a head."""
    figure = make_subplots(rows=BLOCKS, cols=HEADS)
    for block in range(BLOCKS):
        for head in range(HEADS):
            figure.add_trace(go.Heatmap(z=weights[block, head], showscale=False), row=block + 1, col=head + 1)
    return figure


def component_scripts_bytes() -> int:
    """Streamlit sends the component's script and style with every update."""
    folder = files("gptviz.ui.components.attention_maps")
    return sum(
        len(folder.joinpath(name).read_bytes()) for name in ("map_pixels.js", "attention_maps.js", "attention_maps.css")
    )


def payloads() -> dict[str, Callable[[], bytes]]:
    """Functions that build each picture, down to the bytes that are sent."""
    weights = causal_weights()
    words = AttentionOverviewWords([f"block {at}" for at in range(BLOCKS)], [f"head {at}" for at in range(HEADS)])
    header = {"labels": ["x"] * LENGTH}
    return {
        "component": lambda: packed(weights[None], causal=True, header=header),
        "component, no mask": lambda: packed(weights[None], causal=False, header=header),
        "Plotly, tiled": lambda: _sent(attention_overview(weights, words)),
        REPLACED: lambda: _sent(subplots(weights)),
    }


def _sent(figure: go.Figure) -> bytes:
    return plotly.io.to_json(figure, validate=False).encode()


def live_curve() -> Callable[[], object]:
    """A function that builds the live curves at the end of a whole run."""
    steps = np.arange(1, STEPS + 1)
    losses = 1.8 + 2.4 / np.sqrt(steps)
    words = LiveCurvesWords("step", "loss", "train", "test", "learning rate", AxisNotes("cut", "cut", "cut", "log"))
    return lambda: live_curves(
        steps,
        losses,
        words,
        total_steps=STEPS,
        test_steps=steps[::500],
        test_losses_nats=losses[::500],
        learning_rates=losses,
    )


def main() -> None:
    """Measure in turns and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    candidates = payloads()
    times = interleaved({**candidates, "live curves": live_curve()}, rounds=rounds, calls=2)
    print(f"{BLOCKS} blocks x {HEADS} heads x {LENGTH} x {LENGTH}; budget {BUILD_BUDGET_MS} ms, {PAYLOAD_BUDGET_KB} kB")
    print(f"{'picture':20} {'build ms':>9} {'kB':>7} {'x component':>12}")
    for name, build in candidates.items():
        scripts = component_scripts_bytes() if name.startswith("component") else 0
        size_kb = (len(build()) + scripts) / 1000
        build_ms = times.median_ms(name)
        within = build_ms <= BUILD_BUDGET_MS and size_kb <= PAYLOAD_BUDGET_KB
        verdict = "for comparison" if name == REPLACED else "met" if within else "MISSED"
        print(f"{name:20} {build_ms:9.2f} {size_kb:7.1f} {times.ratio(name, to='component'):11.1f}x  {verdict}")
    curve_ms = times.median_ms("live curves")
    verdict = "met" if curve_ms <= CURVE_BUDGET_MS else "MISSED"
    print(f"live curves of {STEPS:,} steps: {curve_ms:.2f} ms, budget {CURVE_BUDGET_MS} ms  {verdict}")


if __name__ == "__main__":
    main()
