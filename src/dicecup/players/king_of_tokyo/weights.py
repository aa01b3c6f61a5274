"""The weights on disk: half-precision numbers in one compressed file, with a format version and a checksum."""

import hashlib
import io
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dicecup.players.king_of_tokyo.network import Network

FORMAT: Final = 1
_MAGIC: Final = b"dicecup king-of-tokyo weights %d\n" % FORMAT
_SHIPPED: Final = Path(__file__).parent / "weights.bin"


def packed(networks: Mapping[int, Network], kind: type[np.floating] = np.float16) -> bytes:
    """Networks as the bytes of a file."""
    file = io.BytesIO()
    arrays = {
        f"{monsters}/{name}": weights.astype(kind)
        for monsters, network in networks.items()
        for name, weights in network.weights.items()
    }
    np.savez(file, **arrays)  # type: ignore[arg-type]  # names are made here
    body = zlib.compress(file.getvalue(), 9)
    return _MAGIC + hashlib.sha256(body).digest() + body


def unpacked(raw: bytes) -> dict[int, Network]:
    """The networks in a file; ValueError if it is damaged or of another version."""
    start = len(_MAGIC) + 32
    body = raw[start:]
    if not raw.startswith(_MAGIC) or raw[len(_MAGIC) : start] != hashlib.sha256(body).digest():
        raise ValueError("These weights are damaged, or of another version of Dicecup.")
    found: dict[int, dict[str, np.ndarray]] = {}
    with np.load(io.BytesIO(zlib.decompress(body)), allow_pickle=False) as arrays:
        for key in arrays.files:
            monsters, _, name = key.partition("/")
            found.setdefault(int(monsters), {})[name] = arrays[key].astype(np.float32)
    return {monsters: Network(monsters, weights) for monsters, weights in found.items()}


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the program."""
    return unpacked(_SHIPPED.read_bytes())
