"""The grid of attention maps, one a block and head, drawn in the browser: live while training, or a film over steps."""

from gptviz.ui.components.attention_maps.component import AttentionMapsWords, attention_maps, live_maps, packed_maps

__all__ = ["AttentionMapsWords", "attention_maps", "live_maps", "packed_maps"]
