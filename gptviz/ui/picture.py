"""A picture with a small menu: save it as SVG or PNG, look at its numbers as a table, take them along as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pandas as pd
import streamlit as st

from gptviz.export.names import file_name
from gptviz.export.tables import csv_bytes
from gptviz.figures.echarts import enlarged_option
from gptviz.figures.theme import enlarged
from gptviz.i18n import t
from gptviz.ui.components.save_picture import save_picture
from gptviz.ui.part import part
from gptviz.ui.presenter import is_large

# What drags and double clicks do needs no button, saving is in the menu; each button would be one more stop for Tab.
_TOOLS = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["toImage", "zoom", "pan", "select", "lasso", "zoomIn", "zoomOut", "autoScale"],
}

PRESENTED = 1.5  # times as large are the letters of figures in presenter mode

Table = Callable[[], pd.DataFrame]


def picture(figure: Any, key: str, alt: str, table: Table | None = None, *, name: str) -> None:
    """Draw a figure and its menu.

    Args:
        figure: Of `gptviz.figures`.
        key: Of the chart; also those of the menu's parts are made from it.
        alt: What the figure shows, in a sentence.
        table: Makes its numbers; called only when somebody opens the menu.
        name: Of the figure, in the reader's language: of the files that are saved.
    """
    if is_large():
        figure = enlarged(figure, PRESENTED)
    with with_menu(key, alt, table, name=name):
        st.plotly_chart(figure, key=key, alt=alt, config=_TOOLS)


def chart(option: dict[str, Any], key: str, alt: str, table: Table | None = None, *, name: str, height_px: int) -> None:
    """Draw an ECharts chart, as a drawing that printers and screens of any kind show sharply, and its menu.

    Args:
        option: Of `gptviz.figures`.
        key: Of the chart; also those of the menu's parts are made from it.
        alt: What the chart shows, in a sentence.
        table: Makes its numbers; called only when somebody opens the menu.
        name: Of the chart, in the reader's language: of the files that are saved.
        height_px: Of the chart.
    """
    if is_large():
        option, height_px = enlarged_option(option, PRESENTED), round(height_px * PRESENTED)
    with with_menu(key, alt, table, name=name):
        st.echarts_chart(option, key=key, height=height_px, alt=alt, renderer="svg")


@contextmanager
def with_menu(key: str, alt: str, table: Table | None = None, *, name: str) -> Iterator[None]:
    """Put the menu to whatever picture is drawn inside: a Plotly figure, an ECharts chart, attention maps.

    Args:
        key: Not used by another picture of the page.
        alt: What the picture shows, in a sentence.
        table: Makes its numbers; called only when somebody opens the menu.
        name: Of the picture, in the reader's language.
    """
    with st.container(key=f"picture-{key}"):
        yield
        with st.container(key=f"menu-of-{key}"):
            _menu(key, alt, table, name)


@part()
def _menu(key: str, alt: str, table: Table | None, name: str) -> None:
    """Opening it runs this function alone, not the page: until then there is but a button."""
    popover = st.popover(
        t("picture-menu"), icon=":material/download:", type="tertiary", key=f"popover-{key}", on_change="rerun"
    )
    if not popover.open:
        return
    with popover:
        save_picture(f"picture-{key}", name, alt, key=f"save-{key}")
        if table is not None:
            numbers = table()
            st.caption(t("picture-table"))
            st.dataframe(numbers, hide_index=True, height=240, key=f"table-{key}")
            csv = csv_bytes(numbers)
            st.download_button(
                t("picture-csv"), csv, file_name(name, ".csv"), "text/csv", key=f"csv-{key}", on_click="ignore"
            )
