"""Arrays on disk: one compressed file with a name, a format version and a checksum."""

import hashlib
import io
import zlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

FORMAT: Final = 1

Array = NDArray[Any]


def packed(what: str, arrays: Mapping[str, Array]) -> bytes:
    """Arrays as the bytes of a file that says what it is, such as "deadwood weights"."""
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # names are made here
    body = zlib.compress(file.getvalue(), 9)
    return _head(what) + hashlib.sha256(body).digest() + body


def unpacked(what: str, raw: bytes) -> dict[str, Array]:
    """The arrays in a file; ValueError if it is something else, damaged or of another version."""
    head = _head(what)
    start = len(head) + 32
    body = raw[start:]
    if not raw.startswith(head) or raw[len(head) : start] != hashlib.sha256(body).digest():
        raise ValueError(f"This is not {what}, or damaged, or of another version of Dicecup.")
    with np.load(io.BytesIO(zlib.decompress(body)), allow_pickle=False) as arrays:
        return {key: arrays[key] for key in arrays.files}


def by_number(arrays: Mapping[str, Array]) -> dict[int, dict[str, NDArray[np.float32]]]:
    """Weights called "2/hidden" and the like, for each number by their names."""
    found: dict[int, dict[str, NDArray[np.float32]]] = {}
    for key, array in arrays.items():
        number, _, name = key.partition("/")
        found.setdefault(int(number), {})[name] = array.astype(np.float32)
    return found


def _head(what: str) -> bytes:
    return f"dicecup {what} {FORMAT}\n".encode()
