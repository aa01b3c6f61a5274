"""The networks on disk, in half precision, with the names of the cards and inputs they were trained with."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dicecup.players.arrays import pack_networks, unpack_networks
from dicecup.players.king_of_tokyo.network import Network

WHAT: Final = "king-of-tokyo weights"
SHIPPED: Final = Path(__file__).parent / "weights.bin"


def packed(networks: Mapping[int, Network], kind: type[np.floating] = np.float16) -> bytes:
    """Networks as the bytes of a file."""
    return pack_networks(WHAT, networks, kind)


def unpacked(raw: bytes) -> dict[int, Network]:
    """The networks in a file; ValueError if it is damaged or of another version."""
    return {number: Network.read(number, *each) for number, each in unpack_networks(WHAT, raw).items()}


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the program."""
    return unpacked(SHIPPED.read_bytes())
