"""Small models trained on the made-up languages grow the heads that these were made for (issue 4, done when)."""

from dataclasses import dataclass

import pandas as pd
import pytest

from gptviz.analysis.ablation import WINDOWS, Ablation
from gptviz.analysis.head_findings import head_finding
from gptviz.analysis.head_history import head_history, moments
from gptviz.analysis.heads import uniform_metrics
from gptviz.analysis.probes import HeadTexts, head_texts, held_out_windows
from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.corpus.windows import window_starts
from gptviz.parameters import Parameters
from gptviz.training.advance import advance
from gptviz.training.events import Snapshot
from gptviz.training.state import initial_state

BATCH_SIZE = 32


@dataclass(frozen=True)
class Trained:
    """A trained model, its texts and its heads over training."""

    config: ModelConfig
    parameters: Parameters
    texts: HeadTexts
    history: pd.DataFrame

    @property
    def untrained(self):
        return self.history.xs(0)

    @property
    def learned(self):
        return self.history.xs(self.history.index.get_level_values("step").max())


def train(language, heads, steps):
    corpus = load_corpus(language)
    config = ModelConfig(len(corpus.vocabulary), heads=heads, blocks=2, residual=True, layer_norm=True)
    per_epoch = len(window_starts(len(corpus.train), config.context_size)) // BATCH_SIZE
    settings = TrainConfig(
        batch_size=BATCH_SIZE, epochs=steps / per_epoch, learning_rate=6e-3, warmup_steps=20, shuffle=True
    )
    _, events = advance(initial_state(config, settings), corpus, config, settings)
    snapshots = [(event.step, event.parameters) for event in events if isinstance(event, Snapshot)]
    texts = head_texts(corpus, config.context_size)
    return Trained(config, snapshots[-1][1], texts, head_history(snapshots, config, texts))


@pytest.fixture(scope="module")
def repeat():
    return train("repeat", heads=2, steps=400)


@pytest.fixture(scope="module")
def brackets():
    return train("brackets", heads=4, steps=600)


@pytest.mark.slow
def test_repeats_grow_an_induction_head(repeat):
    place = repeat.learned["induction"].idxmax()
    assert place[0] == 1  # it builds on what the first block found: it cannot be there
    assert repeat.learned.loc[place, "induction"] > 0.5
    assert repeat.untrained.loc[place, "induction"] < 0.1
    finding = head_finding(
        repeat.learned.loc[place], repeat.untrained.loc[place], uniform_metrics(repeat.config, repeat.texts)
    )
    assert finding.metric == "induction"
    became = {(moment.block, moment.head): moment for moment in moments(repeat.history)}[place]
    assert became.metric == "induction"
    assert 20 < became.step < 400


@pytest.mark.slow
def test_without_its_heads_the_model_repeats_worse(repeat):
    windows = held_out_windows(load_corpus("repeat").test, repeat.config.context_size, WINDOWS)
    ablation = Ablation(repeat.parameters, repeat.config, *windows)
    heads = repeat.learned.index[repeat.learned["induction"] > 0.3].to_list()
    for kind in ("zero", "mean"):
        rise = ablation.rise(heads, kind)
        assert rise.rise_nats > 0.2
        assert rise.rise_nats > 3 * rise.rise_error_nats


@pytest.mark.slow
def test_brackets_grow_a_head_that_looks_at_the_open_bracket(brackets):
    place = brackets.learned["bracket"].idxmax()
    assert brackets.learned.loc[place, "bracket"] > 0.5
    assert brackets.untrained.loc[place, "bracket"] < 0.15
    finding = head_finding(
        brackets.learned.loc[place], brackets.untrained.loc[place], uniform_metrics(brackets.config, brackets.texts)
    )
    assert finding.metric == "bracket"
