"""Deadwood as batches know it: what `dicecup.batch.contract` asks for, on `rows`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.deadwood.dice import act
from dicecup.batch.deadwood.lot import (
    AREAS,
    BUDGET,
    NOBODY,
    ROLES,
    SCENES,
    SETS,
    STAR_RANKS,
    STARS,
    TOP,
    Ints,
)
from dicecup.batch.deadwood.rows import (
    ACTIVE,
    ACTOR,
    AREA,
    CHIPS,
    CREDITS,
    DAY,
    DAYS,
    DOLLARS,
    END,
    FIELDS,
    IDLE,
    MOVED,
    NONE,
    OCCUPIED,
    OVER,
    RANK,
    ROLE,
    SCENE,
    SEATS,
    SEEN,
    SHOT,
    STALL,
    begin,
    end_turn,
    options,
    score,
)
from dicecup.batch.luck import Words, below

MOST_DAYS = 4
SLOTS = ROLES - STARS


class Rules(NamedTuple):
    """What does not change at these tables."""

    seats: int
    days: int
    rank: int
    credits: int
    drawn: bool  # chance says who begins
    occupied: bool
    stall: int
    codes: Ints  # of each action, what `rows` calls it
    actions: Ints  # the other way round
    places: Ints  # where the engine lists each area
    found: Ints  # room to work in
    dice: Ints  # the same


def begin_game(row: Ints, rules: Rules, luck: Words, game: int, opening: Any) -> None:
    """The first morning."""
    first = 0
    if rules.drawn:
        first = below(luck, game, rules.seats)
        opening[0] = first
    begin(row, rules.seats, rules.days, rules.rank, rules.credits, first)
    row[OCCUPIED], row[STALL] = rules.occupied, rules.stall


def decide(row: Ints, rules: Rules, action: int, luck: Words, game: int, chance: Any) -> None:
    """Do it; a turn in which nothing is left to do ends by itself."""
    act(row, rules.codes[action], luck, game, chance, rules.dice)
    while row[ACTIVE] != OVER and row[MOVED] and options(row, rules.found) == 1 and rules.found[0] == END:
        end_turn(row)


def asked(row: Ints) -> int:
    """Whose turn it is."""
    return int(row[ACTIVE])


def allow(row: Ints, rules: Rules, mask: Any) -> None:
    """Everything the active actor can do."""
    for place in range(options(row, rules.found)):
        mask[rules.actions[rules.found[place]]] = 1


def points(row: Ints, seat: int) -> int:
    """Dollars, credits and rank."""
    return score(row, seat)


def observe(row: Ints, rules: Rules, numbers: NDArray[np.float32]) -> None:
    """The parts of `dicecup.games.deadwood.encoding`, one after the other."""
    seats, active = row[SEATS], row[ACTIVE]
    works = row[ACTOR + FIELDS * active + ROLE] != NONE
    numbers[1 if works else 0] = 1  # kind: turn, work
    numbers[4 if works else 3] = 1  # phase: begin, turn, work, over
    numbers[6] = 1  # asked, and active: whoever sees this
    numbers[6 + seats] = 1
    at = 6 + 2 * seats
    numbers[at] = row[MOVED]
    numbers[at + row[DAY]] = 1
    numbers[at + MOST_DAYS + row[DAYS]] = 1
    at += 1 + 2 * MOST_DAYS
    numbers[at] = 0 if row[OCCUPIED] else 1
    numbers[at + 1] = 1 if row[STALL] > 0 else 0
    numbers[at + 2] = row[STALL] / 200
    numbers[at + 3] = row[IDLE] / 200
    at += 4
    for step in range(seats):
        at = _actor(row, (active + step) % seats, rules, numbers, at)
    for area in range(SETS):
        at = _set(row, area, numbers, at)
    for scene in range(SCENES):
        numbers[at + scene] = 1 - row[SEEN + scene]


def _actor(row: Ints, seat: int, rules: Rules, numbers: NDArray[np.float32], at: int) -> int:
    me = ACTOR + FIELDS * seat
    role = row[me + ROLE]
    numbers[at + row[me + RANK] - 1] = 1
    at += TOP
    numbers[at] = row[me + DOLLARS] / 50
    numbers[at + 1] = row[me + CREDITS] / 50
    numbers[at + 2] = score(row, seat) / 100
    numbers[at + 3 + rules.places[row[me + AREA]]] = 1
    at += 3 + AREAS
    if role != NONE:
        on_set = role >= STARS
        numbers[at + (1 if on_set else 0)] = 1
        numbers[at + 2 + (role - STARS if on_set else role)] = 1
    at += 2 + SLOTS
    numbers[at] = row[me + CHIPS] / 5
    return at + 1


def _set(row: Ints, area: int, numbers: NDArray[np.float32], at: int) -> int:
    shots, scene = row[SHOT + area], row[SCENE + area]
    if scene != NONE:
        numbers[at + 1] = 1
        numbers[at + 4] = BUDGET[scene] / 6
        numbers[at + 5] = (scene + 1) / SCENES
        for role in range(STARS):
            if STAR_RANKS[scene, role] != NOBODY:
                numbers[at + 6 + 2 * role] = STAR_RANKS[scene, role] / 6
    elif shots > 0:
        numbers[at] = 1
    if shots == 0:
        numbers[at + 2] = 1
    numbers[at + 3] = shots / 3
    for seat in range(row[SEATS]):
        me = ACTOR + FIELDS * seat
        if row[me + AREA] == area and 0 <= row[me + ROLE] < STARS:
            numbers[at + 7 + 2 * row[me + ROLE]] = 1
    return at + 6 + 2 * STARS
