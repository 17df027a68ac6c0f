"""A text whose characters are coloured by how surprising they were; they can be pointed at and chosen."""

from gptviz.ui.components.colored_text.component import ColoredTextWords, colored_text

__all__ = ["ColoredTextWords", "colored_text"]
