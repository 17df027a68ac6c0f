"""Only the settings that differ are shown, and the others are counted."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.runs.run import Run
from gptviz.runs.settings_table import differences, settings_of

RUN = Run("a", "me", "", ModelConfig(65), TrainConfig(), "shakespeare", "file", "0123456789", 100, 0.0)


def changed(**model):
    return replace(RUN, model=replace(RUN.model, **model))


def test_equal_runs_differ_in_nothing():
    differing, equal = differences([RUN, replace(RUN, id="b", owner="you", name="x", created_s=5.0, step=3)])
    assert differing == {}
    assert equal == len(settings_of(RUN)) > 20


def test_each_setting_that_differs_has_the_value_of_every_run():
    other = replace(changed(heads=4), train=replace(RUN.train, seed=7))
    differing, equal = differences([RUN, other, RUN])
    assert differing == {"HEADS": [2, 4, 2], "SEED": [42, 7, 42]}
    assert equal == len(settings_of(RUN)) - 2


def test_what_a_run_does_not_have_is_none():
    differing, _ = differences([RUN, changed(attention=None)])
    assert differing["ATTENTION"] == [True, False]
    assert differing["ATTENTION_SCALE"] == ["head_size", None]


def test_true_is_not_one():
    differing, _ = differences([RUN, changed(attention=AttentionConfig(causal=False))])
    assert list(differing) == ["ATTENTION_CAUSAL"]


@given(st.lists(st.sampled_from([1, 2, 4, 8]), min_size=1, max_size=6))
def test_the_table_is_as_wide_as_there_are_runs(heads):
    differing, _ = differences([changed(heads=count) for count in heads])
    assert differing == ({} if len(set(heads)) == 1 else {"HEADS": heads})
