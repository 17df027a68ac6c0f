"""The parts of the parameters page: where the parameters are, and why HEADS does not change their number."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from gptviz.analysis.parameter_table import MODULES, Part, parameter_table
from gptviz.axis_words import axis_notes
from gptviz.config import ModelConfig, divisors
from gptviz.figures.parameter_growth import head_cuts
from gptviz.figures.parameter_treemap import ParametersWords, parameter_treemap
from gptviz.i18n import t
from gptviz.parameters import count_parameters
from gptviz.ui.picture import picture
from gptviz.ui.words import block_names

MOST_CUTS = 4


def parameters_words(model: ModelConfig) -> ParametersWords:
    """Return the words of the pictures of a model's parameters."""
    return ParametersWords(
        total=t("parameters-total"),
        parameters=t("parameters-axis"),
        factor=t("parameters-factor"),
        blocks=block_names(model),
        modules={module: t(f"parameters-module-{_id(module)}") for module in MODULES},
        layers={part.layer: layer_name(part.layer) for part in parameter_table(model)},
        logarithmic=axis_notes().logarithmic,
    )


def layer_name(layer: str) -> str:
    """Return what a layer is called on the page, for example "Query" for `attention.query`."""
    return t(f"parameters-layer-{_id(layer)}")


def _id(name: str) -> str:
    return name.replace("_", "-").replace(".", "-")


def draw_table_and_treemap(model: ModelConfig) -> None:
    """Draw all layers as tiles, and all weights and biases as rows with their formulas."""
    parts, total = parameter_table(model), count_parameters(model)
    st.subheader(t("parameters-count", count=total), anchor=False)
    largest = max(parts, key=lambda part: part.count)
    alt = t("parameters-treemap-alt", count=total, largest=_part_name(largest), share=largest.count / total)
    rows = [_row(part, total) for part in parts]
    figure, name = parameter_treemap(parts, parameters_words(model)), t("parameters-count", count=total)
    picture(figure, "parameters-treemap", alt, lambda: pd.DataFrame(rows), name=name)
    st.caption(t("parameters-treemap-look"))
    st.subheader(t("parameters-table"), anchor=False)
    share = st.column_config.ProgressColumn(t("parameters-share"), format="percent", max_value=1.0)
    count = st.column_config.NumberColumn(t("parameters-axis"), format="localized")
    columns = {t("parameters-share"): share, t("parameters-axis"): count}
    st.dataframe(rows, hide_index=True, height="content", column_config=columns, key="parameters-table")
    st.caption(t("parameters-table-look"))


def _row(part: Part, total: int) -> dict[str, object]:
    blocks = ["BLOCKS"] if part.in_blocks else []
    numbers = [str(part.times)] if part.in_blocks else []
    return {
        t("parameters-part"): _part_name(part),
        t("parameters-axis"): part.count,
        t("parameters-formula"): " × ".join([*blocks, *part.factors]),
        t("parameters-numbers"): " × ".join([*numbers, *map(str, part.shape)]),
        t("parameters-share"): part.count / total,
    }


def _part_name(part: Part) -> str:
    kind = t("parameters-weight") if part.name.endswith("weight") else t("parameters-bias")
    return f"{layer_name(part.layer)} · {kind}"


def draw_heads(model: ModelConfig) -> None:
    """Draw one matrix cut for several head counts: HEADS changes how it is cut, not how large it is."""
    st.subheader(t("parameters-heads-title"), anchor=False)
    if model.attention is None:
        st.info(t("parameters-heads-none"))
        return
    matrix = "query" if model.attention.projections else "x"
    E, cuts = model.embedding_size, _cuts(model)
    alt, name = t("parameters-heads-alt", size=E), t("parameters-heads-title")
    picture(head_cuts(E, cuts), "parameters-heads", alt, partial(cuts_table, E, cuts), name=name)
    st.markdown(t(f"parameters-heads-{matrix}", heads=model.heads, size=model.head_size, embedding=E, product=E * E))


def cuts_table(embedding_size: int, cuts: list[int]) -> pd.DataFrame:
    """Return what the pictures of cut matrices show: the head size and the numbers of a head for each head count."""
    sizes = [embedding_size // heads for heads in cuts]
    return pd.DataFrame(
        {"HEADS": cuts, "head_size": sizes, "head_size × EMBEDDING_SIZE": [size * embedding_size for size in sizes]}
    )


def _cuts(model: ModelConfig) -> list[int]:
    """Return at most four head counts, the model's own among them: one head, then about twice as many each time."""
    valid = divisors(model.embedding_size)
    around = sorted(valid, key=lambda heads: (heads not in (1, model.heads), abs(heads - 2 * model.heads)))
    return sorted(around[:MOST_CUTS])
