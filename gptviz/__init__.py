"""gptviz: train a small character GPT live in the browser and watch its attention heads form."""

__version__ = "0.1.0"
