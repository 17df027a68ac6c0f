"""The walk through one attention layer, drawn in the browser: every array with its shape, its code and its origin."""

from gptviz.ui.components.shapes.component import Place, ShapesWords, StepWords, shapes_walk
from gptviz.ui.components.shapes.payload import Layer

__all__ = ["Layer", "Place", "ShapesWords", "StepWords", "shapes_walk"]
