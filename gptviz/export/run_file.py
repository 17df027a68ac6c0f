"""A run as one file, `<name>.gptviz.safetensors`: what is in it, and how it is written.

Tensors with plain names are the newest parameters, so any reader of safetensors has the model
(docs/using-a-model.md). All others have a slash in their names: `history/<step>/<parameter>` (snapshots),
`curves/steps` and `curves/evaluations` (columns as in `gptviz.runs.curves`), `corpus/characters`, `corpus/train` and
`corpus/test` (the text), `state/first/<parameter>` and `state/second/<parameter>` (AdamW's moments).
The manifest, JSON in the safetensors metadata under "gptviz", says the rest.
"""

from __future__ import annotations

import json
import math
import time
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
from safetensors.numpy import save

from gptviz import __version__
from gptviz.config import ModelConfig
from gptviz.export.container import MANIFEST, MOST_BYTES, MOST_HEADER_BYTES, MOST_TENSORS
from gptviz.export.errors import FileError
from gptviz.parameters import count_parameters, parameter_shapes
from gptviz.runs.codec import Arrays
from gptviz.runs.curves import EVALUATION_COLUMNS, STEP_COLUMNS, Curves
from gptviz.runs.run import Run, RunError
from gptviz.runs.store import Store
from gptviz.runs.thinning import kept_steps
from gptviz.training.events import Sample
from gptviz.training.state import TrainState

FORMAT = 1
ENDING = ".gptviz.safetensors"
BYTES_A_NAME = 150  # of a tensor in the header, and some more


@dataclass(frozen=True)
class Contents:
    """What of a run goes into its file, besides the newest parameters and the description.

    Args:
        history: Snapshots, curves and samples.
        text: What it trains on. Without it the run can only be looked at elsewhere.
        state: The optimizer's moments: with the text, training can go on bit by bit.
    """

    history: bool = True
    text: bool = True
    state: bool = True


WHOLE = Contents()
TO_LOOK_AT = Contents(text=False, state=False)
MODEL_ONLY = Contents(history=False, text=False, state=False)


def export_run(store: Store, run_id: str, contents: Contents = WHOLE) -> bytes:
    """Write a run as it stands into one file.

    Snapshots are thinned out, as in the store, where the file would be larger than an import takes.

    Args:
        store: Of the run.
        run_id: Of any run, whoever owns it.
        contents: What goes into it.

    Returns:
        Safetensors.

    Raises:
        RunError: "unknown-run", or "no-snapshots": it has not begun to train.
        FileError: "file-size": even without snapshots the file would be too large.
    """
    run, state = _standing(store, run_id)
    corpus = store.corpus(run_id)
    arrays: Arrays = dict(state.parameters)
    arrays["corpus/characters"] = np.array([ord(sign) for sign in corpus.vocabulary.characters], dtype=np.uint32)
    samples: list[Sample] = []
    if contents.text:
        arrays |= {"corpus/train": corpus.train, "corpus/test": corpus.test}
    if contents.state and state.moments is not None:
        arrays |= {f"state/first/{name}": array for name, array in state.moments.first.items()}
        arrays |= {f"state/second/{name}": array for name, array in state.moments.second.items()}
    if contents.history:
        arrays |= _curves(store.curves(run_id), state.step)
        samples = [sample for sample in store.samples(run_id) if sample.step <= state.step]
        kept = [step for step in store.snapshot_steps(run_id) if step <= state.step]
        for step in snapshots_with_room(run.model, kept, arrays):
            parameters = store.snapshot(run_id, step).parameters
            arrays |= {f"history/{step}/{name}": array for name, array in parameters.items()}
    manifest = json.dumps(_manifest(run, state, samples), ensure_ascii=True, allow_nan=False)
    data = save({name: np.ascontiguousarray(array) for name, array in arrays.items()}, {MANIFEST: manifest})
    if len(data) > MOST_BYTES:
        given, most = f"{len(data) / 2**20:.0f}", MOST_BYTES // 2**20
        message = f"the run would make a file of {given} MB; valid: at most {most} MB"
        raise FileError("file-size", message, given=given, most=most)
    return data


def snapshots_with_room(model: ModelConfig, steps: list[int], others: Arrays) -> list[int]:
    """Return which snapshots go into a file beside other tensors: every second one is left out until they fit."""
    snapshot_bytes, names = 4 * count_parameters(model), len(parameter_shapes(model))
    room_bytes = MOST_BYTES - MOST_HEADER_BYTES - sum(array.nbytes for array in others.values())
    most = min(room_bytes // snapshot_bytes, (MOST_TENSORS - len(others)) // names)
    while len(steps) > most:
        fewer = kept_steps(steps)
        if len(fewer) == len(steps):
            return []
        steps = fewer
    return steps


def file_bytes(store: Store, run_id: str, contents: Contents = WHOLE) -> int:
    """Return about how large the file of a run would be, without making it.

    Raises:
        RunError: "unknown-run".
    """
    run, corpus = store.run(run_id), store.corpus(run_id)
    parameters, names = 4 * count_parameters(run.model), len(parameter_shapes(run.model))
    text_bytes = corpus.text_length * corpus.train.itemsize if contents.text else 0
    copies = 1 + 2 * contents.state
    if contents.history:
        room = (MOST_BYTES - MOST_HEADER_BYTES - text_bytes - copies * parameters) // parameters
        snapshots = len(store.snapshot_steps(run_id))
        while snapshots > room > 1:
            snapshots = snapshots // 2 + 1
        copies += snapshots
        text_bytes += store.curves(run_id).step.size * 8 * len(STEP_COLUMNS)
    return copies * (parameters + names * BYTES_A_NAME) + text_bytes


def _standing(store: Store, run_id: str) -> tuple[Run, TrainState]:
    """Record and state that fit each other, of a run that may be training meanwhile."""
    state, run = store.state(run_id), store.run(run_id)
    if run.ended:  # perhaps since the line above; from now on nothing changes
        state = store.state(run_id)
    if state is None:
        raise RunError("no-snapshots", "nothing is kept yet of how this run's attention looked")
    return run, state


def _curves(curves: Curves, last: int) -> Arrays:
    steps = np.stack([getattr(curves, name).astype(np.float64) for name in STEP_COLUMNS], axis=1)  # (N, 5)
    columns = (curves.evaluation_step, *(getattr(curves, name) for name in EVALUATION_COLUMNS[1:]))
    evaluations = np.stack([column.astype(np.float64) for column in columns], axis=1)  # (M, 3)
    return {
        "curves/steps": steps[steps[:, 0] <= last],
        "curves/evaluations": evaluations[evaluations[:, 0] <= last],
    }


def _manifest(run: Run, state: TrainState, samples: list[Sample]) -> dict[str, Any]:
    result = None
    if run.result is not None:
        numbers = {name: _plain(value) for name, value in asdict(run.result).items()}
        result = {"kind": type(run.result).__name__, **numbers}
    return {
        "format": FORMAT,
        "versions": {"gptviz": __version__, "numpy": np.__version__, "torch": version("torch")},
        "exported_s": time.time(),
        "run": {
            "id": run.id,
            "name": run.name,
            "note": run.note,
            "created_s": run.created_s,
            "status": run.status,
            "step": state.step,
            "total_steps": run.total_steps,
            "training_s": run.training_s,
            "result": result,
        },
        "model": asdict(run.model),
        "train": asdict(run.train),
        "corpus": {
            "name": run.corpus_name,
            "source": run.corpus_source,
            "fingerprint": run.corpus_fingerprint,
        },
        "samples": [asdict(sample) for sample in samples],
    }


def _plain(value: float) -> float | str:
    """JSON has no infinity, and the loss of a diverged run is seldom finite."""
    return value if math.isfinite(value) else str(value)
