"""Arrays on disk: one compressed file with a name, a format version and a checksum; weights in half precision."""

import hashlib
import io
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.players.king_of_tokyo.network import Network

FORMAT: Final = 1
_SHIPPED: Final = Path(__file__).parent / "weights.bin"

Array = NDArray[Any]


def _head(what: str) -> bytes:
    return f"dicecup king-of-tokyo {what} {FORMAT}\n".encode()


def sealed(what: str, arrays: Mapping[str, Array]) -> bytes:
    """Arrays as the bytes of a file that says what it is."""
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # names are made here
    body = zlib.compress(file.getvalue(), 9)
    return _head(what) + hashlib.sha256(body).digest() + body


def opened(what: str, raw: bytes) -> dict[str, Array]:
    """The arrays in a file; ValueError if it is something else, damaged or of another version."""
    head = _head(what)
    start = len(head) + 32
    body = raw[start:]
    if not raw.startswith(head) or raw[len(head) : start] != hashlib.sha256(body).digest():
        raise ValueError(f"This is no {what} of King of Tokyo, or damaged, or of another version of Dicecup.")
    with np.load(io.BytesIO(zlib.decompress(body)), allow_pickle=False) as arrays:
        return {key: arrays[key] for key in arrays.files}


def packed(networks: Mapping[int, Network], kind: type[np.floating] = np.float16) -> bytes:
    """Networks as the bytes of a file."""
    arrays = {
        f"{monsters}/{name}": weights.astype(kind)
        for monsters, network in networks.items()
        for name, weights in network.weights.items()
    }
    return sealed("weights", arrays)


def unpacked(raw: bytes) -> dict[int, Network]:
    """The networks in a file; ValueError if it is damaged or of another version."""
    found: dict[int, dict[str, Array]] = {}
    for key, array in opened("weights", raw).items():
        monsters, _, name = key.partition("/")
        found.setdefault(int(monsters), {})[name] = array.astype(np.float32)
    return {monsters: Network(monsters, weights) for monsters, weights in found.items()}


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the program."""
    return unpacked(_SHIPPED.read_bytes())
