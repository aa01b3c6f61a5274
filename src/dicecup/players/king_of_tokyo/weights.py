"""The networks on disk, in half precision."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.sealed import by_number, opened, sealed

WHAT: Final = "king-of-tokyo weights"
_SHIPPED: Final = Path(__file__).parent / "weights.bin"


def packed(networks: Mapping[int, Network], kind: type[np.floating] = np.float16) -> bytes:
    """Networks as the bytes of a file."""
    arrays = {
        f"{monsters}/{name}": weights.astype(kind)
        for monsters, network in networks.items()
        for name, weights in network.weights.items()
    }
    return sealed(WHAT, arrays)


def unpacked(raw: bytes) -> dict[int, Network]:
    """The networks in a file; ValueError if it is damaged or of another version."""
    return {monsters: Network(monsters, weights) for monsters, weights in by_number(opened(WHAT, raw)).items()}


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the program."""
    return unpacked(_SHIPPED.read_bytes())
