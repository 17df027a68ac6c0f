"""What one picture costs: the trace of a 32-character text, in a process that has no torch.

Run `python -m benchmarks.trace`. Budget (design.md, section 7): under 5 ms for the default model, all blocks and heads.
"""

from __future__ import annotations

from benchmarks.measure import interleaved, restart_on_one_thread

if __name__ == "__main__":
    restart_on_one_thread("benchmarks.trace")

import sys
from functools import partial

import numpy as np

from gptviz.config import ModelConfig
from gptviz.parameters import initial_parameters
from gptviz.trace import trace

BUDGET_MS = 5.0
VOCABULARY = 65


def main() -> None:
    """Time the trace of three models, and print the budget of the default one."""
    models = {
        "default: 2 blocks, 2 heads, E=64": ModelConfig(VOCABULARY),
        "quick: 2 blocks, 4 heads, residual, LayerNorm": ModelConfig(
            VOCABULARY, heads=4, residual=True, layer_norm=True
        ),
        "large: 6 blocks, 8 heads, E=256": ModelConfig(VOCABULARY, embedding_size=256, heads=8, blocks=6),
    }
    tokens = np.random.default_rng(0).integers(0, VOCABULARY, (1, 32))
    parameters = {name: initial_parameters(model, 0) for name, model in models.items()}
    calls = {name: partial(trace, parameters[name], model, tokens) for name, model in models.items()}
    times = interleaved(calls, rounds=20, calls=10)
    for name in calls:
        print(f"{name:48}{times.median_ms(name):7.2f} ms")
    first = next(iter(calls))
    verdict = "met" if times.median_ms(first) < BUDGET_MS and "torch" not in sys.modules else "MISSED"
    print(f"budget: under {BUDGET_MS:.0f} ms for the default model, without torch in the process: {verdict}")


if __name__ == "__main__":
    main()
