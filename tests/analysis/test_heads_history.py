"""When heads became what they are, and what sets one apart, on numbers made by hand."""

import numpy as np
import pandas as pd
import pytest

from gptviz.analysis.head_findings import head_finding
from gptviz.analysis.head_history import Moment, head_history, moments
from gptviz.analysis.heads import METRICS, head_metrics
from gptviz.analysis.probes import head_texts
from gptviz.config import ModelConfig
from gptviz.corpus import load_corpus
from gptviz.parameters import initial_parameters

STEPS = (0, 10, 100, 1000)


def history(**scores):
    """The history of one head: a list of values a metric, 0.1 for the metrics that are not named."""
    index = pd.MultiIndex.from_tuples([(step, 0, 0) for step in STEPS], names=["step", "block", "head"])
    return pd.DataFrame({metric: scores.get(metric, [0.1] * 4) for metric in METRICS}, index=index)


@pytest.mark.parametrize(
    ("scores", "step"),
    [
        ([0.1, 0.1, 0.1, 0.9], 1000),
        ([0.1, 0.1, 0.6, 0.9], 100),
        ([0.1, 0.8, 0.2, 0.9], 1000),  # a passing rise is no habit yet
        ([0.1, 0.9, 0.9, 0.9], 10),
        ([0.9, 0.8, 0.2, 0.1], 100),  # given up
    ],
)
def test_a_moment_is_from_when_a_score_stays_past_the_middle(scores, step):
    assert moments(history(previous=scores)) == [Moment(step, 0, 0, "previous", scores[0], scores[-1])]


def test_a_head_has_one_moment_that_of_its_largest_change():
    found = moments(history(previous=[0.1, 0.1, 0.5, 0.5], first=[0.9, 0.2, 0.1, 0.1]))
    assert [(moment.metric, moment.step) for moment in found] == [("first", 10)]


def test_small_changes_and_missing_metrics_are_no_moments():
    assert moments(history(previous=[0.1, 0.2, 0.2, 0.29])) == []
    assert moments(history(bracket=[np.nan] * 4, entropy_bits=[4.0, 1.0, 1.0, 1.0])) == []
    assert moments(history().head(1)) == []


def test_moments_of_several_heads_come_in_the_order_of_steps():
    late, early = history(previous=[0, 0, 0, 1.0]), history(first=[0, 1.0, 1.0, 1.0])
    early.index = early.index.set_levels([1], level="head")
    both = pd.concat([late, early]).sort_index()
    assert [(moment.step, moment.head, moment.metric) for moment in moments(both)] == [
        (10, 1, "first"),
        (1000, 0, "previous"),
    ]


def test_history_holds_every_snapshots_metrics():
    corpus = load_corpus("repeat")
    config = ModelConfig(len(corpus.vocabulary), 16, 8, heads=2, blocks=2)
    texts = head_texts(corpus, 16)
    snapshots = [(0, initial_parameters(config, 1)), (7, initial_parameters(config, 2))]
    measured = head_history(snapshots, config, texts)
    assert measured.index.names == ["step", "block", "head"]
    for step, parameters in snapshots:
        pd.testing.assert_frame_equal(measured.xs(step), head_metrics(parameters, config, texts))


def row(**values):
    return pd.Series({metric: values.get(metric, 3.0 if metric == "entropy_bits" else 0.1) for metric in METRICS})


def test_the_largest_rise_above_both_baselines_is_the_finding():
    found = head_finding(row(previous=0.7, first=0.8), row(first=0.5), row(previous=0.2))
    assert (found.metric, found.value, found.untrained, found.uniform) == ("previous", 0.7, 0.1, 0.2)


def test_a_head_without_habits_may_still_be_narrow():
    assert head_finding(row(entropy_bits=1.0), row(), row()).metric == "entropy_bits"
    assert head_finding(row(entropy_bits=2.9, previous=0.15), row(), row()).metric == ""


def test_what_a_text_cannot_show_is_not_found():
    found = head_finding(row(bracket=np.nan, itself=0.6), row(bracket=np.nan), row(bracket=np.nan))
    assert found.metric == "itself"
