"""Safetensors from strangers: what a file says that it holds is checked before anything is made of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from gptviz.export.errors import FileError
from gptviz.export.strict_json import strict_json
from gptviz.runs.codec import Arrays, arrays_from_bytes

MOST_BYTES = 50 * 2**20  # what an upload may have where nothing else is set (gptviz.runs.limits)
MOST_HEADER_BYTES = 2 * 2**20
MOST_TENSORS = 12_000  # their names and places fill most of the header; 6 blocks and 64 snapshots have 6,600
MANIFEST = "gptviz"  # its key in the metadata

# Bytes a number. Pickle has no place here: these are all the kinds that a run has.
DTYPE_BYTES = {"F32": 4, "F64": 8, "U16": 2, "U32": 4}


@dataclass(frozen=True)
class TensorSpec:
    """What the header says of one tensor."""

    dtype: str
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Container:
    """A file that was looked at, but not read yet.

    Args:
        data: All of it.
        manifest: Its description, JSON, unchecked.
        tensors: What it says that it holds.
    """

    data: bytes
    manifest: Any
    tensors: dict[str, TensorSpec]

    def arrays(self) -> Arrays:
        """Return the tensors, as the header names them."""
        try:
            return arrays_from_bytes(self.data)
        except ValueError:
            raise _damaged() from None


def open_container(data: bytes) -> Container:
    """Look at the header of a file.

    Raises:
        FileError: "file-size", "file-header": too large; "file-damaged": no safetensors; "file-foreign": no run.
    """
    if len(data) > MOST_BYTES:
        given, most = f"{len(data) / 2**20:.0f}", MOST_BYTES // 2**20
        message = f"the file has {given} MB; valid: at most {most} MB"
        raise FileError("file-size", message, given=given, most=most)
    header = _header(data)
    metadata = header.pop("__metadata__", None)
    manifest = metadata.get(MANIFEST) if isinstance(metadata, dict) else None
    if not isinstance(manifest, str):
        raise FileError("file-foreign", "these are tensors, but no run that gptviz exported")
    if len(header) > MOST_TENSORS:
        raise _header_too_large()
    tensors = {name: _spec(value) for name, value in header.items()}
    try:
        return Container(data, strict_json(manifest), tensors)
    except ValueError:
        raise _damaged() from None


def _header(data: bytes) -> dict[str, Any]:
    length = int.from_bytes(data[:8], "little")
    if len(data) < 10 or length > len(data) - 8:
        raise _damaged()
    if length > MOST_HEADER_BYTES:
        raise _header_too_large()
    try:
        header = strict_json(data[8 : 8 + length].decode("utf-8"))
    except ValueError:
        raise _damaged() from None
    if not isinstance(header, dict):
        raise _damaged()
    return header


def _spec(value: Any) -> TensorSpec:
    """The reader of safetensors compares shape and place in the file; here sizes are only kept from being absurd."""
    if not isinstance(value, dict):
        raise _damaged()
    dtype, shape = value.get("dtype"), value.get("shape")
    if not isinstance(dtype, str) or dtype not in DTYPE_BYTES or not isinstance(shape, list) or len(shape) > 2:
        raise _damaged()
    if not all(type(size) is int and 0 <= size <= MOST_BYTES for size in shape):
        raise _damaged()
    if math.prod(shape) * DTYPE_BYTES[dtype] > MOST_BYTES:
        raise _damaged()
    return TensorSpec(dtype, tuple(shape))


def _damaged() -> FileError:
    return FileError("file-damaged", "the file is damaged, or no run that gptviz exported")


def _header_too_large() -> FileError:
    return FileError("file-header", "the file's table of contents is too large")
