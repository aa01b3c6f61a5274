"""King of Tokyo as batches know it: what `dicecup.batch.contract` asks for, on `rows`."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.ahead import soon
from dicecup.batch.king_of_tokyo.asking import ask, open_again, open_phase
from dicecup.batch.king_of_tokyo.cards import BOXED
from dicecup.batch.king_of_tokyo.hands import IN_DECK, NOWHERE, put
from dicecup.batch.king_of_tokyo.market import refill
from dicecup.batch.king_of_tokyo.observing import see, unsee
from dicecup.batch.king_of_tokyo.questions import list_options
from dicecup.batch.king_of_tokyo.rows import (
    ACTS_AS,
    ARRIVING,
    ASK_ORDER,
    ASK_ROLL,
    ASKED,
    BLOCKS,
    CARD,
    CONTENDERS,
    DECIDING,
    DECK_LEFT,
    FIELDS,
    FIRST,
    HEARTS,
    MONSTER,
    NEIGHBOUR,
    ORDER,
    PHASE,
    ROLL,
    SAID,
    SITS,
    STARS,
    TABLE,
    TAPE,
    THEN,
    WINNERS,
    Ints,
    Rules,
)
from dicecup.batch.king_of_tokyo.turn import go_on, start_turn
from dicecup.batch.luck import Words
from dicecup.games.king_of_tokyo.state import HEARTS as MOST
from dicecup.games.king_of_tokyo.state import MARKET

_LINE: Final = 8  # numbers of a row that lie in one line of a cache


def begin_game(row: Ints, rules: Rules, luck: Words, game: int, opening: Any) -> None:
    """Everybody outside; the market opens; all roll for the first turn, if that is the rule."""
    for place in range(len(row)):
        row[place] = 0
    row[ASKED], row[ACTS_AS], row[ARRIVING], row[DECIDING], row[THEN] = -1, -1, -1, -1, -1
    for seat in range(rules.seats):
        me = MONSTER + FIELDS * seat
        row[me + HEARTS], row[me + SITS], row[me + NEIGHBOUR], row[me + FIRST] = MOST, seat, seat, -1
    if rules.cards:
        for card in range(BOXED):
            put(row, card, IN_DECK if rules.deck[card] else NOWHERE)
            row[DECK_LEFT] += rules.deck[card]
        for place in range(MARKET):
            refill(row, luck, game, opening, place)
    if rules.ordered:
        row[CONTENDERS], row[PHASE] = (1 << rules.seats) - 1, ORDER
        open_phase(row, luck, game, False)
        ask(row, luck, game, 0, ASK_ORDER)
    else:  # nothing happens before the first roll of all
        start_turn(row, rules, 0, 0)
        row[PHASE] = ROLL
        open_phase(row, luck, game, False)
        ask(row, luck, game, 0, ASK_ROLL)


def decide(row: Ints, rules: Rules, action: int, luck: Words, game: int, chance: Any) -> None:
    """The phase that asked goes on, and so do those after it."""
    row[SAID] = 0
    open_again(row, luck, game, action)
    go_on(row, rules, luck, game, chance)


def expect(rows: Ints, game: int) -> None:
    """All but the cards, a cache line after the other, and of the answers only the first."""
    for place in range(0, TAPE + _LINE, _LINE):
        soon(rows, game, place)
    for place in range(TABLE, CARD, _LINE):
        soon(rows, game, place)


def asked(row: Ints) -> int:
    """Whoever has the turn, is hit, or has a card to use."""
    return int(row[ASKED])


def allow(row: Ints, rules: Rules, mask: Any) -> None:
    """The options of the question."""
    list_options(row, rules, mask)


def blocks(row: Ints) -> np.uint64:
    """As the options were listed."""
    return np.uint64(row[BLOCKS])


def points(row: Ints, seat: int) -> int:
    """Stars."""
    return int(row[MONSTER + FIELDS * seat + STARS])


def wins(row: Ints, seat: int, best: bool) -> bool:  # noqa: ARG001
    """By 20 stars, or by being the last one alive, with however few."""
    return bool(row[WINNERS] >> seat & 1)


def observe(row: Ints, rules: Rules, numbers: NDArray[np.float32]) -> None:
    """As the engine's encoding says."""
    see(row, rules, numbers)


def forget(row: Ints, rules: Rules, numbers: NDArray[np.float32]) -> None:
    """Only what was seen."""
    unsee(row, rules, numbers)
