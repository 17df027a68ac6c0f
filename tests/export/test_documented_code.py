"""The code of docs/using-a-model.md, run as it stands there, computes what gptviz shows."""

import re

import numpy as np
import pytest
import torch

from gptviz.export.run_file import MODEL_ONLY, WHOLE, export_run
from gptviz.runs.memory_store import MemoryStore
from gptviz.trace import trace
from tests.conftest import ROOT
from tests.export.conftest import train_into

PAGES = ("using-a-model.md", "using-a-model.zh-CN.md")


def code_of(page):
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)


def run_code(pieces, run_id, store, contents, folder, monkeypatch):
    (folder / "run.gptviz.safetensors").write_bytes(export_run(store, run_id, contents))
    monkeypatch.chdir(folder)
    names = {}
    for piece in pieces:
        exec(piece, names)
    return names


def assert_computes_the_same(names, run_id, store):
    model = store.run(run_id).model
    tokens = np.random.default_rng(0).integers(0, model.vocab_size, (3, model.context_size))
    expected = trace(store.state(run_id).parameters, model, tokens).logits
    np.testing.assert_allclose(names["logits"](torch.tensor(tokens)).numpy(), expected, atol=1e-5)
    assert names["characters"] == "".join(store.corpus(run_id).vocabulary.characters)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("heads", [1, 2, 4, 8])
def test_the_chapters_model(page, heads, tmp_path, monkeypatch, capsys):
    store = MemoryStore()
    train_into(store, heads=heads, blocks=2, steps=5)
    load, write, _ = code_of(page)
    assert "gptviz" not in re.sub(r'"[^"]*"', "", load)  # imports nothing of ours
    names = run_code([load, write], "original", store, WHOLE if heads > 2 else MODEL_ONLY, tmp_path, monkeypatch)
    assert_computes_the_same(names, "original", store)
    written = capsys.readouterr().out.rstrip("\n")
    assert set(written) <= set(names["characters"])
    assert len(written) > 100


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("layer_norm", [False, True])
def test_the_later_chapters_model(page, layer_norm, tmp_path, monkeypatch):
    store = MemoryStore()
    train_into(store, blocks=2, steps=5, residual=True, layer_norm=layer_norm)
    load, _, later = code_of(page)
    names = run_code([load, later], "original", store, MODEL_ONLY, tmp_path, monkeypatch)
    assert_computes_the_same(names, "original", store)
