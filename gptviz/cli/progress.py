"""Training in the terminal: slices of `advance` under a progress bar."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tqdm import tqdm

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.training.advance import advance
from gptviz.training.events import Diverged, Finished, Sample, Step
from gptviz.training.plan import total_steps
from gptviz.training.state import initial_state

SLICE_S = 0.3


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    Args:
        end: Finished with the test loss, or Diverged.
        sample: The last text that the model wrote.
        seconds: From the first step to the end, evaluation and samples included.
    """

    end: Finished | Diverged
    sample: Sample
    seconds: float


def train_with_bar(corpus: Corpus, model: ModelConfig, train: TrainConfig, label: str) -> Outcome:
    """Train to the end, with a progress bar on standard error that shows the losses.

    Args:
        corpus: The text.
        model: The model.
        train: Its training.
        label: Stands before the bar.

    Raises:
        LearnerError: The text is too short for one batch.
    """
    state = initial_state(model, train)
    started_s = time.monotonic()
    with tqdm(total=total_steps(corpus, model, train), desc=label, unit="step", dynamic_ncols=True) as bar:
        while True:
            state, events = advance(state, corpus, model, train, budget_s=SLICE_S)
            for event in events:
                if isinstance(event, Sample):
                    sample = event
            losses = [event.loss_nats for event in events if isinstance(event, Step)]
            if losses:
                bar.set_postfix(loss=f"{sum(losses) / len(losses):.4g}", refresh=False)
            bar.update(state.step - bar.n)
            if isinstance(events[-1], Finished | Diverged):
                return Outcome(events[-1], sample, time.monotonic() - started_s)
