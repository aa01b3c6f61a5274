"""Deadwood's twin for batches."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.deadwood import dice, game, rows
from dicecup.batch.deadwood.lot import AREA_NAMES, SCENE_NAMES, TOP
from dicecup.batch.twin import Twin
from dicecup.games.deadwood.data import AREAS, SCENES, STARTS
from dicecup.games.deadwood.options import DeadwoodOptions
from dicecup.table.actions import Actions


def _rules(seats: int, options: DeadwoodOptions, actions: Actions) -> game.Rules:
    codes = np.array([rows.code_of(actions.words(number, 0)) for number in range(len(actions))])
    numbers = np.full(codes.max() + 1, -1)
    numbers[codes] = np.arange(len(codes))
    start = STARTS[seats]
    places = list(AREAS)
    return game.Rules(
        seats=seats,
        days=start.days,
        rank=start.rank,
        credits=start.credits,
        drawn=options.start == "first-roll",
        occupied=options.bonus == "occupied",
        stall=options.stall_turns,
        codes=codes,
        actions=numbers,
        places=np.array([places.index(name) for name in AREA_NAMES]),
        cards=_cards(),
        found=np.zeros(rows.MOST, np.int64),
        many=np.zeros(1, np.int64),
        dice=np.zeros(TOP, np.int64),
    )


def _cards() -> NDArray[np.float32]:
    """Open; the budget, and which scene it is; the ranks of its roles. As the engine's encoding says."""
    cards = np.zeros((len(SCENE_NAMES), game.SET_PART), np.float32)
    for number, name in enumerate(SCENE_NAMES):
        scene = SCENES[name]
        cards[number, [1, 4, 5]] = 1, scene.budget / 6, (number + 1) / len(SCENE_NAMES)
        for slot, role in enumerate(scene.roles):
            cards[number, 6 + 2 * slot] = role.rank / 6
    return cards


def _trouble(options: DeadwoodOptions) -> str:  # noqa: ARG001
    strange = sorted(set(SCENES) ^ set(SCENE_NAMES))
    return f"Batches of Deadwood do not know the scene {strange[0]!r}." if strange else ""


TWIN: Final = Twin(
    modules=(rows, dice, game),
    numbering=1,
    knows={"start": ("first-roll", "seat-order"), "bonus": ("all", "occupied"), "stall_turns": ()},
    width=lambda seats, options: rows.WIDTH,
    rules=_rules,
    chance=1 + TOP,
    opening=1,
    trouble=_trouble,
)
