"""What whoever is asked sees, in numbers: part by part as in `dicecup.games.king_of_tokyo.encoding`."""

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.king_of_tokyo.cards import BOXED, MIMIC
from dicecup.batch.king_of_tokyo.hands import (
    DISCARDED,
    counters,
    max_hearts,
    next_of,
    paid_for,
    used,
    where,
)
from dicecup.batch.king_of_tokyo.rows import (
    ACTIVE,
    ACTS_AS,
    AGAIN,
    AMOUNT,
    ANOTHER,
    ASKED,
    AT_ACTIVE,
    AT_AGAIN,
    AT_ASKED,
    AT_DECIDING,
    AT_DICE,
    AT_DISCARD,
    AT_EXTRA,
    AT_FRESH,
    AT_HEARTS,
    AT_HELD,
    AT_INCOMING,
    AT_KIND,
    AT_MARKET,
    AT_MONSTER,
    AT_PARTING,
    AT_PHASE,
    AT_PLAIN,
    AT_ROUND,
    AT_RULES,
    AT_SALE,
    AT_TABLE,
    AT_TOP,
    AT_TOPS,
    AT_TURN,
    AT_USABLE,
    BY_CLAWS,
    CLAWED_NOW,
    DEALER,
    DECIDING,
    DECK_LEFT,
    DICE_HAD,
    DICE_KINDS,
    DIE,
    ENERGY,
    EXTRA,
    EXTRAS,
    FEWER,
    FIELDS,
    FIRST,
    FOR_SALE,
    FRESH,
    FROM_CARD,
    FROM_POISON,
    GIVEN,
    HEARTS,
    HEARTS_LEFT,
    HELD,
    HURT,
    INCOMING,
    KIND,
    LEFT,
    MADE,
    MONSTER,
    MOVED,
    ON_SALE,
    PACKET,
    PARTING,
    PHASE,
    PLACE,
    PLAINLY,
    POISON,
    POISONED,
    ROUND,
    SEEN_BY,
    SHARED,
    SHRINK,
    SHRUNK,
    SITS,
    SOURCE,
    STARS,
    TARGET,
    THEN,
    TOP,
    TOPS,
    UNRESOLVED,
    UNTOUCHABLE,
    USABLE,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.state import GOAL, MARKET, MOST_HEARTS

Floats = NDArray[np.float32]
_MONSTER = 12  # numbers of a monster that tell of no card


def see(row: Ints, rules: Rules, numbers: Floats) -> None:
    """All of it; `numbers` holds nothing but 0."""
    me, at, seats = row[ASKED], rules.parts, rules.seats
    numbers[at[AT_KIND] + row[KIND]] = 1
    numbers[at[AT_PHASE] + row[PHASE]] = 1
    numbers[at[AT_ASKED]] = 1  # whoever sees this
    _bits(row[PLAINLY], numbers, at[AT_PLAIN])
    numbers[at[AT_ACTIVE] + (row[ACTIVE] - me) % seats] = 1
    numbers[at[AT_ROUND] + (row[ROUND] - me) % seats] = 1
    for place in range(len(rules.house)):
        numbers[at[AT_RULES] + place] = rules.house[place]
    _turn(row, rules, numbers)
    for away in range(seats):
        _monster(row, rules, numbers, (me + away) % seats, away)
    if rules.cards:
        _bits(row[FOR_SALE], numbers, at[AT_SALE])
        _bits(row[AGAIN], numbers, at[AT_AGAIN])
        _bits(row[USABLE], numbers, at[AT_USABLE])
        _damage(row, rules, numbers, me)
        _market(row, rules, numbers, me)


def unsee(row: Ints, rules: Rules, numbers: Floats) -> None:
    """All of it is 0 again; the row is still as it was seen."""
    me, at = row[ASKED], rules.parts
    for place in range(at[AT_MARKET] if rules.cards else at[AT_MONSTER]):  # all that is told of no card
        numbers[place] = 0
    for away in range(rules.seats):
        _forget_monster(row, rules, numbers, (me + away) % rules.seats, at[AT_MONSTER + away])
    if rules.cards:
        _forget_market(row, rules, numbers)


def _bits(bits: int, numbers: Floats, at: int) -> None:
    while bits:
        if bits & 1:
            numbers[at] = 1
        bits >>= 1
        at += 1


def _turn(row: Ints, rules: Rules, numbers: Floats) -> None:
    for slot in range(row[DICE_HAD]):
        numbers[rules.parts[AT_DICE] + 6 * slot + row[DIE + slot] - 1] = 1
    turn = rules.parts[AT_TURN]
    numbers[turn] = row[MADE] / 5
    numbers[turn + 1] = row[LEFT] / 5
    numbers[turn + 2] = row[FEWER] / 3
    numbers[turn + 3] = row[HEARTS_LEFT] / 6
    numbers[turn + 4] = row[CLAWED_NOW] / 6
    numbers[turn + 5] = row[HURT]
    numbers[turn + 6] = row[ANOTHER]
    numbers[turn + 7] = (row[DECK_LEFT] + row[TOPS]) / 66
    for kind in range(DICE_KINDS):
        numbers[turn + 8 + kind] = row[UNRESOLVED] >> kind & 1


def _damage(row: Ints, rules: Rules, numbers: Floats, me: int) -> None:
    seats = rules.seats
    if row[INCOMING]:
        packet, at = row[INCOMING], rules.parts[AT_INCOMING]
        numbers[at + (row[packet + TARGET] - me) % seats] = 1
        if row[packet + DEALER] >= 0:
            numbers[at + seats + (row[packet + DEALER] - me) % seats] = 1
        at += 2 * seats
        _sum(row, packet, numbers, at)
        numbers[at + 3] = row[packet + BY_CLAWS]
        numbers[at + 4] = row[packet + SOURCE] == FROM_POISON
        numbers[at + 5] = row[packet + SOURCE] == FROM_CARD
    for number in range(row[HELD]):  # no two for the same monster: an attack is one packet for each
        packet = HELD + 1 + PACKET * number
        at = rules.parts[AT_HELD] + 4 * ((row[packet + TARGET] - me) % seats)
        _sum(row, packet, numbers, at)
        numbers[at + 3] = row[packet + BY_CLAWS]
    for number in range(row[PARTING]):
        packet = PARTING + 1 + PACKET * number
        amount, poison, shrink = row[packet + AMOUNT], row[packet + POISONED], row[packet + SHRUNK]
        for other in range(row[PARTING]):
            if other != number and row[PARTING + 1 + PACKET * other + DEALER] == row[packet + DEALER]:
                amount += row[PARTING + 1 + PACKET * other + AMOUNT]
                poison += row[PARTING + 1 + PACKET * other + POISONED]
                shrink += row[PARTING + 1 + PACKET * other + SHRUNK]
        at = rules.parts[AT_PARTING] + 3 * ((row[packet + DEALER] - me) % seats)
        numbers[at], numbers[at + 1], numbers[at + 2] = amount / 6, poison, shrink


def _sum(row: Ints, packet: int, numbers: Floats, at: int) -> None:
    numbers[at] = row[packet + AMOUNT] / 6
    numbers[at + 1] = row[packet + POISONED]
    numbers[at + 2] = row[packet + SHRUNK]


def _market(row: Ints, rules: Rules, numbers: Floats, me: int) -> None:
    at, seats = rules.parts, rules.seats
    _bits(row[FRESH], numbers, at[AT_FRESH])
    if row[EXTRAS]:
        numbers[at[AT_EXTRA] + ((row[EXTRA] & 7) - me) % seats] = 1
        for seat in range(seats):
            turns = 0
            for number in range(row[EXTRAS]):
                if row[EXTRA] >> (3 * number) & 7 == seat:
                    turns += 1
            numbers[at[AT_EXTRA] + seats + (seat - me) % seats] = turns / 2
    for place in range(MARKET):
        if row[ON_SALE + place] >= 0:
            numbers[at[AT_MARKET + place] + row[ON_SALE + place]] = 1
    for place in range(row[TOPS]):
        if row[SEEN_BY + place] >> me & 1:
            numbers[at[AT_TOP + place] + row[TOP + place]] = 1
    numbers[at[AT_TOPS]] = row[TOPS] / 4
    discard = np.uint64(at[AT_DISCARD])
    for card in range(np.uint64(BOXED)):
        numbers[discard + card] = where(row, card) == DISCARDED


def _monster(row: Ints, rules: Rules, numbers: Floats, seat: int, away: int) -> None:
    monster, at = MONSTER + FIELDS * seat, rules.parts[AT_MONSTER + away]
    numbers[rules.parts[AT_DECIDING] + away] = seat in (row[DECIDING], row[THEN])
    numbers[rules.parts[AT_TABLE] + away] = row[monster + SITS] / rules.seats
    if row[SHARED]:
        numbers[rules.parts[AT_HEARTS]] = 1
        numbers[rules.parts[AT_HEARTS] + 1 + away] = row[monster + GIVEN] / 6
    numbers[at] = row[monster + HEARTS] / MOST_HEARTS
    numbers[at + 1] = max_hearts(row, seat) / MOST_HEARTS
    numbers[at + 2] = row[monster + STARS] / GOAL
    numbers[at + 3] = row[monster + ENERGY] / 20
    numbers[at + 4 + row[monster + PLACE]] = 1
    numbers[at + 7] = row[monster + POISON] / 4
    numbers[at + 8] = row[monster + SHRINK] / 4
    numbers[at + 9] = row[monster + UNTOUCHABLE]
    numbers[at + 10] = row[monster + HEARTS] > 0
    at += _MONSTER
    before, many, card = 0, rules.many_keeps, row[monster + FIRST]
    while card >= 0:
        place = at + rules.keeps[card]
        numbers[place] = 1 + before / 100
        if counters(row, card):
            numbers[place + many] = counters(row, card) / 6
        if used(row, card):
            numbers[place + 2 * many] = used(row, card)
        numbers[place + 3 * many] = paid_for(row, card) / 8
        if card == MIMIC:
            numbers[at - 1] = row[MOVED]
            if row[ACTS_AS] >= 0:
                numbers[at + rules.keeps[row[ACTS_AS]] + 4 * many] = 1
        before += 1
        card = next_of(row, card)


# --- and not seen any more ---


def _forget_market(row: Ints, rules: Rules, numbers: Floats) -> None:
    at = rules.parts
    for place in range(MARKET):
        if row[ON_SALE + place] >= 0:
            numbers[at[AT_MARKET + place] + row[ON_SALE + place]] = 0
    for place in range(row[TOPS]):
        numbers[at[AT_TOP + place] + row[TOP + place]] = 0
    for place in range(np.uint64(at[AT_TOPS]), np.uint64(at[AT_DISCARD] + BOXED)):
        numbers[place] = 0


def _forget_monster(row: Ints, rules: Rules, numbers: Floats, seat: int, at: int) -> None:
    for place in range(np.uint64(at), np.uint64(at + _MONSTER)):
        numbers[place] = 0
    at += _MONSTER
    card = row[MONSTER + FIELDS * seat + FIRST]
    while card >= 0:
        place, many = at + rules.keeps[card], rules.many_keeps
        numbers[place], numbers[place + 3 * many] = 0, 0
        if counters(row, card):
            numbers[place + many] = 0
        if used(row, card):
            numbers[place + 2 * many] = 0
        if card == MIMIC and row[ACTS_AS] >= 0:
            numbers[at + rules.keeps[row[ACTS_AS]] + 4 * rules.many_keeps] = 0
        card = next_of(row, card)
