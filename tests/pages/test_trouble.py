"""Pages say that runs are in memory only for as long as that is so; the heads page says it of its experiment too."""

import pytest

from gptviz.corpus import load_corpus
from gptviz.experiment import registry
from gptviz.experiment.design import quick_design
from gptviz.experiment.manager import ExperimentManager
from gptviz.experiment.store import MemoryExperimentStore
from gptviz.i18n import t
from tests.pages.conftest import OWNER


@pytest.mark.parametrize("language", ["en", "zh"])
def test_trouble_with_the_database_stands_on_every_page_until_it_is_over(open_page, manager, language):
    manager.store.trouble = "OperationalError"
    app = open_page("pages/runs.py", language)
    told = t("runs-trouble", trouble="OperationalError")
    assert any(told in caption.value for caption in app.sidebar.caption)
    manager.store.trouble = None
    app.run()
    assert not any(told in caption.value for caption in app.sidebar.caption)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_heads_page_says_that_its_experiment_is_in_memory_only(open_page, manager, monkeypatch, language):
    experiments = ExperimentManager(manager, MemoryExperimentStore(trouble="DatabaseInUse"))
    monkeypatch.setattr(registry, "_experiments", experiments)
    design = quick_design([load_corpus("repeat")], (1, 2), 1, embedding_sizes=(8,), blocks=(1,), epochs=0.02)
    app = open_page("pages/heads.py", language, experiment=experiments.start(OWNER, design))
    assert t("heads-trouble", trouble="DatabaseInUse") in [warning.value for warning in app.warning]
