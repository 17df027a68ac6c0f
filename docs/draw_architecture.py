"""Draw docs/images/architecture.svg: the layers, and the way of one slice of training. Run it after a change here."""

from __future__ import annotations

from html import escape
from pathlib import Path

PATH = Path(__file__).parent / "images" / "architecture.svg"
WIDTH, HEIGHT = 1080, 766
# Mid-tones that read on GitHub's white and on its dark page; boxes are tinted with them.
STYLE = """
  text { font-family: "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #24292f; }
  .box { stroke-width: 1.5; fill-opacity: 0.13; }
  .name { font-size: 15px; font-weight: 600; }
  .what { font-size: 12.5px; }
  .step { font-size: 12.5px; font-weight: 600; fill: #ba4a00; }
  .way { stroke: #d56a10; stroke-width: 2; fill: none; marker-end: url(#tip); }
  .tip { fill: #d56a10; }
  .process { fill: none; stroke: #808890; stroke-width: 1.5; stroke-dasharray: 7 5; }
  .side { font-size: 13px; font-style: italic; fill: #6a737d; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .step { fill: #ff9d4d; }
    .side { fill: #9aa4af; }
  }
"""
COLORS = {"page": "#2a71d6", "run": "#028758", "train": "#7952d4", "base": "#808890", "show": "#c64998"}


def box(x: int, y: int, width: int, height: int, color: str, name: str, *lines: str) -> str:
    """A layer: its name and what it does, one line each."""
    tint = COLORS[color]
    parts = [
        f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{tint}" stroke="{tint}"/>',
        f'<text class="name" x="{x + 12}" y="{y + 23}">{escape(name)}</text>',
    ]
    for number, line in enumerate(lines):
        parts.append(f'<text class="what" x="{x + 12}" y="{y + 43 + 18 * number}">{escape(line)}</text>')
    return "\n".join(parts)


def way(path: str, x: int, y: int, text: str) -> str:
    """One step of the slice's way: an arrow and its number with a few words."""
    words = f'<text class="step" x="{x}" y="{y}">{escape(text)}</text>'
    return f'<path class="way" d="{path}"/>' + (f"\n{words}" if text else "")


def process(x: int, y: int, width: int, height: int, name: str, indent: int = 14) -> str:
    """The dashed frame of an operating system's process."""
    return (
        f'<rect class="process" x="{x}" y="{y}" width="{width}" height="{height}" rx="12"/>\n'
        f'<text class="side" x="{x + indent}" y="{y + 20}">{escape(name)}</text>'
    )


def drawing() -> str:
    """The whole picture as SVG."""
    parts = [
        process(16, 92, 700, 580, "web process: Streamlit, no torch", indent=402),
        process(752, 386, 312, 286, "worker processes, one a core (or Dask)"),
        box(36, 16, 320, 56, "page", "browser", "pages; components in plain JavaScript"),
        box(
            36,
            126,
            320,
            74,
            "page",
            "app.py, pages/, gptviz/ui",
            "read widgets, call gptviz, draw;",
            "answer what live pictures ask",
        ),
        box(
            416, 126, 280, 74, "show", "gptviz/figures", "arrays and words in,", "figures for Plotly, ECharts, ours out"
        ),
        box(416, 222, 280, 74, "show", "gptviz/analysis", "what pictures measure:", "arrays in, arrays or frames out"),
        box(
            416,
            318,
            280,
            74,
            "base",
            "gptviz/trace.py",
            "the forward pass in NumPy:",
            "every array that a picture shows",
        ),
        box(
            100,
            264,
            256,
            92,
            "run",
            "experiment, classroom, export",
            "grids of runs and statistics;",
            "what only a teacher may do;",
            "a run as a file",
        ),
        box(
            36,
            424,
            320,
            74,
            "run",
            "gptviz/runs: RunManager",
            "cuts runs into slices, fair turns, pause,",
            "waiting line, lost workers",
        ),
        box(
            36,
            560,
            320,
            92,
            "run",
            "Store: memory, SQLite, PostgreSQL",
            "records, events, curves, snapshots,",
            "and the state after the last slice",
            "(safetensors and JSON, never pickle)",
        ),
        box(
            772,
            424,
            272,
            74,
            "train",
            "gptviz/training: advance()",
            "a state in, a later state and events out;",
            "random numbers follow (seed, step)",
        ),
        box(772, 514, 272, 64, "train", "gptviz/engines: Engine", "torch_engine or numpy_engine"),
        box(772, 594, 272, 64, "train", "gptviz/scratch", "our NumPy autograd; imports none of us"),
        box(
            16,
            688,
            1048,
            62,
            "base",
            "config · parameters · corpus · chapters · dropout · sampling · labels · errors · i18n",
            "plain values and words that everybody may import; they import nothing above them",
        ),
        way("M 90 72 V 122", 100, 112, "1  Train is pressed"),
        way("M 64 200 V 420", 74, 226, "2  start(owner, model, train, corpus)"),
        way("M 100 310 H 68", 74, 392, "manager.start, too"),
        way("M 356 446 H 768", 412, 438, "3  a slice: the state, at most 0.3 s"),
        way("M 772 478 H 360", 412, 496, "4  the later state, and events"),
        way("M 196 498 V 556", 206, 534, "5  append(run, events, state)"),
        way("M 356 606 H 382 V 182 H 360", 392, 612, "6  curves, samples, snapshots of a run"),
        way("M 382 356 H 412", 0, 0, ""),
        way("M 556 318 V 300", 0, 0, ""),
        way("M 556 222 V 204", 0, 0, ""),
        way("M 416 146 H 360", 0, 0, ""),
        way("M 300 126 V 76", 310, 112, "7  drawn anew"),
    ]
    return "\n".join(parts)


def svg() -> str:
    """Return the file."""
    tip = '<marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        "<title>The layers of gptviz, and the way of one slice of training</title>\n"
        f"<style>{STYLE}</style>\n"
        f'<defs>{tip}<path class="tip" d="M 0 0 L 10 5 L 0 10 z"/></marker></defs>\n'
        f"{drawing()}\n</svg>\n"
    )


if __name__ == "__main__":
    PATH.write_text(svg(), encoding="utf-8")
