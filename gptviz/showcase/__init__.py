"""A run that comes with gptviz, trained by `python -m gptviz.showcase.make`: no page is ever without a model."""

from gptviz.showcase.taking_in import OWNER, RUN_ID, packaged_run, take_in

__all__ = ["OWNER", "RUN_ID", "packaged_run", "take_in"]
