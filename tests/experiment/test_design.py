"""The grid: all combinations, the invalid ones named, and a paired design."""

from dataclasses import replace

import numpy as np
import pytest

from gptviz.chapters import QUICK
from gptviz.corpus import Batches
from gptviz.corpus.corpus import Corpus
from gptviz.experiment.design import Cell, ExperimentError, Trial, quick_design, with_more_seeds
from gptviz.parameters import count_parameters, initial_parameters

CORPUS = Corpus.from_text("own", "own", "the cat sat on the mat. " * 200)


def test_every_combination_is_tried_with_every_seed():
    design = quick_design([CORPUS], [8, 2, 2], 3, embedding_sizes=[64, 32])
    assert [(cell.embedding_size, cell.heads) for cell in design.cells] == [(32, 2), (32, 8), (64, 2), (64, 8)]
    assert len(design.trials) == len(set(design.trials)) == 12
    assert {trial.seed for trial in design.trials} == {42, 43, 44}
    assert design.varied == ("embedding_size", "heads")


def test_a_trial_is_the_quick_preset_but_for_what_is_varied():
    design = quick_design([CORPUS], [8], 2, embedding_sizes=[32], blocks=[3], learning_rates=[5e-5], epochs=0.1)
    model, train = design.configure(Trial(design.cells[0], 43))
    switches = {"vocab_size": len(CORPUS.vocabulary), "heads": 8, "embedding_size": 32, "blocks": 3}
    assert model == replace(model, **{**QUICK.switches, **switches})
    changes = {"learning_rate": 5e-5, "min_learning_rate": 5e-5, "epochs": 0.1, "seed": 43}
    assert train == replace(QUICK.train, **changes)


def test_invalid_combinations_are_listed_with_their_rule_and_not_tried():
    design = quick_design([CORPUS], [4, 5], 2, embedding_sizes=[64, 20])
    named = {(cell.embedding_size, cell.heads): error.code for cell, error in design.invalid.items()}
    assert named == {(64, 5): "heads-divide"}
    assert Cell("own", 64, 2, QUICK.train.learning_rate, 5) not in {trial.cell for trial in design.trials}
    short = quick_design([Corpus.from_text("own", "own", "too short")], [2], 1)
    assert [error.code for error in short.invalid.values()] == ["text-too-short"]
    assert short.trials == ()


def test_one_seed_means_the_same_start_and_the_same_batches_for_every_head_count():
    design = quick_design([CORPUS], [1, 4, 64], 2)
    for seed in design.seeds:
        starts, batches, counts = [], [], set()
        for cell in design.cells:
            model, train = design.configure(Trial(cell, seed))
            starts.append(initial_parameters(model, train.seed))
            drawn = Batches(CORPUS.train, model.context_size, train.batch_size, train.shuffle, train.seed)
            batches.append(np.concatenate([drawn.at(step)[0] for step in range(3)]))
            counts.add(count_parameters(model))
        assert len(counts) == 1
        for other in starts[1:]:
            assert all(np.array_equal(starts[0][name], array) for name, array in other.items())
        assert all(np.array_equal(batches[0], other) for other in batches[1:])


def test_each_seed_begins_with_another_cell_so_that_neighbours_change():
    design = quick_design([CORPUS], [1, 2, 4], 3)
    orders = [[trial.cell.heads for trial in design.trials if trial.seed == seed] for seed in design.seeds]
    assert orders == [[1, 2, 4], [2, 4, 1], [4, 1, 2]]


def test_more_seeds_keep_the_trials_so_far():
    design = quick_design([CORPUS], [1, 2], 2)
    more = with_more_seeds(design, 3)
    assert more.seeds == (42, 43, 44, 45, 46)
    assert set(design.trials) < set(more.trials)


@pytest.mark.parametrize(
    ("heads", "seeds", "code"),
    [([], 2, "experiment-empty"), ([1], 0, "experiment-empty"), ([1, 2], 500, "experiment-too-large")],
)
def test_designs_that_cannot_be_are_refused(heads, seeds, code):
    with pytest.raises(ExperimentError) as caught:
        quick_design([CORPUS], heads, seeds)
    assert caught.value.code == code
