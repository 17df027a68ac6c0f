"""Design tokens: the colours, types and layout that all pictures share, on light and on dark pages.

Backgrounds are transparent and texts take the page's colour, so one figure serves both. Both scales have a steadily
changing lightness (equal steps in Oklab), so they read without colour vision and in print.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

# Dark is 0, light is 1.
SEQUENTIAL = ("#14133e", "#1a2a69", "#18478d", "#006b9a", "#008f9d", "#26b396", "#88cd79", "#cae386", "#fff8bc")
# Blue is -1, grey is 0, brown is +1.
DIVERGING = ("#004296", "#326cc1", "#7198d3", "#afc3e2", "#eeeeee", "#ddb9a6", "#c7855f", "#ac4f00", "#743200")

# One colour a head, the same in every picture; all stand out on white and on Streamlit's dark page.
HEADS = (
    "#2a71d6", "#d56a10", "#028758", "#c64998", "#0398bb", "#ba362e", "#7952d4", "#928a07",
    "#6591e1", "#a56800", "#43a55e", "#a146a7", "#07858a", "#de6674", "#a575d8", "#627d23",
)  # fmt: skip

TRAIN = HEADS[0]
TEST = HEADS[1]
TRAIN_PALE = "rgba(42,113,214,0.28)"
BROWN = "#a85410"
# Without a transparent part: a mark in front of others, on both pages.
GREY = "#808080"
ON_COLOR = "#ffffff"  # text on coloured tiles
TILE = "#6e6e6e"  # a grey tile below such a text
SEAM = "rgba(255,255,255,0.6)"  # between coloured tiles
MUTED = "rgba(128,128,128,0.75)"
GRID = "rgba(128,128,128,0.22)"
MASKED = "rgba(128,128,128,0.18)"
MASKED_HATCH = "rgba(128,128,128,0.55)"
TRANSPARENT = "rgba(0,0,0,0)"

_CHINESE = '"Noto Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"'
FONT = f'"Source Sans", {_CHINESE}, sans-serif'
TOKEN_FONT = f'"Source Code Pro", "Noto Sans Mono CJK SC", {_CHINESE}, monospace'
TEXT_SIZE_PX = 14
TICK_SIZE_PX = 12

# Below a picture's axis lies its menu (gptviz/ui/picture.py).
MENU_PX = 32
MARGIN_PX = {"l": 56, "r": 16, "t": 16, "b": 56, "pad": 4}

_EMPTY_TEMPLATE = go.layout.Template()


def head_color(head: int) -> str:
    """Return the colour of a head, counted from 0; after the sixteenth they repeat."""
    return HEADS[head % len(HEADS)]


@cache
def color_table(anchors: tuple[str, ...], entries: int = 256) -> NDArray[np.uint8]:
    """Return a scale as a table of equally spaced colours, mixed as Plotly mixes them.

    Args:
        anchors: Equally spaced colours, `#rrggbb`.
        entries: How many colours.

    Returns:
        (entries, 3) red, green, blue; read-only, as it is made once.
    """
    stops = np.array([[int(anchor[at : at + 2], 16) for at in (1, 3, 5)] for anchor in anchors], dtype=float)
    wanted, given = np.linspace(0, 1, entries), np.linspace(0, 1, len(anchors))
    channels = [np.interp(wanted, given, stops[:, channel]) for channel in range(3)]
    table = np.stack(channels, axis=1).round().astype(np.uint8)
    table.setflags(write=False)
    return table


def colorscale(anchors: tuple[str, ...]) -> list[list[Any]]:
    """Return equally spaced colours as a Plotly scale over 0 to 1."""
    return [[at / (len(anchors) - 1), anchor] for at, anchor in enumerate(anchors)]


def weight_colorscale() -> list[list[Any]]:
    """Return the scale of attention weights: the colour of weight w stands at sqrt(w) of the sequential scale.

    A query shares a weight of 1 among all keys that it sees, so most weights are small: the root keeps 0.03
    apart from 0. The colour bar stays a plain axis of weights.
    """
    table = color_table(SEQUENTIAL, 33)
    roots = np.linspace(0, 1, len(table))
    return [[float(root**2), f"rgb({r},{g},{b})"] for root, (r, g, b) in zip(roots, table.tolist(), strict=True)]


def layout(*, height_px: int, **more: Any) -> dict[str, Any]:
    """Return the layout that all figures start from.

    Args:
        height_px: Of the figure; its width is that of the page.
        **more: Other entries of Plotly's layout; they win.
    """
    return {
        "template": _EMPTY_TEMPLATE,
        "height": height_px,
        "margin": MARGIN_PX,
        "paper_bgcolor": TRANSPARENT,
        "plot_bgcolor": TRANSPARENT,
        "font": {"family": FONT, "size": TEXT_SIZE_PX},
        "hoverlabel": {"font": {"family": TOKEN_FONT, "size": TEXT_SIZE_PX}},
        "showlegend": False,
        **more,
    }


def axis(title: str = "", **more: Any) -> dict[str, Any]:
    """Return a quiet axis with a title; other entries of Plotly's axis win."""
    return {
        "title": {"text": title, "font": {"size": TEXT_SIZE_PX}, "standoff": 14},
        "tickfont": {"size": TICK_SIZE_PX},
        "gridcolor": GRID,
        "zeroline": False,
        "automargin": True,
        **more,
    }


def token_axis(labels: list[str], title: str, *, longest: int = 64) -> dict[str, Any]:
    """Return an axis of positions with tokens as ticks; equal tokens stay apart, as positions are numbers.

    Args:
        labels: One a position, escaped.
        title: Of the axis.
        longest: Above this many positions only every second, third, ... one gets its tick.
    """
    step = max(1, -(-len(labels) // longest))
    ticks = list(range(0, len(labels), step))
    return axis(
        title,
        tickmode="array",
        tickvals=ticks,
        ticktext=[labels[at] for at in ticks],
        tickfont={"family": TOKEN_FONT, "size": TICK_SIZE_PX},
        tickangle=0,
        ticks="",
        showgrid=False,
        range=[-0.5, len(labels) - 0.5],
        constrain="domain",
    )


def colorbar(title: str) -> dict[str, Any]:
    """Return a slim colour bar that lies on top of the picture, so it takes no width on a phone."""
    return {
        "orientation": "h",
        "x": 0.5,
        "y": 1.0,
        "yanchor": "bottom",
        "len": 0.6,
        "thickness": 8,
        "ypad": 6,
        "outlinewidth": 0,
        "title": {"text": title, "side": "top", "font": {"size": TICK_SIZE_PX}},
        "tickfont": {"size": TICK_SIZE_PX},
    }


def enlarged(figure: go.Figure, factor: float) -> go.Figure:
    """Return a figure with larger letters, and room for them: for a projector.

    Args:
        figure: Whose sizes of letters, height and margins are multiplied.
        factor: Above 1.
    """
    # Written out, since Streamlit's theme has a size of its own for legends.
    legend = {"font": {"size": TICK_SIZE_PX}} if figure.layout.showlegend else {}
    return go.Figure(_grown(figure.to_plotly_json(), factor, "")).update_layout(legend=_grown(legend, factor, ""))


def _grown(value: Any, factor: float, inside: str) -> Any:
    if isinstance(value, dict):
        return {
            name: _grown(one, factor, "letters" if _in_letters(name, inside) else name) for name, one in value.items()
        }
    if isinstance(value, list | tuple):
        return [_grown(one, factor, inside) for one in value]
    return round(factor * value) if inside == "letters" and isinstance(value, int | float) else value


def _in_letters(name: str, parent: str) -> bool:
    """Whether an entry of a figure is a size that grows with its letters."""
    sizes_of_fonts = name == "size" and parent.endswith("font")
    return (
        sizes_of_fonts
        or name in ("height", "standoff", "xshift", "yshift")
        or (parent == "margin" and name in ("l", "r", "t", "b"))
    )
