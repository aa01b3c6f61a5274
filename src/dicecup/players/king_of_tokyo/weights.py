"""The networks on disk, in half precision."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dicecup.players import arrays as files
from dicecup.players.arrays import by_number
from dicecup.players.king_of_tokyo.network import Network

WHAT: Final = "king-of-tokyo weights"
_SHIPPED: Final = Path(__file__).parent / "weights.bin"


def packed(networks: Mapping[int, Network], kind: type[np.floating] = np.float16) -> bytes:
    """Networks as the bytes of a file."""
    arrays = {
        f"{monsters}/{name}": weights.astype(kind)
        for monsters, network in networks.items()
        for name, weights in network.weights.items()
    }
    return files.packed(WHAT, arrays)


def unpacked(raw: bytes) -> dict[int, Network]:
    """The networks in a file; ValueError if it is damaged or of another version."""
    return {
        monsters: Network(monsters, weights) for monsters, weights in by_number(files.unpacked(WHAT, raw)).items()
    }


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the program."""
    return unpacked(_SHIPPED.read_bytes())
