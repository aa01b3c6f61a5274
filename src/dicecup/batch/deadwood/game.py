"""Deadwood as batches know it: what `dicecup.batch.contract` asks for, on `rows`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.deadwood.dice import act
from dicecup.batch.deadwood.lot import (
    AREAS,
    ROLES,
    SCENES,
    SETS,
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
SET_PART = 6 + 2 * STARS  # the numbers of a set
NO, YES = np.float32(0), np.float32(1)


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
    cards: NDArray[np.float32]  # the numbers of a set where this scene is shot, but for shots and who plays there
    found: Ints  # what can be done where a game has just gone on
    many: Ints  # and how much that is
    dice: Ints  # room to work in


def begin_game(row: Ints, rules: Rules, luck: Words, game: int, opening: Any) -> None:
    """The first morning."""
    first = 0
    if rules.drawn:
        first = below(luck, game, rules.seats)
        opening[0] = first
    begin(row, rules.seats, rules.days, rules.rank, rules.credits, first)
    row[OCCUPIED], row[STALL] = rules.occupied, rules.stall
    rules.many[0] = options(row, rules.found)


def decide(row: Ints, rules: Rules, action: int, luck: Words, game: int, chance: Any) -> None:
    """Do it; a turn in which nothing is left to do ends by itself."""
    act(row, rules.codes[action], luck, game, chance, rules.dice)
    while row[ACTIVE] != OVER:
        rules.many[0] = options(row, rules.found)
        if rules.many[0] > 1 or rules.found[0] != END:
            break
        end_turn(row)


def asked(row: Ints) -> int:
    """Whose turn it is."""
    return int(row[ACTIVE])


def allow(row: Ints, rules: Rules, mask: Any) -> None:  # noqa: ARG001
    """Everything the active actor can do: it was found out just now."""
    for place in range(rules.many[0]):
        mask[rules.actions[rules.found[place]]] = 1


def wins(row: Ints, seat: int, best: bool) -> bool:  # noqa: ARG001
    """Whoever has the most points."""
    return best


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
    _sets(row, rules, numbers, at)
    at += SETS * SET_PART
    for scene in range(SCENES):
        numbers[at + scene] = NO if row[SEEN + scene] else YES


def _sets(row: Ints, rules: Rules, numbers: NDArray[np.float32], at: int) -> None:
    for area in range(SETS):
        part, shots, scene = at + area * SET_PART, row[SHOT + area], row[SCENE + area]
        if scene != NONE:
            for place in range(SET_PART):
                numbers[part + place] = rules.cards[scene, place]
        else:
            numbers[part + (0 if shots > 0 else 2)] = 1  # face down, open, wrapped
        numbers[part + 3] = shots / 3
    for seat in range(row[SEATS]):
        me = ACTOR + FIELDS * seat
        if 0 <= row[me + ROLE] < STARS:
            numbers[at + row[me + AREA] * SET_PART + 7 + 2 * row[me + ROLE]] = 1  # taken


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
