"""The pictures of the parameters page: what is drawn is what is counted."""

from dataclasses import replace

import numpy as np
import pytest

from gptviz.analysis.parameter_growth import CONSTANTS, growth
from gptviz.analysis.parameter_table import MODULES, parameter_table
from gptviz.chapters import CHAPTERS, model_config
from gptviz.config import ModelConfig
from gptviz.figures.parameter_growth import growth_by_module, growth_curves, head_cuts
from gptviz.figures.parameter_treemap import ParametersWords, parameter_treemap
from gptviz.parameters import count_parameters


def words(model):
    return ParametersWords(
        total="whole",
        parameters="parameters",
        factor="factor",
        blocks=[f"block {at}" for at in range(model.blocks)],
        modules={module: module for module in MODULES},
        layers={part.layer: part.layer for part in parameter_table(model)},
        logarithmic="log",
    )


@pytest.mark.parametrize("rung", CHAPTERS, ids=lambda rung: rung.key)
def test_every_tile_holds_exactly_what_lies_in_it(rung):
    model = replace(model_config(rung, 65), blocks=3)
    (tiles,) = parameter_treemap(parameter_table(model), words(model)).data
    counts = dict(zip(tiles.ids, tiles.values, strict=True))
    assert len(counts) == len(tiles.ids)
    assert counts["model"] == count_parameters(model)
    # `branchvalues="total"`: Plotly draws nothing at all when the sum of the inner tiles is another one.
    for tile in set(tiles.parents) - {""}:
        inner = [counts[id_] for id_, parent in zip(tiles.ids, tiles.parents, strict=True) if parent == tile]
        assert sum(inner) == counts[tile]
    assert set(tiles.parents) <= {"", *tiles.ids}


def test_curves_start_from_the_present_value_and_heads_are_flat():
    model = ModelConfig(65)
    figure = growth_curves([growth(model, constant) for constant in CONSTANTS], words(model))
    lines = {line.name: line for line in figure.data}
    assert set(lines) == {constant.upper() for constant in CONSTANTS}
    for line in lines.values():
        assert line.y[list(line.x).index(1.0)] == 109_889
    assert set(lines["HEADS"].y) == {109_889}
    assert max(lines["EMBEDDING_SIZE"].y) == max(max(line.y) for line in lines.values())


def test_names_at_the_ends_stay_apart_and_in_order():
    model = ModelConfig(65)
    figure = growth_curves([growth(model, constant) for constant in CONSTANTS], words(model))
    low, high = figure.layout.yaxis.range
    px = (figure.layout.height - figure.layout.margin.t - figure.layout.margin.b) / (high - low)
    heights = [note.y * px + note.yshift for note in figure.layout.annotations]
    assert (np.diff(heights) >= 15.9).all()
    assert figure.layout.annotations[0].text == "HEADS"


def test_stacked_modules_add_up():
    model = ModelConfig(65, layer_norm=True)
    curve = growth(model, "blocks")
    figure = growth_by_module(curve, words(model))
    assert len(figure.data) == len(MODULES)
    assert (np.sum([area.y for area in figure.data], axis=0) == curve.counts).all()
    assert figure.layout.shapes[0].x0 == model.blocks
    assert (
        len(growth_by_module(growth(replace(model, attention=None), "blocks"), words(model)).data) == len(MODULES) - 1
    )


def test_a_matrix_is_cut_into_as_many_bands_as_heads_without_a_gap():
    figure = head_cuts(64, [1, 2, 8])
    bands = [(shape.x0, shape.y0, shape.y1) for shape in figure.layout.shapes]
    for at, heads in enumerate([1, 2, 8]):
        mine = [(top, bottom) for left, top, bottom in bands if left == at * 1.25]
        assert len(mine) == heads
        assert sum(top - bottom for top, bottom in mine) == pytest.approx(1)
    assert all("= 4,096" in note.text for note in figure.layout.annotations)
