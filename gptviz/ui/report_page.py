"""The report of a run as the export offers it: its films, and what its heads do, in the reader's language."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from gptviz.analysis.head_findings import head_finding
from gptviz.analysis.heads import head_metrics, uniform_metrics
from gptviz.analysis.positions import cosine_similarity
from gptviz.analysis.probes import head_texts
from gptviz.corpus import probe_text
from gptviz.export.report import Film, Player, report
from gptviz.i18n import t
from gptviz.labels import token_labels
from gptviz.numbers import count
from gptviz.runs.registry import get_manager
from gptviz.runs.run import Run
from gptviz.trace import trace
from gptviz.training.events import Snapshot
from gptviz.ui.components.attention_maps.component import CSS, SCRIPT, AttentionMapsWords
from gptviz.ui.components.attention_maps.payload import packed
from gptviz.ui.head_words import finding_sentence, place_names
from gptviz.ui.probe import as_batch
from gptviz.ui.snapshots import snapshots_of
from gptviz.ui.words import attention_maps_words, run_title, similarity_maps_words

# In base64 both films together stay below 5 MB.
MOST_ATTENTION_BYTES, MOST_POSITION_BYTES = 3_000_000, 600_000
LONGEST_TEXT = 64  # characters of the attention film
POSITIONS = "position_embedding.weight"


def make_report(run_id: str, probe: str | None = None) -> bytes:
    """Return the report of a run.

    Args:
        run_id: Of any run.
        probe: The text of the attention film; None: one that suits the corpus.

    Raises:
        RunError: "unknown-run" or "no-snapshots".
    """
    store = get_manager().store
    run = store.run(run_id)
    films, findings = [], []
    if store.snapshot_steps(run_id):
        if run.model.attention is not None:
            films.append(_attention(run, probe))
            findings = _findings(run)
        if run.model.positions:
            films.append(_positions(run))
    return report(store, run_id, name=run_title(run), films=films, player=_player(), findings=findings)


def _attention(run: Run, probe: str | None) -> Film:
    corpus, model = get_manager().store.corpus(run.id), run.model
    text = (probe or probe_text(corpus, model.context_size))[-min(model.context_size, LONGEST_TEXT) :]
    tokens = as_batch(corpus, text)
    causal = model.attention is not None and model.attention.causal
    T = tokens.size
    map_bytes = T * (T + 1) // 2 if causal else T * T
    snapshots = _few(run, MOST_ATTENTION_BYTES // (map_bytes * model.blocks * model.heads))
    weights = np.stack([trace(one.parameters, model, tokens).attention_weights[:, 0] for one in snapshots])
    words = attention_maps_words(model, t("report-attention"), "")
    header = _header(snapshots, token_labels(text), words)
    return Film(t("report-attention"), t("report-attention-look"), packed(weights, causal=causal, header=header))


def _positions(run: Run) -> Film:
    snapshots = _few(run, MOST_POSITION_BYTES // run.model.context_size**2)
    similarities = np.stack([cosine_similarity(one.parameters[POSITIONS]) for one in snapshots])  # (F, T, T)
    labels = [str(position) for position in range(similarities.shape[-1])]
    header = _header(snapshots, labels, similarity_maps_words(t("report-positions"), ""))
    data = packed(similarities[:, None, None], causal=False, header=header, scale="similarity")
    return Film(t("report-positions"), t("report-positions-look"), data)


def _few(run: Run, most: int) -> list[Snapshot]:
    return snapshots_of(run, most=max(2, most))


def _header(snapshots: list[Snapshot], labels: list[str], words: AttentionMapsWords) -> dict[str, object]:
    """What the component adds to the bytes; nobody listens to the reader of a report."""
    steps = [count(one.step) for one in snapshots]
    shown = {"selected": None, "frame": None, "reportsFrame": False}
    return {"labels": labels, "steps": steps, "words": asdict(words), **shown}


def _findings(run: Run) -> list[str]:
    store, model = get_manager().store, run.model
    texts = head_texts(store.corpus(run.id), model.context_size)
    first, *_, last = (0, *store.snapshot_steps(run.id))
    measured, untrained = (
        head_metrics(store.snapshot(run.id, step).parameters, model, texts) for step in (last, first)
    )
    uniform = uniform_metrics(model, texts)
    findings = {
        name: head_finding(measured.loc[[place]].iloc[0], untrained.loc[[place]].iloc[0], uniform)
        for place, name in place_names(model).items()
    }
    return [t("report-head", place=name, finding=finding_sentence(one)) for name, one in findings.items()]


def _player() -> Player:
    """The very scripts that draw the maps in the app, joined as Streamlit gets them."""
    return Player(SCRIPT, CSS)
