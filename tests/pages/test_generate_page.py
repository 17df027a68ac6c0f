"""The generate page through Streamlit's own test runner: every number against torch, every edge, both languages."""

import math

import numpy as np
import pytest
import torch

from gptviz.analysis.key_value_cache import next_logits
from gptviz.config import AttentionConfig
from gptviz.i18n import t
from gptviz.labels import token_label
from gptviz.runs.registry import get_manager
from gptviz.sampling import Sampling
from gptviz.training.events import Snapshot
from gptviz.ui import generate_panel

BOTH = pytest.mark.parametrize("language", ["en", "zh"])
PAGE = "pages/generate.py"


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch):
    """What does not fit the budget comes with the next tick, and AppTest does not tick."""
    monkeypatch.setattr(generate_panel, "BUDGET_S", 60.0)


def metrics(app):
    return {metric.label: metric.value for metric in app.metric}


def draft_of(app):
    return app.session_state["generate-draft"][1]


def text_of(app, run):
    draft, vocabulary = draft_of(app), get_manager().store.corpus(run.id).vocabulary
    return vocabulary.decode(np.array([*draft.prompt, *draft.written], dtype=np.int64))


def said(app):
    return [*(one.value for one in app.caption), *(one.value for one in app.info), *(one.value for one in app.error)]


@BOTH
def test_the_numbers_of_a_choice_are_torchs(open_page, trained_run, language):
    run = trained_run("shakespeare", epochs=0.01)
    app = open_page(PAGE, language, run=run.id, length=30, place=20, temperature=0.7, topk=5, seed=3, prompt="What ")
    draft = draft_of(app)
    assert len(draft.written) == 30
    parameters = get_manager().store.snapshot(run.id, run.step).parameters
    before, token = [*draft.prompt, *draft.written[:20]], draft.written[20]
    logits = torch.tensor(next_logits(parameters, run.model, before), dtype=torch.float64)
    own = torch.softmax(logits, dim=0)
    kept = logits.topk(5)
    drawn = torch.zeros_like(logits).scatter(0, kept.indices, torch.softmax(kept.values / 0.7, dim=0))
    bits = [torch.distributions.Categorical(one).entropy().item() / math.log(2) for one in (own, drawn)]
    number = Sampling(seed=3).number(20)
    assert int(torch.searchsorted(drawn.cumsum(0), torch.tensor(number, dtype=torch.float64), right=True)) == token
    shown = metrics(app)
    rank = 1 + own.argsort(descending=True).tolist().index(token)
    assert shown[t("generate-rank")] == t("generate-rank-of", rank=rank, vocabulary=len(own))
    assert shown[t("generate-probability")] == f"{own[token]:.1%}"
    assert shown[t("generate-loss")] == f"{-own[token].log():.3f}"
    assert shown[t("generate-entropy")] == f"{bits[0]:.2f}"
    assert shown[t("generate-drawn")] == f"{drawn[token]:.1%}"
    assert shown[t("generate-entropy-drawn")] == f"{bits[1]:.2f}"
    assert shown[t("generate-number")] == f"{number:.3f}"


@BOTH
def test_the_score_of_a_text_is_torchs(open_page, trained_run, language):
    run = trained_run("shakespeare", epochs=0.01)
    text = "To be or not to"
    app = open_page(PAGE, language, run=run.id, scored=text)
    tokens = get_manager().store.corpus(run.id).vocabulary.encode(text)
    parameters = get_manager().store.snapshot(run.id, run.step).parameters
    logits = np.stack([next_logits(parameters, run.model, tokens[:end].tolist()) for end in range(1, len(text))])
    loss = torch.nn.functional.cross_entropy(torch.tensor(logits, dtype=torch.float64), torch.tensor(tokens[1:])).item()
    shown = metrics(app)
    assert shown[t("generate-mean")] == f"{loss:.3f}"
    assert shown[t("generate-perplexity")] == f"{math.exp(loss):.2f}"
    assert shown[t("generate-chance")] == f"{math.log(run.model.vocab_size):.3f}"
    assert shown[t("generate-count")] == str(len(text) - 1)


def test_a_link_writes_the_same_text_and_a_button_writes_on(open_page, trained_run):
    run = trained_run()
    link = {"run": run.id, "length": 20, "temperature": 0.8, "seed": 7}
    app = open_page(PAGE, **link)
    first = text_of(app, run)
    assert text_of(open_page(PAGE, **link), run) == first
    app.button(key="generate-one").click().run()
    assert text_of(app, run)[:-1] == first
    assert app.query_params["length"] == "21"
    app.button(key="generate-write").click().run()
    assert t("generate-writing") in said(app)
    app.button(key="generate-stop").click().run()
    after = text_of(app, run)
    assert after.startswith(first)
    assert len(first) + 1 < len(after) < len(first) + 101
    app.button(key="generate-clear").click().run()
    assert len(draft_of(app).written) == 0
    assert t("generate-nothing") in said(app)


def test_another_choice_branches_from_there_and_can_be_undone(open_page, trained_run):
    run = trained_run()
    app = open_page(PAGE, run=run.id, length=20, place=8)
    before = list(draft_of(app).written)
    pills = next(one for one in app.button_group if one.key.startswith("generate-branch"))
    other = [token for token in _likely(run, draft_of(app), 8) if token != before[8]][2]
    pills.set_value(other).run()
    assert not app.exception
    branch = draft_of(app).written
    assert branch[:9] == [*before[:8], other]
    assert len(branch) == 20
    assert metrics(app)[t("generate-drawn")] == t("generate-by-hand")
    vocabulary = get_manager().store.corpus(run.id).vocabulary
    kept = vocabulary.decode(np.array(branch[:9]))
    assert app.query_params["kept"] == kept
    assert draft_of(open_page(PAGE, run=run.id, length=20, place=8, kept=kept)).written == branch
    app.button(key="generate-undo").click().run()
    assert draft_of(app).written == before


def _likely(run, draft, place):
    parameters = get_manager().store.snapshot(run.id, run.step).parameters
    logits = next_logits(parameters, run.model, [*draft.prompt, *draft.written[:place]])
    return np.argsort(-logits, kind="stable")[:10].tolist()


@BOTH
@pytest.mark.parametrize("corpus", ["shakespeare", "repeat", "word-order"])
def test_an_empty_prompt_says_what_the_text_starts_with(open_page, trained_run, corpus, language):
    run = trained_run(corpus, epochs=0.01)
    app = open_page(PAGE, language, run=run.id, prompt="")
    start = text_of(app, run)[0]
    assert t("generate-empty", character=token_label(start)) in said(app)
    assert len(draft_of(app).prompt) == 1


@BOTH
def test_unknown_characters_are_named_and_stay_in_the_box(open_page, trained_run, language):
    run = trained_run()
    app = open_page(PAGE, language, run=run.id, prompt="ab<b>$x$")
    assert "LESS" in app.error[0].value
    assert t("generate-mend") in said(app)
    box = next(one for one in app.text_area if one.key.startswith("prompt"))
    assert box.value == "ab<b>$x$"
    box.set_value("a").run()
    assert not app.error
    app = open_page(PAGE, language, run=run.id, scored="é")
    assert "LATIN SMALL LETTER E" in app.error[0].value
    assert metrics(app)[t("generate-rank")]


@BOTH
def test_a_long_prompt_is_cropped_and_says_so(open_page, trained_run, language):
    run = trained_run("shakespeare", epochs=0.01)
    prompt = "What is it that you would have of me now?"
    app = open_page(PAGE, language, run=run.id, prompt=prompt)
    assert t("generate-cropped", given=len(prompt), context=16) in said(app)
    assert text_of(app, run).startswith(prompt)


@BOTH
def test_a_top_k_above_the_vocabulary_keeps_all(open_page, trained_run, language):
    run = trained_run()
    app = open_page(PAGE, language, run=run.id, topk=10**6)
    assert t("generate-topk-above", vocabulary=run.model.vocab_size) in said(app)
    assert draft_of(app).written == draft_of(open_page(PAGE, language, run=run.id)).written


def test_temperature_zero_writes_the_same_for_every_seed_and_needs_no_number(open_page, trained_run):
    run = trained_run()
    app = open_page(PAGE, run=run.id, temperature="0.0", seed=1)
    assert metrics(app)[t("generate-number")] == "–"
    assert metrics(app)[t("generate-entropy-drawn")] == "0.00"
    assert draft_of(app).written == draft_of(open_page(PAGE, run=run.id, temperature="0.0", seed=2)).written


@BOTH
@pytest.mark.parametrize("scored", ["", "a"])
def test_a_text_of_one_character_cannot_be_scored(open_page, trained_run, language, scored):
    app = open_page(PAGE, language, run=trained_run().id, scored=scored)
    assert t("generate-score-short") in said(app)


@pytest.mark.parametrize(
    "switches",
    [
        {"attention": None},
        {"positions": False},
        {"attention": None, "positions": False},
        {"attention": AttentionConfig(projections=False, causal=False, scale="none")},
        {"attention": AttentionConfig(softmax_over="queries")},
        {"heads": 16, "blocks": 1, "residual": True, "layer_norm": True},
        {"context_size": 2},
    ],
)
def test_every_kind_of_model_writes_and_scores(open_page, trained_run, switches):
    run = trained_run(epochs=0.02, **switches)
    app = open_page(PAGE, run=run.id, length=20)
    assert len(draft_of(app).written) == 20
    assert (t("generate-no-attention") in said(app)) == (run.model.attention is None)
    sees_future = run.model.attention not in (None, AttentionConfig())
    assert (t("generate-score-sees-future") in said(app)) == sees_future


@BOTH
def test_a_diverged_snapshot_says_so(open_page, trained_run, language, monkeypatch):
    run = trained_run()
    store = get_manager().store
    real = store.snapshot

    def broken(run_id, step):
        found = real(run_id, step)
        return Snapshot(found.step, {name: np.full_like(value, np.nan) for name, value in found.parameters.items()})

    monkeypatch.setattr(store, "snapshot", broken)
    app = open_page(PAGE, language, run=run.id)
    assert t("generate-stuck", step=run.step) in said(app)
    app.radio(key=f"guess-generate-{run.id}").set_value("real").run()
    assert not app.exception
    assert t("generate-stuck", step=run.step) in said(app)


@pytest.mark.parametrize(
    "link",
    [
        {"temperature": "x", "topk": "-3", "seed": "1e400", "length": "٣", "place": "999999"},
        {"temperature": "0.55", "topk": "0", "seed": "-1", "length": "9" * 5000, "step": "9" * 9},
        {"kept": "<script>", "scored": "aa" * 5000},
    ],
)
def test_a_link_full_of_nonsense_shows_a_page(open_page, trained_run, link):
    app = open_page(PAGE, run=trained_run().id, **link)
    assert metrics(app)[t("generate-rank")]
    assert not app.error


@BOTH
def test_the_question_is_answered_from_the_run(open_page, trained_run, language):
    run = trained_run("shakespeare", epochs=0.01)
    app = open_page(PAGE, language, run=run.id)
    assert not app.dataframe
    app.radio(key=f"guess-generate-{run.id}").set_value("shuffled").run()
    table = app.dataframe[0].value
    losses = table[t("generate-mean")].astype(float)
    assert len(table) == 4
    assert losses.is_monotonic_increasing
    np.testing.assert_allclose(table[t("generate-perplexity")].astype(float), np.exp(losses), rtol=0.01)
    least = table[t("generate-quiz-kind")].iloc[0]
    assert least in app.warning[-1].value
    app.radio(key=f"guess-generate-{run.id}").set_value("greedy").run()
    assert t("question-right") in app.success[-1].value


@pytest.mark.parametrize(("left", "entered"), [("shapes", "generate"), ("generate", "shapes")])
def test_the_moment_of_another_page_does_not_come_along_as_the_first_one(open_page, trained_run, left, entered):
    """Both have a slider of the same name, and Streamlit gives the second one its first value."""
    run = trained_run()
    app = open_page(f"pages/{left}.py", run=run.id)
    last = app.select_slider(key="step").value
    assert last > 0
    app.switch_page(f"pages/{entered}.py")
    app.query_params["run"] = run.id
    app.run()
    assert app.select_slider(key="step").value == last
