"""King of Tokyo as batches know it: what `dicecup.batch.contract` asks for, on `rows`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ASKED,
    AT_ACTIVE,
    AT_ASKED,
    AT_DECIDING,
    AT_DICE,
    AT_KIND,
    AT_MONSTER,
    AT_PHASE,
    AT_PLAIN,
    AT_ROUND,
    AT_RULES,
    AT_TABLE,
    AT_TURN,
    CLAWS,
    CONTENDERS,
    DECIDING,
    DIE,
    ENERGY,
    FIELDS,
    HEARTS,
    HURT,
    KEEPING,
    LEFT,
    MADE,
    MONSTER,
    NEIGHBOUR,
    ORDERING,
    PHASE,
    PLACE,
    RESOLVING,
    ROLLING,
    ROUND,
    SITS,
    STARS,
    UNRESOLVED,
    WINNERS,
    YIELDING,
    Ints,
    Rules,
)
from dicecup.batch.king_of_tokyo.turn import (
    KINDS,
    answer_claws,
    ask_contender,
    keep,
    resolve,
    roll,
    roll_for_order,
    start_turn,
    useful_kinds,
)
from dicecup.batch.luck import Words
from dicecup.games.king_of_tokyo.state import BLACK_DICE, GOAL, MOST_HEARTS
from dicecup.games.king_of_tokyo.state import HEARTS as MOST


def begin_game(row: Ints, rules: Rules, luck: Words, game: int, opening: Any) -> None:  # noqa: ARG001
    """Everybody outside; all roll for the first turn, if that is the rule."""
    for place in range(len(row)):
        row[place] = 0
    for seat in range(rules.seats):
        me = MONSTER + FIELDS * seat
        row[me + HEARTS], row[me + SITS], row[me + NEIGHBOUR] = MOST, seat, seat
    if rules.ordered:
        row[CONTENDERS] = (1 << rules.seats) - 1
        ask_contender(row)
    else:
        start_turn(row, rules, 0)


def decide(row: Ints, rules: Rules, action: int, luck: Words, game: int, chance: Any) -> None:
    """Roll, keep, choose what resolves next, stay or yield."""
    phase = row[PHASE]
    if phase == ORDERING:
        roll_for_order(row, rules, luck, game, chance)
    elif phase == ROLLING:
        roll(row, luck, game, chance)
    elif phase == KEEPING:
        keep(row, rules, rules.keeps[action], luck, game, chance)
    elif phase == RESOLVING:
        resolve(row, rules, rules.kinds[action])
    else:
        answer_claws(row, rules, action == rules.yielding)


def asked(row: Ints) -> int:
    """Whoever has the turn, or is hit in Tokyo."""
    return int(row[ASKED])


def allow(row: Ints, rules: Rules, mask: Any) -> None:
    """All ways to keep dice; or the few other things there are."""
    phase = row[PHASE]
    if phase == KEEPING:
        for bits in range(1 << BLACK_DICE):
            mask[rules.keeping[bits]] = 1
    elif phase == YIELDING:
        mask[rules.staying] = 1
        mask[rules.yielding] = 1
    elif phase == RESOLVING:
        useful = useful_kinds(row, rules)
        for kind in range(KINDS):
            if useful >> kind & 1:
                mask[rules.resolving[kind]] = 1
    else:
        mask[rules.rolling] = 1


def points(row: Ints, seat: int) -> int:
    """Stars."""
    return int(row[MONSTER + FIELDS * seat + STARS])


def wins(row: Ints, seat: int, best: bool) -> bool:  # noqa: ARG001
    """By 20 stars, or by being the last one alive, with however few."""
    return bool(row[WINNERS] >> seat & 1)


def observe(row: Ints, rules: Rules, numbers: NDArray[np.float32]) -> None:
    """The parts of `dicecup.games.king_of_tokyo.encoding` that say something without cards."""
    seats, me, phase, at = rules.seats, row[ASKED], row[PHASE], rules.parts
    numbers[at[AT_KIND] + rules.asks[phase]] = 1
    numbers[at[AT_PHASE] + rules.phases[phase]] = 1
    numbers[at[AT_ASKED]] = 1  # whoever sees this
    _plain(row, rules, numbers, at[AT_PLAIN])
    numbers[at[AT_ACTIVE] + (row[ACTIVE] - me) % seats] = 1
    numbers[at[AT_ROUND] + (row[ROUND] - me) % seats] = 1
    for place in range(len(rules.house)):
        numbers[at[AT_RULES] + place] = rules.house[place]
    for slot in range(BLACK_DICE):
        if row[DIE + slot]:
            numbers[at[AT_DICE] + 6 * slot + row[DIE + slot] - 1] = 1
    turn = at[AT_TURN]
    numbers[turn] = row[MADE] / 5
    numbers[turn + 1] = row[LEFT] / 5
    numbers[turn + 4] = row[CLAWS] / 6
    numbers[turn + 5] = row[HURT]
    for kind in range(KINDS):
        numbers[turn + 8 + kind] = row[UNRESOLVED] >> kind & 1
    for away in range(seats):
        seat = (me + away) % seats
        monster, there = MONSTER + FIELDS * seat, at[AT_MONSTER + away]
        numbers[at[AT_DECIDING] + away] = row[DECIDING] >> seat & 1
        numbers[at[AT_TABLE] + away] = row[monster + SITS] / seats
        numbers[there] = row[monster + HEARTS] / MOST_HEARTS
        numbers[there + 1] = MOST / MOST_HEARTS
        numbers[there + 2] = row[monster + STARS] / GOAL
        numbers[there + 3] = row[monster + ENERGY] / 20
        numbers[there + 4 + row[monster + PLACE]] = 1
        numbers[there + 10] = 1 if row[monster + HEARTS] > 0 else 0


def _plain(row: Ints, rules: Rules, numbers: NDArray[np.float32], at: int) -> None:
    """What can be chosen, of all that is always written in the same words."""
    phase = row[PHASE]
    if phase == YIELDING:
        numbers[at + rules.told[rules.staying]] = 1
        numbers[at + rules.told[rules.yielding]] = 1
    elif phase == RESOLVING:
        useful = useful_kinds(row, rules)
        for kind in range(KINDS):
            if useful >> kind & 1:
                numbers[at + rules.told[rules.resolving[kind]]] = 1
    elif phase != KEEPING:
        numbers[at + rules.told[rules.rolling]] = 1
