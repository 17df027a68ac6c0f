"""What the feed of the train page is answered: the very arrays, to anyone with the link, and errors that say why."""

import gzip
import json
import struct
from concurrent.futures import Future
from dataclasses import replace
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.requests import Request

from gptviz.config import ModelConfig, TrainConfig
from gptviz.corpus import load_corpus
from gptviz.i18n import t, use_language
from gptviz.runs import registry
from gptviz.runs.library import Library
from gptviz.runs.manager import RunManager
from gptviz.runs.memory_store import MemoryStore
from gptviz.trace import trace
from gptviz.training.advance import advance
from gptviz.training.state import initial_state
from gptviz.ui.components.attention_maps.payload import quantised
from gptviz.ui.live_answer import answer
from gptviz.ui.probe import as_batch
from tests.pages.conftest import OWNER

TEXT = "abcabc"
STEPS = 12


class NobodyWorks:
    """An executor that never gets to work: the run stays as it was made."""

    workers = 1
    lost_worker_errors = ()

    def submit(self, function, *args):
        return Future()

    def warm_up(self):
        pass

    def shutdown(self):
        pass


@pytest.fixture
def manager(monkeypatch):
    manager = RunManager(NobodyWorks(), MemoryStore())
    monkeypatch.setattr(registry, "_manager", manager)
    yield manager
    manager.shutdown()


@pytest.fixture
def run(manager):
    corpus = load_corpus("repeat")
    model = ModelConfig(len(corpus.vocabulary), context_size=8, embedding_size=8, heads=2, blocks=2)
    train = TrainConfig(batch_size=4, epochs=1.0, learning_rate=3e-3, shuffle=True)
    run_id = manager.start(OWNER, model, train, corpus)
    state, events = advance(initial_state(model, train), corpus, model, train, steps=STEPS)
    now = replace(manager.store.run(run_id), status="running", step=STEPS)
    manager.store.append(now, events, state)
    return now


def ask(run_id, text=TEXT, lang="en", tag="", **more):
    query = urlencode({"text": text, "lang": lang, "session": "s", "own": "0", **more})
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/live/{run_id}",
        "query_string": query.encode(),
        "path_params": {"run_id": run_id},
        "headers": [(b"if-none-match", tag.encode())],
    }
    return answer(Request(scope))


def opened(response):
    body, parts = gzip.decompress(response.body), []
    while body:
        (size,) = struct.unpack_from("<I", body)
        parts.append(body[4 : 4 + size])
        body = body[4 + size :]
    words, maps, similarity = parts
    return json.loads(words), maps, similarity


def unpacked(maps):
    (size,) = struct.unpack_from("<I", maps)
    return json.loads(maps[4 : 4 + size]), np.frombuffer(maps[4 + size :], np.uint8)


def test_the_maps_are_the_very_weights_of_the_newest_parameters(manager, run):
    response = ask(run.id)
    assert response.status_code == 200
    words, maps, similarity = opened(response)
    tokens = as_batch(manager.store.corpus(run.id), TEXT)
    weights = trace(manager.store.state(run.id).parameters, run.model, tokens).attention_weights[:, 0]  # (L, H, T, T)
    header, sent = unpacked(maps)
    rows, columns = np.tril_indices(len(TEXT))
    np.testing.assert_array_equal(sent.reshape(2, 2, -1), quantised(weights)[..., rows, columns])
    assert (header["run"], header["at"], header["part"]) == (run.id, STEPS, "maps")
    assert (words["run"], words["at"]) == (run.id, STEPS)
    header, sent = unpacked(similarity)
    assert header["scale"] == "similarity"
    np.testing.assert_array_equal(sent.reshape(8, 8).diagonal(), 255)  # each position is like itself


def test_numbers_and_curve_are_those_of_the_run(manager, run):
    words, _, _ = opened(ask(run.id))
    curves = manager.store.curves(run.id)
    assert words["curve"]["train"]["raw"] == curves.loss_nats.round(4).tolist()
    assert words["numbers"]["metrics"][0][1] == f"{curves.loss_nats.mean():.3f}"
    assert words["numbers"]["done"] == STEPS / run.total_steps
    assert words["sample"]["text"].startswith(manager.store.samples(run.id)[-1].prompt)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_words_are_in_the_language_asked_for(run, lang):
    words, maps, _ = opened(ask(run.id, lang=lang))
    use_language(lang)
    assert words["numbers"]["metrics"][0][0] == t("train-loss")
    assert unpacked(maps)[0]["words"]["title"] == t("train-maps", step=STEPS)


def test_what_was_seen_already_is_not_sent_again(run):
    tag = ask(run.id).headers["etag"]
    again = ask(run.id, tag=tag)
    assert (again.status_code, again.body) == (304, b"")
    assert ask(run.id, text="bca", tag=tag).status_code == 200
    assert ask(run.id, lang="zh", tag=tag).status_code == 200


def test_the_state_changes_with_what_stands_around_the_pictures(manager, run):
    running = ask(run.id)
    manager.pause(OWNER, run.id)
    paused = ask(run.id, tag=running.headers["etag"])
    assert paused.headers["x-run-state"] != running.headers["x-run-state"]
    assert float(paused.headers["x-next-seconds"]) > float(running.headers["x-next-seconds"])


def test_who_asks_keeps_the_run_from_pausing(manager, run, monkeypatch):
    seen = []
    monkeypatch.setattr(manager._progress, "seen", seen.append)
    ask(run.id)
    assert seen == [run.id]


def test_a_run_that_is_not_there_or_was_deleted_is_not_found(manager, run):
    assert ask("0123").status_code == 404
    assert ask("<b>../../etc").status_code == 404
    Library(manager).delete(OWNER, run.id)
    assert ask(run.id).status_code == 404


@pytest.mark.parametrize("text", ["", "a" * 9, "7", "a" * 100_000])
def test_a_text_that_the_model_cannot_read_is_refused(run, text):
    response = ask(run.id, text=text)
    assert response.status_code == 400
    assert len(response.body) < 300


@pytest.mark.parametrize("lang", ["", "de", "en-GB", "../en"])
def test_a_language_without_texts_is_refused(run, lang):
    assert ask(run.id, lang=lang).status_code == 400


def test_answers_are_for_this_moment_only(run):
    headers = ask(run.id).headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"


def test_a_model_without_attention_or_positions_sends_none(manager):
    corpus = load_corpus("repeat")
    model = ModelConfig(len(corpus.vocabulary), context_size=8, embedding_size=8, heads=1, blocks=1, attention=None,
                        positions=False)  # fmt: skip
    run_id = manager.start(OWNER, model, TrainConfig(batch_size=4, epochs=1.0), corpus)
    words, maps, similarity = opened(ask(run_id))
    assert (maps, similarity) == (b"", b"")
    assert words["sample"] is None
    assert words["curve"]["train"]["x"] == []
