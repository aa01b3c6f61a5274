"""Positions of games that are played compiled, noted as networks see them; to be compiled."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.king_of_tokyo.cards import BATTERIES, BOXED, MIMIC, SMOKE_CLOUD
from dicecup.batch.king_of_tokyo.hands import acting, counters, next_of
from dicecup.batch.king_of_tokyo.rows import ACTIVE, FIELDS, FIRST, MONSTER, MOST_SEATS, ON_SALE, Ints, Rules
from dicecup.games.king_of_tokyo.state import GOAL, MARKET
from dicecup.players.king_of_tokyo.position import COLUMNS, WHOLE
from dicecup.players.king_of_tokyo.row_choices import Room
from dicecup.players.king_of_tokyo.row_dice import Program
from dicecup.players.king_of_tokyo.row_judge import (
    N_HEARTS,
    N_STARS,
    about_to_roll,
    decided,
    discount_of,
    has_another,
    numbers_of,
)
from dicecup.players.king_of_tokyo.row_outcomes import Cases, Tools, one_case, settle

MOST_TURNS: Final = 300  # of a game
MOST_NOTES: Final = 5 * MOST_TURNS
LIVING, DISCOUNT, STAGE, AGAIN, TURN = range(5)


class Notes(NamedTuple):
    """Positions to learn from: what a network sees, cards as the box counts them, and the chances of all."""

    numbers: NDArray[np.int8]
    cards: NDArray[np.uint8]
    market: NDArray[np.int8]
    about: Ints  # LIVING ..., 0: it teaches nothing
    who: Ints  # seats by places
    targets: NDArray[np.float32]  # by places


def new_notes(games: int) -> Notes:
    """Room for what so many games teach."""
    many = games * MOST_NOTES
    return Notes(
        np.zeros((many, MOST_SEATS, COLUMNS), np.int8),
        np.zeros((many, MOST_SEATS, BOXED), np.uint8),
        np.zeros((many, MARKET), np.int8),
        np.zeros((many, TURN + 1), np.int64),
        np.zeros((many, MOST_SEATS), np.int64),
        np.zeros((many, MOST_SEATS), np.float32),
    )


def _cards_of(row: Ints, seat: int, cards: Any) -> None:
    card = row[MONSTER + FIELDS * seat + FIRST]
    while card >= 0:
        acts, share = acting(row, card), WHOLE
        if card == MIMIC:
            cards[MIMIC] = WHOLE
        if acts >= 0 and not (card == MIMIC and acts == MIMIC):
            if acts == SMOKE_CLOUD:
                share = WHOLE * min(counters(row, card), 3) // 3
            elif acts == BATTERIES:
                share = min(counters(row, card), WHOLE)
            cards[acts] += np.uint8(share)
        card = next_of(row, card)


def _note_table(row: Ints, notes: Notes, at: int, turn: int, living: int) -> None:
    """What is the same for all who live."""
    for place in range(MARKET):
        notes.market[at, place] = row[ON_SALE + place]
    about = notes.about[at]
    about[LIVING], about[TURN], about[DISCOUNT] = living, turn, 0
    about[STAGE], about[AGAIN] = 1, int(has_another(row, row[ACTIVE]))
    for place in range(MOST_SEATS):
        for card in range(BOXED):
            notes.cards[at, place, card] = 0


def note(row: Ints, rules: Rules, tools: Tools, room: Room, notes: Notes, at: int, turn: int) -> int:
    """A position as it is; the number of the next note."""
    desk = tools.desk
    many = decided(row, rules, desk, room.found)
    if many < 2:
        return at
    _note_table(row, notes, at, turn, many)
    notes.about[at, STAGE] = int(not about_to_roll(row))
    for place in range(many):
        seat = desk.who[place]
        notes.who[at, place] = seat
        numbers_of(row, seat, desk.numbers)
        for column in range(COLUMNS):
            notes.numbers[at, place, column] = min(desk.numbers[column], 120)
        if rules.cards:
            _cards_of(row, seat, notes.cards[at, place])
    if rules.cards:
        notes.about[at, DISCOUNT] = discount_of(row, desk.who[0])
    return at + 1


def note_dice(
    row: Ints, rules: Rules, tools: Tools, p: Program, fell: int, notes: Notes, at: int, turn: int
) -> int:
    """The position that dice lead to, everybody having decided; nothing if the game, or the turn, is over then.

    It is the one that the network is asked about: before anything can be bought.
    """
    c, many = tools.cases, 0
    while many < MOST_SEATS and c.seats[many] >= 0:
        many += 1
    key = c.keys[p.then[fell]]
    found = one_case(row, rules, tools.nets, tools.desk, c, many, key)
    settle(rules, c, many, key, found // 4 // MOST_SEATS, found // 4 % MOST_SEATS, found % 4)
    if c.block[0, N_HEARTS] <= 0:
        return at
    living = 0
    for place in range(many):
        living += int(c.block[place, N_HEARTS] > 0)
        if c.block[place, N_HEARTS] > 0 and c.block[place, N_STARS] >= GOAL:
            return at
    if living < 2:
        return at
    _note_table(row, notes, at, turn, living)
    _note_block(row, rules, c, many, notes, at)
    return at + 1


def _note_block(row: Ints, rules: Rules, c: Cases, many: int, notes: Notes, at: int) -> None:
    to = 0
    for place in range(many):
        if c.block[place, N_HEARTS] > 0:
            notes.who[at, to] = c.seats[place]
            for column in range(COLUMNS):
                notes.numbers[at, to, column] = min(c.block[place, column], 120)
            if rules.cards and not c.bereft[place]:
                _cards_of(row, c.seats[place], notes.cards[at, to])
            to += 1
    if rules.cards and not c.bereft[0]:
        notes.about[at, DISCOUNT] = discount_of(row, c.seats[0])
