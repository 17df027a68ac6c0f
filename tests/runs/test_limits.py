"""Limits: what is too large is refused with what would be valid, and bad values are refused at the start."""

from dataclasses import fields, replace

import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.i18n import explain, use_language
from gptviz.parameters import count_parameters
from gptviz.runs.limits import (
    ALONE,
    CLASSROOM,
    PREFIX,
    LimitError,
    Limits,
    LimitsRefused,
    is_classroom,
    limits_from_environment,
    limits_in_force,
)

CORPUS = Corpus.from_text("repeat", "generated", "the cat sat on the mat. " * 40)
MODEL = ModelConfig(len(CORPUS.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=1)
TRAIN = TrainConfig(engine="numpy", batch_size=4)


@pytest.mark.parametrize(
    ("tighter", "values"),
    [
        ({"context_size": 7}, {"name": "CONTEXT_SIZE", "given": 8, "most": 7}),
        ({"batch_size": 3}, {"name": "BATCH_SIZE", "given": 4, "most": 3}),
        ({"parameters": count_parameters(MODEL) - 1}, {"given": count_parameters(MODEL)}),
    ],
)
def test_what_is_too_large_is_refused_and_what_just_fits_is_not(tighter, values):
    limits = replace(ALONE, **tighter)
    with pytest.raises(LimitError) as caught:
        limits.check_sizes(MODEL, TRAIN)
    assert values.items() <= caught.value.values.items()
    (name, most), *_ = tighter.items()
    replace(ALONE, **{name: most + 1}).check_sizes(MODEL, TRAIN)


def test_blocks_text_and_number_of_runs():
    two = replace(MODEL, blocks=2)
    for check in (
        lambda limits: limits.check_sizes(two, TRAIN),
        lambda limits: limits.check_text(CORPUS),
        lambda limits: limits.check_room(3),
    ):
        check(ALONE)
        with pytest.raises(LimitError) as caught:
            check(replace(ALONE, blocks=1, text_characters=CORPUS.text_length - 1, runs_kept=3))
        for language in ("en", "zh"):
            use_language(language)
            assert str(caught.value.values["most"]) in explain(caught.value).replace(",", "")


def test_a_variable_for_each_limit_takes_the_place_of_the_default():
    for field in fields(Limits):
        limits = limits_from_environment(CLASSROOM, {PREFIX + field.name.upper(): "17", "HOME": "/home/someone"})
        assert limits == replace(CLASSROOM, **{field.name: 17})
    assert limits_from_environment(ALONE, {}) == ALONE


@pytest.mark.parametrize("value", ["", "many", "-1", "0", "1.5", "1e3", "²"])
def test_a_bad_value_is_refused_and_named(value):
    with pytest.raises(LimitsRefused, match=r"GPTVIZ_LIMIT_BLOCKS=.*whole number, 1 or more"):
        limits_from_environment(ALONE, {"GPTVIZ_LIMIT_BLOCKS": value})


def test_the_first_and_the_last_snapshot_are_always_kept():
    with pytest.raises(LimitsRefused, match="2 or more"):
        limits_from_environment(ALONE, {"GPTVIZ_LIMIT_SNAPSHOTS_PER_RUN": "1"})


def test_a_slip_in_a_name_is_refused_too():
    with pytest.raises(LimitsRefused, match="GPTVIZ_LIMIT_BLOCK is no limit"):
        limits_from_environment(ALONE, {"GPTVIZ_LIMIT_BLOCK": "3"})


def test_a_class_of_thirty_fits_with_a_run_each_and_the_quick_preset():
    assert CLASSROOM.runs_in_all >= 30
    for field in fields(Limits):
        assert getattr(CLASSROOM, field.name) <= getattr(ALONE, field.name)


def test_the_setting_chooses_the_defaults():
    assert limits_in_force({}) == limits_in_force({"GPTVIZ_CLASSROOM": "0"}) == ALONE
    tight = limits_in_force({"GPTVIZ_CLASSROOM": "1", "GPTVIZ_LIMIT_BLOCKS": "2"})
    assert tight == replace(CLASSROOM, blocks=2)
    with pytest.raises(LimitsRefused, match="GPTVIZ_CLASSROOM='yes'"):
        is_classroom({"GPTVIZ_CLASSROOM": "yes"})
