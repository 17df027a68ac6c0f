"""What trials brought, as records, as a table (pandas) and as a CSV file that an experiment can be taken up from."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gptviz.experiment.design import Design, ExperimentError, Trial
from gptviz.parameters import count_parameters
from gptviz.runs.run import Run, Status
from gptviz.runs.store import Store
from gptviz.training.events import Finished

KEPT = ("finished", "diverged")  # ends that tell something of the cell; a stopped or failed trial can be run again
COLUMNS = (
    "corpus", "embedding_size", "blocks", "learning_rate", "heads", "seed", "head_size", "parameters",
    "status", "test_loss_nats", "steps", "steps_per_second", "training_s", "run", "settings",
)  # fmt: skip


@dataclass(frozen=True)
class Result:
    """How one trial ended.

    Args:
        status: One of the ends of a run.
        test_loss_nats: The chapter's test loss; None unless finished.
        steps: Taken.
        steps_per_second: Median over the steps, measured in the worker around each training step alone.
        training_s: Seconds that the worker spent, evaluations and samples included.
        run: Id of the run; empty for a result read from a file.
    """

    status: Status
    test_loss_nats: float | None
    steps: int
    steps_per_second: float | None
    training_s: float
    run: str


def result_of(run: Run, store: Store) -> Result:
    """Return the result of a run that has ended."""
    tokens_per_second = store.curves(run.id).tokens_per_second
    tokens = run.train.batch_size * run.model.context_size
    speed = float(np.median(tokens_per_second)) / tokens if len(tokens_per_second) else None
    loss = run.result.test_loss_nats if isinstance(run.result, Finished) else None
    return Result(run.status, loss, run.step, speed, run.training_s, run.id)


def settings_key(design: Design, trial: Trial) -> str:
    """Return a short hash of all that decides the outcome of a trial: model, training and text."""
    model, train = design.configure(trial)
    settings = [asdict(model), asdict(train), design.corpus(trial.cell.corpus).fingerprint]
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]


def results_frame(design: Design, results: Mapping[Trial, Result]) -> pd.DataFrame:
    """Return one row a result, in the order of cells and seeds; the columns are `COLUMNS`."""
    rows = []
    for cell in design.cells:
        for seed in design.seeds:
            if (trial := Trial(cell, seed)) in results:
                model, _ = design.configure(trial)
                rows.append(
                    asdict(cell)
                    | {"seed": seed, "head_size": model.head_size, "parameters": count_parameters(model)}
                    | asdict(results[trial])
                    | {"settings": settings_key(design, trial)}
                )
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    return frame.astype({"test_loss_nats": float, "steps_per_second": float})


def write_results(path: Path, design: Design, results: Mapping[Trial, Result]) -> None:
    """Write results as CSV; the file is whole at every moment, whatever happens to this process."""
    partial = path.with_name(path.name + ".part")
    results_frame(design, results).to_csv(partial, index=False)
    os.replace(partial, path)


def read_results(path: Path, design: Design) -> dict[Trial, Result]:
    """Return the results in a CSV file that belong to trials of a design and need not be repeated.

    Raises:
        ExperimentError: "experiment-file": this is no such CSV file.
    """
    try:
        frame = pd.read_csv(path, keep_default_na=False, na_values=[""])
        by_key = {row["settings"]: row for row in frame.to_dict("records") if row["status"] in KEPT}
        trials = {settings_key(design, trial): trial for trial in design.trials}
        return {trial: _result(by_key[key]) for key, trial in trials.items() if key in by_key}
    except (KeyError, ValueError, OSError) as error:
        message = f"{path} does not hold results of an experiment: {error}"
        raise ExperimentError("experiment-file", message, path=str(path)) from error


def _result(row: dict) -> Result:
    loss, speed = (None if pd.isna(row[name]) else float(row[name]) for name in ("test_loss_nats", "steps_per_second"))
    return Result(row["status"], loss, int(row["steps"]), speed, float(row["training_s"]), "")
