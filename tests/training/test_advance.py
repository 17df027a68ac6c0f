import math
import pickle
import time
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.corpus.windows import Batches
from gptviz.engines.engine import Moments
from gptviz.errors import LearnerError
from gptviz.parameters import initial_parameters
from gptviz.training.advance import advance
from gptviz.training.engine_pool import borrowed_engine
from gptviz.training.evaluate import chapter_starts, cross_entropies
from gptviz.training.events import Diverged, Evaluation, Event, Finished, Sample, Snapshot, Step
from gptviz.training.milestones import evaluation_steps, sample_steps, snapshot_steps
from gptviz.training.plan import total_steps
from gptviz.training.state import TrainState, initial_state


def sliced(corpus: Corpus, model: ModelConfig, train: TrainConfig, slices: Iterable[int]) -> tuple[TrainState, list]:
    state, events = initial_state(model, train), []
    for steps in slices:
        state, news = advance(state, corpus, model, train, steps=steps)
        events += news
    return state, events


def assert_same_state(left: TrainState, right: TrainState) -> None:
    assert (left.step, left.complete) == (right.step, right.complete)
    assert left.moments is not None
    assert right.moments is not None
    for ours, theirs in (
        (left.parameters, right.parameters),
        (left.moments.first, right.moments.first),
        (left.moments.second, right.moments.second),
    ):
        assert ours.keys() == theirs.keys()
        for name in ours:
            assert np.array_equal(ours[name], theirs[name]), name


def without_times(events: Iterable[Event]) -> list[object]:
    """What can be compared of events: all but the speed; arrays as bytes."""
    comparable: list[object] = []
    for event in events:
        if isinstance(event, Step):
            event = replace(event, tokens_per_second=0.0)
        if isinstance(event, Snapshot):
            comparable.append((event.step, {name: array.tobytes() for name, array in event.parameters.items()}))
        else:
            comparable.append(event)
    return comparable


@pytest.mark.parametrize("slices", [[25] * 4, [1] * 100, [1, 49, 50], [99, 1]])
def test_any_slices_end_in_the_same_bits(
    corpus: Corpus, model: ModelConfig, train: TrainConfig, slices: list[int]
) -> None:
    whole, whole_events = sliced(corpus, model, train, [100])
    parts, parts_events = sliced(corpus, model, train, slices)
    assert_same_state(whole, parts)
    assert without_times(whole_events) == without_times(parts_events)


def test_a_run_goes_on_from_a_stored_state(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    state, _ = sliced(corpus, model, train, [40])
    stored = pickle.dumps(state)
    sliced(corpus, model, train, [7])  # something else happens to the engine in between
    resumed, _ = advance(pickle.loads(stored), corpus, model, train, steps=60)
    whole, _ = sliced(corpus, model, train, [100])
    assert_same_state(resumed, whole)


def test_a_slice_can_be_repeated(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    state, _ = sliced(corpus, model, train, [10])
    before = pickle.dumps(state)
    first, first_events = advance(state, corpus, model, train, steps=10)
    second, second_events = advance(state, corpus, model, train, steps=10)
    assert_same_state(first, second)
    assert without_times(first_events) == without_times(second_events)
    assert pickle.dumps(state) == before  # and the state that went in is as it was


def test_dropout_and_shuffling_depend_on_the_seed(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    start = initial_state(model, train)
    reseeded = replace(train, seed=8)
    ours, _ = advance(start, corpus, model, train, steps=3)
    theirs, _ = advance(start, corpus, model, reseeded, steps=3)
    assert not np.array_equal(ours.parameters["output.weight"], theirs.parameters["output.weight"])


def test_a_run_tells_everything_in_order(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    total = total_steps(corpus, model, train)
    state = initial_state(model, train)
    events: list[Event] = []
    while not state.complete:
        state, news = advance(state, corpus, model, train, budget_s=0.02)
        events += news
    assert state.step == total
    assert [event.step for event in events] == sorted(event.step for event in events)
    assert [event.step for event in events if isinstance(event, Step)] == list(range(1, total + 1))
    assert {event.step for event in events if isinstance(event, Snapshot)} == snapshot_steps(total)
    assert {event.step for event in events if isinstance(event, Evaluation)} == evaluation_steps(total)
    assert {event.step for event in events if isinstance(event, Sample)} == sample_steps(total)
    assert [type(event) for event in events[:3]] == [Snapshot, Evaluation, Sample]
    assert [type(event) for event in events[-5:]] == [Step, Snapshot, Evaluation, Sample, Finished]


def test_the_loss_falls(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    _, events = sliced(corpus, replace(model, dropout=0.0), replace(train, learning_rate=0.01), [200])
    losses = [event.test_loss_nats for event in events if isinstance(event, Evaluation)]
    assert losses[-1] < losses[0] - 0.5


def test_the_last_loss_is_the_mean_over_all_test_batches(
    corpus: Corpus, model: ModelConfig, train: TrainConfig
) -> None:
    short = replace(train, epochs=0.01)
    state, events = sliced(corpus, model, short, [1000])
    finished = events[-1]
    with borrowed_engine(model, short) as engine:
        engine.load(state.parameters)
        batches = Batches(corpus.test, 8, 4)
        losses = [
            cross_entropies(engine.logits(inputs), targets).mean()
            for inputs, targets in (batches.at(step) for step in range(batches.per_epoch))
        ]
    assert finished.windows == 4 * len(losses) == len(chapter_starts(corpus.test, 8, 4))
    assert finished.test_loss_nats == pytest.approx(np.mean(losses), rel=1e-6)


def test_the_first_snapshot_is_the_initial_model(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    _, events = sliced(corpus, model, train, [1])
    expected = initial_parameters(model, train.seed)
    for name, array in events[0].parameters.items():
        assert np.array_equal(array, expected[name])


def test_steps_carry_the_schedule(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    total = total_steps(corpus, model, train)
    _, events = sliced(corpus, model, train, [total])
    rates = [event.learning_rate for event in events if isinstance(event, Step)]
    assert rates[:5] == pytest.approx([2e-4, 4e-4, 6e-4, 8e-4, 1e-3])
    progress = (total - 1 - 5) / (total - 5)
    assert rates[-1] == pytest.approx(1e-4 + 0.5 * 9e-4 * (1 + math.cos(math.pi * progress)))


def test_a_complete_state_stays_as_it_is(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    short = replace(train, epochs=0.01)
    state, _ = sliced(corpus, model, short, [1000])
    assert state.complete
    assert advance(state, corpus, model, short) == (state, [])


def test_a_budget_of_no_time_still_takes_a_step(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    state, _ = advance(initial_state(model, train), corpus, model, train, budget_s=0.0)
    assert state.step == 1


def test_a_budget_stops_a_run_before_its_end(
    corpus: Corpus, model: ModelConfig, train: TrainConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))  # each look at the clock is a second later
    state, _ = advance(initial_state(model, train), corpus, model, train, budget_s=3.0)
    assert state.step == 3


# The first steps go well, but the decay multiplies the weights by 1 - 0.5 * 20 = -9 each step.
EXPLODING = {"learning_rate": 0.5, "weight_decay": 20.0, "warmup_steps": 0}


@pytest.mark.parametrize("steps", [1, 5, 1000])
def test_divergence_keeps_the_last_good_state(
    corpus: Corpus, model: ModelConfig, train: TrainConfig, steps: int
) -> None:
    exploding = replace(train, **EXPLODING)
    state, events = initial_state(model, exploding), []
    while not state.complete:
        state, news = advance(state, corpus, model, exploding, steps=steps)
        events += news
    end = events[-1]
    assert isinstance(end, Diverged)
    assert end.step == state.step + 1 == 1 + sum(isinstance(event, Step) for event in events)
    assert end.step > 3
    assert all(np.isfinite(array).all() for array in state.parameters.values())
    # It is the very state that a run of so many steps ends in.
    kept, _ = advance(initial_state(model, exploding), corpus, model, exploding, steps=state.step)
    assert_same_state(replace(kept, complete=True), state)
    assert advance(state, corpus, model, exploding) == (state, [])


def test_reports_of_a_run_that_diverges_are_finite(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    exploding = replace(train, **EXPLODING)
    _, events = sliced(corpus, model, exploding, [1000])
    for event in events:
        if isinstance(event, Step):
            assert math.isfinite(event.loss_nats + event.gradient_norm)
        if isinstance(event, Evaluation):
            assert math.isfinite(event.train_loss_nats + event.test_loss_nats)


def test_total_steps_of_the_chapters() -> None:
    text = ("abcde" * 223_079)[:1_115_394]
    corpus = Corpus.from_text("own", "own", text)
    model = ModelConfig(len(corpus.vocabulary))
    assert total_steps(corpus, model, TrainConfig()) == 31_368
    assert total_steps(corpus, model, TrainConfig(epochs=1e-9)) == 1


def test_a_text_that_is_too_short_is_refused(model: ModelConfig, train: TrainConfig) -> None:
    short = Corpus.from_text("own", "own", "to be or not")
    small = replace(model, vocab_size=len(short.vocabulary))
    with pytest.raises(LearnerError) as raised:
        advance(initial_state(small, train), short, small, train, steps=1)
    assert raised.value.code == "text-too-short"
    with pytest.raises(LearnerError):
        total_steps(short, small, train)


def test_less_than_one_step_is_refused(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        advance(initial_state(model, train), corpus, model, train, steps=0)


def test_a_lent_engine_is_not_lent_twice(model: ModelConfig, train: TrainConfig) -> None:
    with borrowed_engine(model, train) as first, borrowed_engine(model, train) as second:
        assert first is not second
    with borrowed_engine(model, train) as third:
        assert third is second or third is first


def test_samples_are_drawn_from_seed_and_step(corpus: Corpus, model: ModelConfig, train: TrainConfig) -> None:
    def samples(seed: int) -> list[str]:
        _, events = sliced(corpus, model, replace(train, seed=seed), [3])
        return [event.prompt + event.text for event in events if isinstance(event, Sample)]

    assert samples(1) == samples(1) != samples(2)
    assert all(text.startswith("\n") and len(text) == 121 for text in samples(1))


def test_a_state_without_moments_goes_on_about_as_the_one_with_them_does(corpus, model, train):
    model = replace(model, dropout=0.0)
    train = replace(train, epochs=20, learning_rate=1e-2)
    state, _ = sliced(corpus, model, train, [400])
    there, _ = advance(state, corpus, model, train, steps=30)
    forked, events = advance(replace(state, moments=None), corpus, model, train, steps=30)
    zeros = Moments(*({name: np.zeros_like(a) for name, a in state.parameters.items()} for _ in range(2)))
    naive, _ = advance(replace(state, moments=zeros), corpus, model, train, steps=30)
    assert [event.step for event in events if isinstance(event, Step)] == list(range(401, 431))

    def distance(end: TrainState) -> float:
        return sum(float(np.square(end.parameters[n] - there.parameters[n]).sum()) for n in there.parameters) ** 0.5

    # Without a correction of their bias, moments that start at zero make the first updates several times too long.
    assert distance(forked) < distance(naive) / 2


@pytest.mark.parametrize("slices", [[30], [1] * 30, [7, 23]])
def test_measuring_moments_changes_nothing_about_slices(corpus, model, train, slices):
    state, _ = sliced(corpus, model, train, [5])
    bare = replace(state, moments=None)
    whole, _ = advance(bare, corpus, model, train, steps=30)
    for steps in slices:
        bare, _ = advance(bare, corpus, model, train, steps=steps)
    assert_same_state(bare, whole)
