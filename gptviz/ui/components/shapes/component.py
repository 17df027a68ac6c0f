"""The Python side of the walk through one attention layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from gptviz.analysis.attention_steps import STEPS, axis_sizes, step_shapes
from gptviz.ui.components.served import component, source
from gptviz.ui.components.shapes.payload import Layer, packed


@dataclass(frozen=True)
class Place:
    """Where the reader stands.

    Args:
        step: One of `STEPS`.
        query: Position of the query, from 0.
        key: Position of the key, from 0.
        number: Which of the E numbers of a position, from 0.
    """

    step: str
    query: int
    key: int
    number: int


@dataclass(frozen=True)
class StepWords:
    """The words and lines of code of one step.

    Args:
        title: What happens: "Cut each position's numbers into heads".
        look: What to look at.
        numpy: Lines of code.
        torch: Lines of code.
    """

    title: str
    look: str
    numpy: str
    torch: str


@dataclass(frozen=True)
class ShapesWords:
    """The words of the walk, in the reader's language; they are shown as plain text.

    Args:
        title: What it is, for screen readers.
        steps: One entry for each of `STEPS`.
        back: Label of a button.
        next: Label of a button.
        hint: What to do with the picture and with the keys.
        axes: What the letters B, T, E, H, D stand for.
        position: "position", before a number and a character.
        query: "query", likewise.
        key: "key", likewise.
        number: "number", before one of the E numbers of a position.
        head: "head", before a number.
        future: "future", of a masked pair.
        largest: "largest term", before a product.
        this_head: "this head".
        other_heads: "the other heads".
    """

    title: str
    steps: Mapping[str, StepWords]
    back: str
    next: str
    hint: str
    axes: str
    position: str
    query: str
    key: str
    number: str
    head: str
    future: str
    largest: str
    this_head: str
    other_heads: str


# Origins of numbers, pictures, what each step shows, and the walk itself.
_SCRIPTS = ("elements.js", "mounted.js", "origins.js", "pictures.js", "steps.js", "walk.js")
_SHAPES = component("gptviz_shapes", css=source(__package__, "shapes.css"), js=source(__package__, *_SCRIPTS))


def shapes_walk(
    layer: Layer,
    labels: Sequence[str],
    words: ShapesWords,
    *,
    key: str,
    place: Place,
) -> Place | None:
    """Show one attention layer step by step; walking and pointing need no server.

    Args:
        layer: One text, one head.
        labels: T labels of tokens (`gptviz.labels.token_labels`), not escaped.
        words: In the reader's language.
        key: Of the component.
        place: Where the reader begins; afterwards the reader's own steps count.

    Returns:
        Where the reader stands; None before the first step or click.

    Raises:
        ValueError: There is not one label a position, or the layer has no such head.
    """
    T, E = len(labels), layer.config.embedding_size
    if layer.steps.x.shape != (1, T, E):
        raise ValueError(f"x has shape {layer.steps.x.shape}; valid, by labels and embedding_size: {(1, T, E)}")
    sizes = axis_sizes(layer.config, 1, T)
    header = {
        "labels": list(labels),
        "steps": [{"key": step, **_shapes(step, sizes), **asdict(words.steps[step])} for step in STEPS],
        "words": {name: text for name, text in asdict(words).items() if name != "steps"},
        "place": asdict(place),
    }

    # A state, not a trigger: a trigger that is sent while the page runs can get lost, and with it the reader's place.
    result = _SHAPES(key=key, data=packed(layer, header), on_place_change=lambda: None)
    return place_of(result.place, T, E)


def place_of(value: object, T: int, E: int) -> Place | None:
    """Return what the browser sent, if it is a place in this layer: anyone can send anything."""
    match value:
        case {"step": str(step), "query": int(query), "key": int(key), "number": int(number)} if (
            step in STEPS and 0 <= query < T and 0 <= key < T and 0 <= number < E
        ):
            return Place(step, query, key, number)
    return None


def _shapes(step: str, sizes: Mapping[str, int]) -> dict[str, list[dict[str, object]]]:
    """The arrays that a step reads and makes, each with its axes and their sizes."""
    before, after = step_shapes(step)
    return {
        side: [{"name": name, "axes": list(axes), "sizes": [sizes[axis] for axis in axes]} for name, axes in arrays]
        for side, arrays in (("before", before), ("after", after))
    }
