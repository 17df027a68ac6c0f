"""Which tensors the file of a run may and must have: all follow from its model."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gptviz.config import ModelConfig
from gptviz.corpus.upload import MAX_BYTES
from gptviz.export.container import TensorSpec
from gptviz.export.errors import FileError
from gptviz.parameters import parameter_shapes
from gptviz.runs.curves import EVALUATION_COLUMNS, STEP_COLUMNS
from gptviz.training.milestones import MOST_SNAPSHOTS

# Steps have one spelling only: two names can't mean the same snapshot.
HISTORY = re.compile(r"history/(0|[1-9][0-9]{0,9})/(.+)")


def check_tensors(tensors: Mapping[str, TensorSpec], model: ModelConfig) -> None:
    """Compare the names, kinds and shapes in a file's header with those of a model.

    Args:
        tensors: As the header names them.
        model: As the manifest describes it.

    Raises:
        FileError: "file-tensor": one does not belong to the model; "file-incomplete": one is missing; "file-header":
            there are too many snapshots.
    """
    shapes = parameter_shapes(model)
    complete = dict.fromkeys(("", "state/first/", "state/second/"), 0)
    history: dict[str, int] = {}
    for name, spec in tensors.items():
        group, _, parameter = name.rpartition("/")
        prefix = f"{group}/" if group else ""
        if matched := HISTORY.fullmatch(name):
            group, parameter = matched.groups()
            history[group] = history.get(group, 0) + 1
        elif prefix in complete:
            complete[prefix] += 1
        elif _is_extra(name, spec, model):
            continue
        else:
            raise _unfit(name)
        if spec != TensorSpec("F32", shapes.get(parameter, (-1,))):
            raise _unfit(name)
    first, second = complete["state/first/"], complete["state/second/"]
    if complete[""] != len(shapes) or first != second or first not in (0, len(shapes)):
        raise FileError("file-incomplete", "parts of the model are missing in the file")
    if any(count != len(shapes) for count in history.values()) or "corpus/characters" not in tensors:
        raise FileError("file-incomplete", "parts of the model's history or its vocabulary are missing in the file")
    if ("corpus/train" in tensors) != ("corpus/test" in tensors):
        raise FileError("file-incomplete", "parts of the text are missing in the file")
    if len(history) > MOST_SNAPSHOTS + 1:
        raise FileError("file-header", "the file has too many snapshots")


def _is_extra(name: str, spec: TensorSpec, model: ModelConfig) -> bool:
    """Whether a tensor is a curve, the vocabulary or a part of the text."""
    if name in ("corpus/train", "corpus/test"):
        return spec.dtype in ("U16", "U32") and len(spec.shape) == 1 and spec.shape[0] <= MAX_BYTES
    if name == "corpus/characters":
        return spec == TensorSpec("U32", (model.vocab_size,))
    columns = {"curves/steps": len(STEP_COLUMNS), "curves/evaluations": len(EVALUATION_COLUMNS)}.get(name)
    return columns is not None and spec.dtype == "F64" and spec.shape[1:] == (columns,)


def _unfit(name: str) -> FileError:
    shown = ascii(name)[1:41]  # a name in a file can be anything
    return FileError("file-tensor", f"tensor {shown} does not belong to the model of the file", name=shown)
