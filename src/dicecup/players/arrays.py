"""Arrays on disk: one compressed file with a name, a format version and a checksum.

Networks carry the names of what their rows stand for, such as cards: then a program that knows more than the one
that trained them can still read them.
"""

import hashlib
import io
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

FORMAT: Final = 1

_NAMES: Final = "names"

Array = NDArray[Any]
Names = dict[str, tuple[str, ...]]
"""What the rows of weights stand for, where that may change: by the name of the weights."""


class Weighed(Protocol):
    """A network."""

    weights: dict[str, NDArray[np.float32]]
    names: Names

    @classmethod
    def read(cls, number: int, weights: dict[str, NDArray[np.float32]], names: Names) -> Any:
        """One for whatever there is to know today, from what was in a file."""


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


def pack_networks(
    what: str, networks: Mapping[int, Weighed], kind: type[np.floating] = np.float16, single: Collection[str] = ()
) -> bytes:
    """Networks by number, with the names of their rows, as the bytes of a file. `single`: what is kept exactly."""
    arrays: dict[str, Array] = {}
    for number, network in networks.items():
        for name, weights in network.weights.items():
            arrays[f"{number}/{name}"] = weights.astype(np.float32 if name in single else kind)
        for name, rows in network.names.items():
            arrays[f"{number}/{name}/{_NAMES}"] = np.array(rows)
    return packed(what, arrays)


def unpack_networks(what: str, raw: bytes) -> dict[int, tuple[dict[str, Array], Names]]:
    """The weights and the names of rows of each; ValueError as with `unpacked`."""
    found: dict[int, tuple[dict[str, Array], Names]] = {}
    for key, array in unpacked(what, raw).items():
        number, name, *more = key.split("/")
        weights, names = found.setdefault(int(number), ({}, {}))
        if more == [_NAMES]:
            names[name] = tuple(array.tolist())
        else:
            weights[name] = array.astype(np.float32)
    return found


def rows_for(
    array: Array, had: Sequence[str], wanted: Sequence[str], new: Callable[[str], Array] | None = None
) -> Array:
    """An array whose rows were called so, with those that are wanted; others are what `new` says, or zeros."""
    if tuple(had) == tuple(wanted):
        return array
    at = {name: row for row, name in enumerate(had)}
    other = new or (lambda _: np.zeros_like(array[0]))
    return np.stack([array[at[name]] if name in at else other(name) for name in wanted])


def _head(what: str) -> bytes:
    return f"dicecup {what} {FORMAT}\n".encode()
