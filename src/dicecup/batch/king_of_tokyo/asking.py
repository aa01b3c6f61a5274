"""Asking somebody, in the middle of a rule.

A rule that has to ask gives up: `ask` returns WAIT, and whoever called it returns as well. When the answer is
there, the table becomes what it was when the running phase began, and the phase is gone through once more: what
has been asked before is answered from the tape, dice that have fallen fall in the same way, and so it comes to the
new answer. That is how the engine copies its own matches, and rules can be written here as they are there. A phase
that asks once, and changes nothing before, needs no copy of the table.
"""

from typing import Any, Final

import numpy as np

from dicecup.batch.king_of_tokyo.cards import BOXED
from dicecup.batch.king_of_tokyo.hands import DISCARDED, IN_DECK, put, where
from dicecup.batch.king_of_tokyo.rows import (
    ANSWERS,
    ASKED,
    AT,
    DECK_LEFT,
    KEPT,
    KIND,
    LUCK,
    MOST_ANSWERS,
    PHASE,
    RUNNING,
    SAID,
    SAVED,
    TABLE,
    TABLE_ENDS,
    TAPE,
    Ints,
)
from dicecup.batch.luck import Words, below, die

WAIT: Final = -1
NOTHING: Final = -2  # there was nothing to decide


def open_phase(row: Ints, luck: Words, game: int, keep: bool) -> None:
    """A phase begins; `keep` the table as it is now."""
    row[RUNNING], row[LUCK], row[SAVED] = row[PHASE], np.int64(luck[game]), keep
    row[ANSWERS], row[AT], row[ASKED] = 0, 0, WAIT
    if keep:
        for place in range(TABLE, TABLE_ENDS):
            row[KEPT - TABLE + place] = row[place]


def open_again(row: Ints, luck: Words, game: int, action: int) -> None:
    """Somebody has answered: back to where the phase began."""
    answers = row[ANSWERS]
    if answers == MOST_ANSWERS:
        raise OverflowError("more questions in one phase of King of Tokyo than a batch has room for")
    row[TAPE + 2 * answers], row[TAPE + 2 * answers + 1] = action, np.int64(luck[game])
    if row[SAVED]:
        for place in range(TABLE, TABLE_ENDS):
            row[place] = row[KEPT - TABLE + place]
    row[PHASE] = row[RUNNING]
    row[ANSWERS], row[AT], row[ASKED] = answers + 1, 0, WAIT
    luck[game] = np.uint64(row[LUCK])


def ask(row: Ints, luck: Words, game: int, seat: int, kind: int) -> int:
    """The action that `seat` has chosen; WAIT if that is not known yet."""
    at = row[AT]
    if at < row[ANSWERS]:
        row[AT] = at + 1
        luck[game] = np.uint64(row[TAPE + 2 * at + 1])
        return int(row[TAPE + 2 * at])
    row[ASKED], row[KIND] = seat, kind
    return WAIT


# --- chance ---


def say(row: Ints, chance: Any, found: int) -> None:
    """What chance said is told once, and not when it says the same again."""
    if row[AT] == row[ANSWERS]:
        if row[SAID] == len(chance):
            raise OverflowError("more dice in one step of King of Tokyo than a batch has room for")
        chance[row[SAID]] = found
        row[SAID] += 1


def face(row: Ints, luck: Words, game: int, chance: Any) -> int:
    """What a die shows."""
    found = int(np.int64(die(luck, game)))
    say(row, chance, found)
    return found


def draw(row: Ints, luck: Words, game: int, chance: Any) -> int:
    """A card of the deck, taken out of it; -1 if even the discarded ones are gone."""
    if not row[DECK_LEFT]:
        _shuffle(row)
    if not row[DECK_LEFT]:
        return -1
    place = np.int64(below(luck, game, row[DECK_LEFT]))
    for card in range(BOXED):
        place -= int(where(row, card) == IN_DECK)
        if place < 0:
            row[DECK_LEFT] -= 1
            say(row, chance, card)
            return card
    return -1


def _shuffle(row: Ints) -> None:
    """The discarded cards are the deck."""
    for card in range(BOXED):
        if where(row, card) == DISCARDED:
            put(row, card, IN_DECK)
            row[DECK_LEFT] += 1
