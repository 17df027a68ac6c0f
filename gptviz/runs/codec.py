"""Runs as text and bytes: JSON for records, safetensors for arrays; never pickle, which would run what it reads."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from gptviz.config import AttentionConfig, ModelConfig, TrainConfig
from gptviz.corpus.corpus import Corpus
from gptviz.corpus.vocabulary import Vocabulary
from gptviz.engines.engine import Moments
from gptviz.parameters import Parameters
from gptviz.runs.run import Origin, Run, RunError
from gptviz.training.events import Diverged, Finished
from gptviz.training.state import TrainState

Arrays = dict[str, NDArray[Any]]

_RESULTS: dict[str, type[Finished] | type[Diverged]] = {"Finished": Finished, "Diverged": Diverged}


def run_to_json(run: Run) -> str:
    """Return the record of a run as JSON."""
    fields = asdict(run) | {"result": None, "failure": None}
    if run.result is not None:
        fields["result"] = {"kind": type(run.result).__name__, **asdict(run.result)}
    if run.failure is not None:
        values = {name: _plain(value) for name, value in run.failure.values.items()}
        fields["failure"] = {"code": run.failure.code, "message": run.failure.message, "values": values}
    return json.dumps(fields, ensure_ascii=False)


def run_from_json(text: str) -> Run:
    """Return the run of a record; its configuration passes all checks of `gptviz.config` again.

    Raises:
        ConfigError: A setting is out of its range.
        TypeError, KeyError, ValueError: The text is not a record of a run.
    """
    fields: dict[str, Any] = json.loads(text)
    attention = fields["model"]["attention"]
    model = fields["model"] | {"attention": AttentionConfig(**attention) if attention is not None else None}
    result, failure = fields["result"], fields["failure"]
    if result is not None:
        result = dict(result)
        result = _RESULTS[result.pop("kind")](**result)
    if failure is not None:
        failure = RunError(failure["code"], failure["message"], **failure["values"])
    rebuilt = {"model": ModelConfig(**model), "train": TrainConfig(**fields["train"])}
    # Records from before there were origins have none.
    origin = Origin(**fields["origin"]) if fields.get("origin") is not None else None
    return Run(**{**fields, **rebuilt, "result": result, "failure": failure, "origin": origin})


def arrays_to_bytes(arrays: Arrays) -> bytes:
    """Return named arrays as safetensors."""
    return save({name: np.ascontiguousarray(array) for name, array in arrays.items()})


def arrays_from_bytes(data: bytes) -> Arrays:
    """Return the arrays of safetensors bytes.

    Raises:
        ValueError: The bytes are no safetensors.
    """
    try:
        return load(data)
    except SafetensorError as error:
        raise ValueError(f"these bytes are no safetensors: {error}") from error


def state_to_bytes(state: TrainState) -> bytes:
    """Return a state of training as bytes, from which training goes on bit by bit."""
    moments = state.moments
    groups: dict[str, Parameters] = {"parameters": state.parameters}
    if moments is not None:
        groups |= {"first": moments.first, "second": moments.second}
    arrays: Arrays = {f"{group}/{name}": array for group, named in groups.items() for name, array in named.items()}
    return arrays_to_bytes(arrays | {"step": np.array([state.step]), "complete": np.array([state.complete])})


def state_from_bytes(data: bytes) -> TrainState:
    """Return the state of training of bytes that `state_to_bytes` made."""
    arrays = arrays_from_bytes(data)
    step, complete = int(arrays.pop("step")[0]), bool(arrays.pop("complete")[0])
    groups: dict[str, Parameters] = {"parameters": {}, "first": {}, "second": {}}
    for name, array in arrays.items():
        group, _, parameter = name.partition("/")
        groups[group][parameter] = array
    moments = Moments(groups["first"], groups["second"]) if groups["first"] else None
    return TrainState(step, groups["parameters"], moments, complete)


def corpus_to_bytes(corpus: Corpus) -> bytes:
    """Return a text as bytes: its vocabulary and the tokens of both parts."""
    characters = np.array([ord(character) for character in corpus.vocabulary.characters], dtype=np.uint32)
    return arrays_to_bytes({"characters": characters, "train": corpus.train, "test": corpus.test})


def corpus_from_bytes(name: str, source: str, data: bytes) -> Corpus:
    """Return the text of bytes that `corpus_to_bytes` made."""
    arrays = arrays_from_bytes(data)
    vocabulary = Vocabulary(tuple(chr(code) for code in arrays["characters"]))
    return Corpus(name, source, vocabulary, arrays["train"], arrays["test"])


def _plain(value: Any) -> int | float | str:
    return value if isinstance(value, int | float | str) else str(value)
