from itertools import pairwise

import numpy as np
import pytest

from gptviz.chapters import CHAPTERS, QUICK, RECIPE, UnknownChapter, chapter, model_config
from gptviz.config import AttentionConfig, ConfigError, ModelConfig, TrainConfig
from gptviz.engines import create_engine
from gptviz.i18n import LANGUAGES, explain, t, use_language
from gptviz.parameters import count_parameters, initial_parameters

SHAKESPEARE_CHARACTERS = 65


@pytest.mark.parametrize("rung", CHAPTERS, ids=lambda rung: rung.key)
@pytest.mark.parametrize("engine", ["torch", "numpy"])
def test_each_chapter_has_the_published_number_of_parameters(rung, engine) -> None:
    model = model_config(rung, SHAKESPEARE_CHARACTERS)
    assert count_parameters(model) == rung.parameters
    trained = create_engine(model, TrainConfig(engine=engine))
    trained.load(initial_parameters(model, 42))
    assert sum(array.size for array in trained.parameters().values()) == rung.parameters
    assert np.isfinite(trained.logits(np.arange(32)[None])).all()


def test_the_chapters_are_numbered_in_order() -> None:
    assert [rung.number for rung in CHAPTERS] == list(range(1, 10))
    for rung in CHAPTERS:
        assert chapter(rung.key) is chapter(str(rung.number)) is rung


def test_each_chapter_adds_to_the_one_before() -> None:
    for below, above in pairwise(CHAPTERS):
        assert above.switches == {**below.switches, **above.adds}
        assert len(above.adds) == 1


def test_the_multi_head_chapter_is_the_default_model() -> None:
    assert model_config(chapter("multi-head"), 65) == ModelConfig(65)
    assert model_config(chapter("causal"), 65).attention == AttentionConfig(projections=False, scale="embedding_size")


def test_a_learner_can_change_a_chapter() -> None:
    assert model_config(chapter("multi-head"), 65, heads=8).heads == 8
    with pytest.raises(ConfigError, match="does not divide"):
        model_config(QUICK, 65, heads=3)


def test_the_recipe_is_that_of_the_book() -> None:
    assert (
        TrainConfig(
            engine="torch",
            batch_size=4,
            epochs=2,
            learning_rate=1e-3,
            min_learning_rate=1e-4,
            warmup_steps=100,
            weight_decay=0.01,
            clip_norm=1.0,
            shuffle=False,
            seed=42,
        )
        == RECIPE
    )


def test_an_unknown_chapter_names_the_known_ones() -> None:
    with pytest.raises(UnknownChapter) as raised:
        chapter("10")
    for code in LANGUAGES:
        use_language(code)
        assert "multi-head" in explain(raised.value)
        assert "10" in explain(raised.value)
    use_language("en")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_chapter_has_a_name_and_says_what_it_adds(code: str) -> None:
    use_language(code)
    names = [t(f"chapter-{source.key}") for source in (*CHAPTERS, QUICK)]
    adds = [t(f"chapter-{source.key}.adds") for source in (*CHAPTERS, QUICK)]
    use_language("en")
    assert len(set(names)) == len(set(adds)) == 10
