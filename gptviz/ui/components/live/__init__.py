"""The live parts of the train page: numbers, loss curve, the model's writing, and the feed that keeps them moving."""

from gptviz.ui.components.live.component import Feed, live_curve, live_numbers, live_sample

__all__ = ["Feed", "live_curve", "live_numbers", "live_sample"]
