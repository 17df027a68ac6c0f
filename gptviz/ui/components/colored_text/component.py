"""The Python side of the coloured text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gptviz.figures import theme
from gptviz.labels import token_label
from gptviz.ui.components.served import component, source

# The strongest colour: a character that the model gave a probability of 1 in 400.
FULL_COLOR_NATS = 6.0


@dataclass(frozen=True)
class ColoredTextWords:
    """The words around the text, in the reader's language; they are shown as plain text.

    Args:
        title: What the text is, for screen readers.
        loss: "loss", before a number.
        nats: "nats", after it.
        probability: "probability", before a percentage.
        foreseen: The weak end of the colours.
        surprising: The strong end.
        given: Said of a character without a loss: "given".
        hint: What to do: "Point at a character; click to choose it."
    """

    title: str
    loss: str
    nats: str
    probability: str
    foreseen: str
    surprising: str
    given: str
    hint: str


SCRIPT = source(__package__, "elements.js", "mounted.js", "colored_text.js")
_COLORED_TEXT = component("gptviz_colored_text", css=source(__package__, "colored_text.css"), js=SCRIPT)


def colored_text(
    text: str,
    losses_nats: Sequence[float | None],
    words: ColoredTextWords,
    *,
    key: str,
    choosable_from: int | None = None,
    selected: int | None = None,
    seen: tuple[int, int] | None = None,
    by_hand: tuple[int, int] = (0, 0),
) -> int | None:
    """Show a text, each character on a colour that says how surprising it was.

    Args:
        text: N characters; nothing in it can become HTML.
        losses_nats: N, each 0 or more; None (or NaN) for characters that were given, not foreseen: no colour.
        words: In the reader's language.
        key: Of the component; keep it the same for the same text.
        choosable_from: Characters from this index on can be chosen; None: none can.
        selected: Index of the chosen character.
        seen: (start, stop) of the characters that the model saw; all before start are faded.
        by_hand: (start, stop) of the characters that the reader chose; they are underlined.

    Returns:
        The index in the run of the page that a choice has caused, None in all others.

    Raises:
        ValueError: There are not as many losses as characters.
    """
    if len(text) != len(losses_nats):
        raise ValueError(f"{len(losses_nats)} losses for {len(text)} characters")
    first = len(text) if choosable_from is None else choosable_from
    data: dict[str, Any] = {
        "labels": [" " if character == " " else token_label(character) for character in text],
        "breaks": [place for place, character in enumerate(text) if character == "\n"],
        "losses": [_number(loss) for loss in losses_nats],
        "fullColor": FULL_COLOR_NATS,
        "color": theme.TEST,
        "first": first,
        "selected": selected,
        "seen": list(seen) if seen else [0, len(text)],
        "byHand": list(by_hand),
        "words": asdict(words),
    }
    picked = _COLORED_TEXT(key=key, data=data, on_picked_change=lambda: None).picked
    # Anyone can send anything.
    return picked if isinstance(picked, int) and first <= picked < len(text) else None


def _number(loss: float | None) -> float | None:
    return None if loss is None or math.isnan(loss) else round(loss, 4)
