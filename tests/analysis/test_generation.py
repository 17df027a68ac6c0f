"""Writing: the cache against the plain pass for every kind of model, and every number against torch."""

import itertools

import numpy as np
import pytest
import torch

from gptviz.analysis.generation import Draft, choice_at, entropy_bits
from gptviz.analysis.key_value_cache import Reader, next_logits, sees_only_past
from gptviz.config import SCALES, SOFTMAX_AXES, AttentionConfig, ModelConfig
from gptviz.parameters import parameter_shapes
from gptviz.sampling import Sampling
from gptviz.trace import trace
from gptviz.training.generate import generate

SIZES = {"vocab_size": 7, "context_size": 6, "embedding_size": 8, "heads": 2, "blocks": 2}
SWITCHES = itertools.product((True, False), (True, False), SOFTMAX_AXES)
# Each switch with each; the scales in turn.
ATTENTIONS = [
    AttentionConfig(projections, causal, scale, axis)
    for (projections, causal, axis), scale in zip(SWITCHES, itertools.cycle(SCALES))
]
MODELS = [
    ModelConfig(**SIZES, attention=attention, positions=positions, residual=residual, layer_norm=residual)
    for attention in [None, *ATTENTIONS]
    for positions, residual in itertools.product((True, False), repeat=2)
] + [ModelConfig(**SIZES | {"context_size": 2}), ModelConfig(**SIZES | {"heads": 8, "blocks": 1})]
PROMPT = [3, 1, 4]


def parameters_of(config, dtype=np.float64):
    generator = np.random.default_rng(0)
    shapes = parameter_shapes(config).items()
    return {name: generator.normal(0.1, 0.5, shape).astype(dtype) for name, shape in shapes}


def draft(config=MODELS[-1], sampling=None, prompt=PROMPT, kept=(), parameters=None):
    return Draft(parameters or parameters_of(config), config, prompt, sampling or Sampling(), kept)


@pytest.mark.parametrize("config", MODELS, ids=str)
def test_the_cache_gives_the_logits_of_the_plain_pass(config):
    """While the text fits, when the window slides, and after the text became another one."""
    parameters = parameters_of(config)
    reader = Reader(parameters, config)
    text = np.random.default_rng(1).integers(0, 7, 10).tolist()
    texts = [text[:end] for end in range(1, 11)]
    for tokens in [*texts, text[:4], text[:4], [*text[:2], 5, 5], [*text[:2], 5, 5, 1, 0], [6]]:
        expected = next_logits(parameters, config, tokens)
        np.testing.assert_allclose(reader.next_logits(tokens), expected, rtol=1e-9, atol=1e-9)


def test_the_cache_in_the_numbers_of_training():
    parameters = parameters_of(MODELS[-1], np.float32)
    reader = Reader(parameters, MODELS[-1])
    for end in range(1, 10):
        tokens = (PROMPT * 3)[:end]
        logits = reader.next_logits(tokens)
        assert logits.dtype == np.float32
        np.testing.assert_allclose(logits, next_logits(parameters, MODELS[-1], tokens), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("config", MODELS, ids=str)
def test_only_models_that_see_the_past_alone_are_said_to(config):
    """Measured: does another last character change what was predicted before it?"""
    parameters = parameters_of(config)
    one, other = (
        trace(parameters, config, np.array([[*[1, 2, 3][: config.context_size - 1], last]])) for last in (4, 5)
    )
    unchanged = np.allclose(one.logits[0, :-1], other.logits[0, :-1], rtol=0, atol=1e-12)
    assert sees_only_past(config) == unchanged


@pytest.mark.parametrize("config", MODELS, ids=str)
def test_greedy_writing_is_the_most_likely_character_each_time(config):
    parameters = parameters_of(config)
    written = draft(config, Sampling(0.0), parameters=parameters)
    written.write(12)
    text = list(PROMPT)
    for token in written.written:
        assert token == next_logits(parameters, config, text).argmax()
        text.append(token)
    assert len(text) == len(PROMPT) + 12


def test_a_draft_is_the_same_in_one_go_and_character_by_character():
    whole, slow = draft(), draft()
    whole.write(30)
    for _ in range(30):
        slow.write_one()
    assert whole.written == slow.written
    assert len(set(whole.written)) > 1
    other = draft(sampling=Sampling(seed=43))
    other.write(30)
    assert other.written != whole.written


def test_a_draft_writes_what_trainings_sampler_writes_with_the_same_numbers():
    config, sampling = MODELS[0], Sampling(seed=7)
    parameters = parameters_of(config)

    class Numbers:
        places = itertools.count()

        def random(self):
            return sampling.number(next(self.places))

    def logits_of(tokens):
        return next_logits(parameters, config, tokens[0].tolist())[None, None]

    mine = draft(config, sampling, parameters=parameters)
    mine.write(40)
    assert mine.written == generate(logits_of, np.array(PROMPT), 40, config.context_size, Numbers()).tolist()


def test_kept_characters_stand_and_the_rest_follows_from_them():
    first = draft()
    first.write(8)
    other = (first.written[3] + 1) % 7
    branch = draft(kept=[*first.written[:3], other])
    branch.write(8)
    assert branch.written[:4] == [*first.written[:3], other]
    assert branch.losses_nats[:3] == first.losses_nats[:3]
    same = draft(kept=first.written[:5])
    same.write(8)
    assert same.written == first.written  # keeping what would be drawn anyway changes nothing


@pytest.mark.parametrize("config", MODELS[::7], ids=str)
def test_the_loss_of_each_character_is_torchs(config):
    parameters = parameters_of(config)
    written = draft(config, Sampling(1.7, 3), parameters=parameters)
    written.write(10)
    text = [*PROMPT, *written.written]
    for place, loss in enumerate(written.losses_nats):
        logits = next_logits(parameters, config, text[: len(PROMPT) + place])
        expected = torch.nn.functional.cross_entropy(torch.tensor(logits), torch.tensor(written.written[place]))
        assert loss == pytest.approx(expected.item(), rel=1e-9)


@pytest.mark.parametrize("config", MODELS, ids=str)
def test_a_choice_shows_torchs_probabilities_and_the_last_row_of_every_head(config):
    parameters = parameters_of(config)
    before, sampling = [0, 1, 2, 3, 4, 5, 6, 0], Sampling(0.5, 3)
    shown = choice_at(parameters, config, before, 2, sampling)
    assert shown.seen.tolist() == before[-config.context_size :]
    logits = torch.tensor(next_logits(parameters, config, before))
    expected = torch.softmax(logits, dim=0)
    np.testing.assert_allclose(shown.probabilities, expected, atol=1e-12)
    kept = logits.topk(3)
    drawn_from = torch.zeros_like(logits).scatter(0, kept.indices, torch.softmax(kept.values / 0.5, dim=0))
    np.testing.assert_allclose(shown.drawn_from, drawn_from, atol=1e-12)
    assert shown.rank == 1 + expected.argsort(descending=True).tolist().index(2)
    assert shown.most_likely(4).tolist() == logits.topk(4).indices.tolist()
    assert shown.most_likely(100).tolist() == logits.topk(7).indices.tolist()
    for probabilities in (shown.probabilities, shown.drawn_from):
        entropy = torch.distributions.Categorical(torch.tensor(probabilities)).entropy() / np.log(2)
        assert entropy_bits(probabilities) == pytest.approx(entropy.item(), abs=1e-6)
    L, H = (config.blocks, config.heads) if config.attention else (0, 0)
    assert shown.weights.shape == (L, H, len(shown.seen))
    if config.attention and config.attention.softmax_over == "keys":
        np.testing.assert_allclose(shown.weights.sum(axis=-1), 1)


def test_what_a_head_looked_at_is_torchs_softmax_of_its_scores():
    """The first block, whose input is the embeddings: computed from the parameters alone."""
    config = MODELS[-2]
    parameters = {name: torch.tensor(value) for name, value in parameters_of(config).items()}
    before = [5, 2]
    x = parameters["token_embedding.weight"][before] + parameters["position_embedding.weight"][:2]
    part = {
        name: torch.nn.functional.linear(
            x, parameters[f"blocks.0.attention.{name}.weight"], parameters[f"blocks.0.attention.{name}.bias"]
        )
        for name in ("query", "key")
    }
    shown = choice_at(parameters_of(config), config, before, 0, Sampling())
    for head in range(2):
        mine = slice(head * 4, head * 4 + 4)
        scores = part["query"][-1, mine] @ part["key"][:, mine].T / 2
        np.testing.assert_allclose(shown.weights[0, head], torch.softmax(scores, dim=0), atol=1e-12)


def test_entropy_of_certainty_is_zero_and_of_indifference_log2_of_the_vocabulary():
    assert str(entropy_bits(np.array([0.0, 1.0, 0.0]))) == "0.0"
    assert entropy_bits(np.full(8, 1 / 8)) == 3


def test_equally_likely_characters_share_the_better_rank():
    config = ModelConfig(**SIZES)
    zeros = {name: np.zeros(shape) for name, shape in parameter_shapes(config).items()}
    shown = choice_at(zeros, config, PROMPT, 6, Sampling(1.0, 2))
    assert shown.rank == 1
    assert shown.drawn_from.tolist() == [0.5, 0.5, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("bad", [np.nan, np.inf, 3e38])
def test_a_diverged_model_is_stuck_and_says_so(bad):
    parameters = parameters_of(MODELS[-1], np.float32)
    parameters["blocks.0.feed_forward.input.weight"][:] = bad
    stuck = draft(parameters=parameters)
    stuck.write(5)
    assert stuck.stuck
    assert stuck.written == stuck.losses_nats == []
    shown = choice_at(parameters, MODELS[-1], PROMPT, 0, Sampling())
    assert np.isnan(shown.drawn_from).all()


def test_an_empty_prompt_is_refused():
    with pytest.raises(ValueError, match="at least one token"):
        draft(prompt=[])
