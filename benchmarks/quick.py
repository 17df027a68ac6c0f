"""Seconds of training, on one core, until the quick preset passes the multi-head chapter's test loss.

Run `python -m benchmarks.quick [--seeds 42,1,2] [--engine torch]`. Budget (design.md, section 7): under 20 s to 1.85 on
tiny Shakespeare. Seconds are of processor time, with evaluations, samples and snapshots as in any run; the loss that
decides is measured beside that, over all test windows.
"""

from __future__ import annotations

from benchmarks.measure import restart_on_one_thread

if __name__ == "__main__":
    restart_on_one_thread("benchmarks.quick")

import argparse
import time
from dataclasses import replace

from gptviz.chapters import QUICK, model_config
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import Corpus, load_corpus
from gptviz.parameters import Parameters
from gptviz.trace import trace
from gptviz.training.advance import advance
from gptviz.training.evaluate import chapter_starts, mean_loss
from gptviz.training.plan import total_steps
from gptviz.training.state import initial_state

PUBLISHED, BUDGET_S = 1.85, 20.0
MEASURED_SHARES = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0)


def main() -> None:
    """Print when each seed passes the chapter's loss."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="42,1,2")
    parser.add_argument("--engine", default=QUICK.train.engine)
    options = parser.parse_args()
    corpus = load_corpus("shakespeare")
    print(f"tiny Shakespeare ({corpus.source}), {options.engine}")
    for seed in map(int, options.seeds.split(",")):
        passed_s, end = run(corpus, seed, options.engine)
        verdict = "met" if passed_s is not None and passed_s < BUDGET_S else "MISSED"
        told = "never" if passed_s is None else f"after {passed_s:.1f} s of training"
        print(
            f"seed {seed}: passes {PUBLISHED} {told}; ends at {end:.4f}; budget {BUDGET_S:.0f} s: {verdict}", flush=True
        )


def run(corpus: Corpus, seed: int, engine: str) -> tuple[float | None, float]:
    """Train and return the seconds after which the loss was below the published one, and the last loss."""
    model = model_config(QUICK, len(corpus.vocabulary))
    train = replace(QUICK.train, seed=seed, engine=engine)
    total = total_steps(corpus, model, train)
    state, training_s, passed_s, loss = initial_state(model, train), 0.0, None, float("inf")
    for share in MEASURED_SHARES:
        started_s = time.process_time()
        state, _ = advance(state, corpus, model, train, steps=round(share * total) - state.step)
        training_s += time.process_time() - started_s
        loss = test_loss(corpus, model, train, state.parameters)
        if loss < PUBLISHED and passed_s is None:
            passed_s = training_s
    return passed_s, loss


def test_loss(corpus: Corpus, model: ModelConfig, train: TrainConfig, parameters: Parameters) -> float:
    """Return the chapters' test loss of parameters."""
    starts = chapter_starts(corpus.test, model.context_size, train.batch_size)
    return mean_loss(lambda tokens: trace(parameters, model, tokens).logits, corpus.test, starts, model.context_size)


if __name__ == "__main__":
    main()
