"""The luck of Deadwood: which card is turned up, and what the dice show. To be compiled."""

from typing import Any

from dicecup.batch.deadwood.lot import SCENES, Ints
from dicecup.batch.deadwood.rows import ACT, MOVE, NONE, SEEN, TAKE, apply, throws_for, turns_up
from dicecup.batch.luck import Words, below, die


def draw(row: Ints, luck: Words, game: int) -> int:
    """One of the scenes that nobody has seen."""
    left = 0
    for scene in range(SCENES):
        left += 1 - row[SEEN + scene]
    place = below(luck, game, left)
    for scene in range(SCENES):
        if not row[SEEN + scene]:
            if place == 0:
                return scene
            place -= 1
    return NONE


def act(row: Ints, option: int, luck: Words, game: int, chance: Any, dice: Ints) -> None:
    """Do it, with luck. `chance` gets what was drawn or thrown, in order; `dice` is room to work in."""
    scene, shown = NONE, 0
    if option == ACT:
        shown = die(luck, game)
        chance[0] = shown
        for place in range(throws_for(row, shown)):
            face, this = die(luck, game), place
            chance[1 + place] = face
            while this > 0 and dice[this - 1] < face:
                dice[this] = dice[this - 1]
                this -= 1
            dice[this] = face
    elif MOVE <= option < TAKE and turns_up(row, option - MOVE):
        scene = draw(row, luck, game)
        chance[0] = scene
    apply(row, option, scene, shown, dice)
