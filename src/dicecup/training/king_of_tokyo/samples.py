"""What a network learns from: tables with the chances of everybody on them, packed tightly."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.players.king_of_tokyo.judge import scenes_of
from dicecup.players.king_of_tokyo.network import Scenes
from dicecup.players.king_of_tokyo.position import Position

_KINDS: Final = {"numbers": np.int8, "cards": np.uint8, "market": np.int8, "discount": np.int8}

Pack = dict[str, NDArray[np.generic]]
"""Rows for one number of monsters: the fields of `Scenes`, and `target`."""


def packs(rows: Sequence[tuple[Position, NDArray[np.float64]]]) -> dict[int, Pack]:
    """Positions with targets by the number of monsters."""
    found: dict[int, Pack] = {}
    for count in {len(position.seats) for position, _ in rows}:
        some = [(position, target) for position, target in rows if len(position.seats) == count]
        scenes = scenes_of([position for position, _ in some])
        found[count] = packed(scenes, np.array([target for _, target in some]))
    return found


def packed(scenes: Scenes, target: NDArray[np.float64]) -> Pack:
    """Rows that a network sees, with what is true of them."""
    pack: Pack = {
        name: np.minimum(getattr(scenes, name), 120).astype(_KINDS.get(name, np.int8)) for name in Scenes.__slots__
    }
    pack["target"] = target.astype(np.float32)
    return pack


def joined(some: Iterable[dict[int, Pack]]) -> dict[int, Pack]:
    """All of it together."""
    found: dict[int, list[Pack]] = {}
    for each in some:
        for count, pack in each.items():
            found.setdefault(count, []).append(pack)
    return {
        count: {name: np.concatenate([pack[name] for pack in parts]) for name in parts[0]}
        for count, parts in sorted(found.items())
    }


def scenes_in(pack: Pack, rows: NDArray[np.int64]) -> Scenes:
    """Some rows as a network wants them."""
    return Scenes(
        pack["numbers"][rows].astype(np.int64),
        pack["cards"][rows].astype(np.uint8),
        *(pack[name][rows].astype(np.int64) for name in ("market", "discount", "stage", "again")),
    )
