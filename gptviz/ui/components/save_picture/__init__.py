"""The buttons that save a picture of the page as SVG or PNG; the browser does it, from what it has drawn."""

from __future__ import annotations

from gptviz.export.names import file_name
from gptviz.i18n import t
from gptviz.ui.components.served import component, source

_SCRIPTS = ("drawing.js", "fonts.js", "save_picture.js")


_SAVE_PICTURE = component(
    "gptviz_save_picture", css=source(__package__, "save_picture.css"), js=source(__package__, *_SCRIPTS)
)


def save_picture(target: str, name: str, alt: str, *, key: str) -> None:
    """Draw the two buttons.

    Args:
        target: Key of the container that holds the picture: a Plotly figure, a chart on a canvas, or attention maps.
        name: Of the picture, in the reader's language; becomes the name of the file.
        alt: What the picture shows; goes into the SVG as its title.
        key: Of the component.
    """
    words = {"svg": t("picture-svg"), "png": t("picture-png"), "failed": t("picture-failed")}
    names = {"svgName": file_name(name, ".svg"), "pngName": file_name(name, ".png")}
    _SAVE_PICTURE(key=key, data={"target": target, "alt": alt, "words": words, **names})
