import re
import tomllib
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest

from gptviz.figures import theme

# Machado, Oliveira and Fernandes 2009, table 1, severity 1.0; linear RGB.
COLOR_BLIND = {
    "full colour": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


def linear(colors):
    values = np.asarray(colors, dtype=float) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lightness(rgb):
    """CIE L*, 0 to 100, of linear RGB."""
    luminance = np.clip(rgb @ [0.2126, 0.7152, 0.0722], 0, None)
    return np.where(luminance > 216 / 24389, 116 * np.cbrt(luminance) - 16, luminance * 24389 / 27)


def contrast(one, other):
    """WCAG 2 contrast of two colours."""
    a, b = sorted(linear([one, other]) @ [0.2126, 0.7152, 0.0722])
    return (b + 0.05) / (a + 0.05)


def rgb(color):
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]


@pytest.mark.parametrize("sight", COLOR_BLIND)
def test_larger_weights_are_lighter_for_every_kind_of_sight(sight):
    seen = linear(theme.color_table(theme.SEQUENTIAL, 65)) @ np.transpose(COLOR_BLIND[sight])
    assert (np.diff(lightness(seen)) > 0.3).all()


@pytest.mark.parametrize("sight", COLOR_BLIND)
def test_both_arms_of_the_diverging_scale_darken_outwards_and_stay_apart(sight):
    seen = linear(theme.color_table(theme.DIVERGING, 65)) @ np.transpose(COLOR_BLIND[sight])
    light = lightness(seen)
    assert (np.diff(light[:33]) > 0).all()
    assert (np.diff(light[32:]) < 0).all()
    # Blue against red at the same distance from the middle: not the same colour in disguise.
    apart = np.abs(seen[:24] - seen[::-1][:24]).sum(axis=1)
    assert apart.min() > 0.1


@pytest.mark.parametrize("page", ["#ffffff", "#0e1117"], ids=["light", "dark"])
def test_head_colours_stand_out_on_both_pages(page):
    for color in theme.HEADS:
        assert contrast(rgb(color), rgb(page)) >= 2.9  # WCAG 1.4.11 asks for 3 of graphical objects


def test_sixteen_heads_have_sixteen_colours_and_more_do_not_fail():
    assert len(set(theme.HEADS)) == 16
    assert theme.head_color(17) == theme.HEADS[1]


def test_color_table_starts_and_ends_at_the_anchors():
    table = theme.color_table(theme.SEQUENTIAL, 256)
    assert table.shape == (256, 3)
    assert table[0].tolist() == rgb(theme.SEQUENTIAL[0])
    assert table[-1].tolist() == rgb(theme.SEQUENTIAL[-1])


def test_weight_scale_puts_the_colour_of_a_quarter_at_the_middle():
    """The square root of 0.25 is 0.5: its colour is the middle of the sequential scale."""
    stops = dict(theme.weight_colorscale())
    r, g, b = rgb(theme.SEQUENTIAL[4])
    assert stops[0.25] == f"rgb({r},{g},{b})"


def test_all_figures_let_the_page_shine_through():
    layout = theme.layout(height_px=100)
    assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0,0,0,0)"


def test_a_projector_gets_larger_letters_and_room_for_them_and_the_same_numbers():
    weights = np.tri(4, dtype=np.float32) / 4
    figure = go.Figure(
        go.Heatmap(z=weights, colorbar=theme.colorbar("w"), x=[1, 2, 3, 4]),
        theme.layout(height_px=300, xaxis=theme.axis("keys", range=[0, 5])),
    )
    large = theme.enlarged(figure, 1.5)
    assert large.layout.height == 450
    assert large.layout.font.size == 1.5 * theme.TEXT_SIZE_PX
    assert large.layout.xaxis.tickfont.size == large.data[0].colorbar.tickfont.size == 1.5 * theme.TICK_SIZE_PX
    assert large.layout.margin.l == 1.5 * theme.MARGIN_PX["l"]
    assert large.layout.xaxis.range == (0, 5)
    assert list(large.data[0].x) == [1, 2, 3, 4]
    assert large.to_plotly_json()["data"][0]["z"] == figure.to_plotly_json()["data"][0]["z"]


PACKAGE = Path(theme.__file__).parent.parent
COLOR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b|rgba\([^)]*\)")


def written(pattern):
    """The colours that files name, by file; spaces and case aside."""
    for path in sorted(PACKAGE.glob(pattern)):
        for color in COLOR.findall(path.read_text(encoding="utf-8")):
            yield path.name, color.replace(" ", "").lower()


def test_figures_take_every_colour_but_one_from_the_theme():
    # The ground of a number: opaque, as Plotly chooses the number's colour by it.
    stray = [found for found in written("figures/*.py") if found[0] != "theme.py"]
    assert stray == [("bpe_windows.py", "#d5e3f8")]


@pytest.mark.parametrize("pattern", ["ui/components/**/*.js", "ui/components/**/*.css", "ui/*.py"])
def test_components_use_the_greys_of_the_figures(pattern):
    known = {theme.MASKED, theme.MASKED_HATCH, theme.MUTED, theme.GRID, "#fff", "#000"}
    assert {color for _, color in written(pattern)} <= known


def test_the_accent_is_one_colour_in_the_settings_of_the_server_our_styles_and_reports():
    settings = tomllib.loads((PACKAGE.parent / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    light, dark = settings["light"]["primaryColor"], settings["dark"]["primaryColor"]
    look, report = ((PACKAGE / name).read_text(encoding="utf-8") for name in ("ui/look.css", "export/report.css"))
    assert f"--gptviz-accent: light-dark({light}, {dark})" in look
    assert f"--accent: {light}" in report
    assert f"--accent: {dark}" in report
    # As text on the page, on the sidebar, and on its own tint; and below the text of a button.
    for ground in ("#ffffff", "#f8f8f7", "#e3ebf4"):
        assert contrast(rgb(light), rgb(ground)) >= 4.5
    assert contrast(rgb(light), rgb("#ffffff")) >= 4.5
    assert contrast(rgb(dark), rgb("#14130f")) >= 4.5
