"""A run goes out as a file and comes back in: the same pictures, the same training."""

import json

import numpy as np
import pytest
from safetensors.torch import load_file

from gptviz.corpus import load_corpus, own_corpus
from gptviz.export.importing import STAND_IN, import_run
from gptviz.export.reading import read_run_file
from gptviz.export.run_file import MODEL_ONLY, TO_LOOK_AT, WHOLE, Contents, export_run, file_bytes
from gptviz.parameters import parameter_shapes
from gptviz.runs.memory_store import MemoryStore
from gptviz.runs.run import RunError
from gptviz.runs.schema import prepare
from gptviz.runs.sql_store import SqlStore
from gptviz.trace import trace
from gptviz.training.advance import advance
from gptviz.training.events import Diverged
from tests.export.conftest import train_into


@pytest.fixture(params=["memory", "sql"])
def elsewhere(request, tmp_path):
    """Another server's store."""
    if request.param == "memory":
        return MemoryStore()
    import sqlalchemy as sa

    engine = sa.create_engine(f"sqlite:///{tmp_path / 'runs.db'}")
    prepare(engine)
    return SqlStore(engine)


def moved(store, run_id, elsewhere, contents=WHOLE):
    new = import_run(elsewhere, "importer", read_run_file(export_run(store, run_id, contents)))
    return elsewhere.run(new)


def assert_same_pictures(store, run_id, elsewhere, new):
    model = store.run(run_id).model
    steps = store.snapshot_steps(run_id)
    assert elsewhere.snapshot_steps(new) == steps
    tokens = np.arange(model.context_size)[None] % model.vocab_size
    for step in steps:
        here, there = store.snapshot(run_id, step), elsewhere.snapshot(new, step)
        assert (here.step, there.step) == (step, step)
        with np.errstate(all="ignore"):
            before, after = (trace(one.parameters, model, tokens) for one in (here, there))
        assert before.logits.tobytes() == after.logits.tobytes()
        assert before.attention_weights.tobytes() == after.attention_weights.tobytes()
    for name, column in vars(store.curves(run_id)).items():
        np.testing.assert_array_equal(getattr(elsewhere.curves(new), name), column)
    assert elsewhere.samples(new) == store.samples(run_id)
    assert elsewhere.corpus(new).vocabulary == store.corpus(run_id).vocabulary


@pytest.mark.parametrize("run_id", ["original", "paused", "plain", "hot"])
@pytest.mark.parametrize("contents", [WHOLE, TO_LOOK_AT], ids=["whole", "to look at"])
def test_an_imported_run_shows_the_same_pictures(store, run_id, contents, elsewhere):
    run = store.run(run_id)
    new = moved(store, run_id, elsewhere, contents)
    assert_same_pictures(store, run_id, elsewhere, new.id)
    assert (new.model, new.train, new.name, new.step) == (run.model, run.train, run.name, run.step)
    assert (new.owner, new.origin.kind, new.origin.run_id, new.origin.step) == ("importer", "file", run_id, run.step)
    assert new.id != run_id


def test_the_diverged_run_of_these_tests_has_diverged(store):
    """Its numbers overflowed: what other runs' files may not hold, its file does."""
    assert isinstance(store.run("hot").result, Diverged)


@pytest.mark.parametrize("run_id", ["original", "plain", "hot"])
def test_an_ended_run_ends_as_it_had(store, run_id, elsewhere):
    new, run = moved(store, run_id, elsewhere), store.run(run_id)
    assert (new.status, repr(new.result)) == (run.status, repr(run.result))  # NaN is not equal to itself


def test_training_goes_on_bit_by_bit(store, elsewhere):
    run = store.run("paused")
    new = moved(store, "paused", elsewhere)
    assert (new.status, new.pause_reason) == ("paused", "asked")
    corpus = store.corpus("paused")
    assert elsewhere.corpus(new.id).fingerprint == corpus.fingerprint == new.corpus_fingerprint
    here, told_here = advance(store.state("paused"), corpus, run.model, run.train)
    there, told_there = advance(elsewhere.state(new.id), elsewhere.corpus(new.id), new.model, new.train)
    assert here.step == there.step == run.total_steps
    assert [repr(one).split("tokens_per")[0] for one in told_here] == [
        repr(one).split("tokens_per")[0] for one in told_there
    ]
    for name, array in here.parameters.items():
        assert array.tobytes() == there.parameters[name].tobytes()
        assert here.moments.second[name].tobytes() == there.moments.second[name].tobytes()


def test_a_text_of_the_app_need_not_come_along(store, elsewhere):
    new = moved(store, "paused", elsewhere, Contents(text=False))
    assert new.status == "paused"
    assert elsewhere.corpus(new.id).fingerprint == load_corpus("repeat").fingerprint


def test_without_its_text_a_run_is_looked_at_only(elsewhere):
    store = MemoryStore()
    train_into(store, run_id="secret", steps=2, corpus=own_corpus("what nobody else may read. " * 1000))
    data = export_run(store, "secret", Contents(text=False))
    assert b"nobody" not in data
    new = elsewhere.run(import_run(elsewhere, "importer", read_run_file(data)))
    assert (new.status, new.corpus_name) == ("stopped", "own")
    corpus = elsewhere.corpus(new.id)
    assert corpus.source == STAND_IN
    assert new.corpus_fingerprint == corpus.fingerprint != store.run("secret").corpus_fingerprint
    corpus.check_fits(new.model.context_size, 1)  # so all pictures that read the test part have something to read


def test_an_imported_run_can_be_exported_again(store, elsewhere):
    new = moved(store, "paused", elsewhere)
    again = moved(elsewhere, new.id, elsewhere)
    assert_same_pictures(store, "paused", elsewhere, again.id)


def test_plain_readers_find_the_newest_parameters(store, tmp_path):
    for contents in (WHOLE, MODEL_ONLY):
        path = tmp_path / "run.gptviz.safetensors"
        path.write_bytes(export_run(store, "original", contents))
        model = {name: tensor for name, tensor in load_file(path).items() if "/" not in name}
        newest = store.state("original").parameters
        assert model.keys() == newest.keys() == parameter_shapes(store.run("original").model).keys()
        for name, tensor in model.items():
            np.testing.assert_array_equal(tensor.numpy(), newest[name])


def test_the_model_alone_can_be_imported(store, elsewhere):
    new = moved(store, "original", elsewhere, MODEL_ONLY)
    assert new.status == "finished"
    assert elsewhere.snapshot_steps(new.id) == ()
    assert elsewhere.state(new.id).parameters.keys() == store.state("original").parameters.keys()


def test_the_file_tells_nothing_about_its_owner(store):
    data = export_run(store, "original")
    assert b"somebody" not in data
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    manifest = json.loads(header["__metadata__"]["gptviz"])
    assert manifest["versions"].keys() == {"gptviz", "numpy", "torch"}


@pytest.mark.parametrize("contents", [WHOLE, TO_LOOK_AT, MODEL_ONLY])
def test_the_size_that_a_page_names_is_about_right(store, contents):
    promised, real = file_bytes(store, "original", contents), len(export_run(store, "original", contents))
    assert 0.7 * real < promised < 1.5 * real


def test_too_many_snapshots_are_thinned_out(store, monkeypatch, elsewhere):
    from gptviz.export import run_file

    whole = len(export_run(store, "original"))
    monkeypatch.setattr(run_file, "MOST_BYTES", whole - 80_000 + run_file.MOST_HEADER_BYTES)
    new = moved(store, "original", elsewhere)
    kept, all_steps = elsewhere.snapshot_steps(new.id), store.snapshot_steps("original")
    assert 2 <= len(kept) < len(all_steps)
    assert (kept[0], kept[-1]) == (all_steps[0], all_steps[-1])


def test_a_run_that_has_not_begun_is_refused(store):
    other = MemoryStore()
    other.create(store.run("original"), store.corpus("original"))
    with pytest.raises(RunError) as refusal:
        export_run(other, "original")
    assert refusal.value.code == "no-snapshots"


def test_nobody_imports_without_being_somebody(store):
    with pytest.raises(RunError):
        import_run(MemoryStore(), "", read_run_file(export_run(store, "original")))
