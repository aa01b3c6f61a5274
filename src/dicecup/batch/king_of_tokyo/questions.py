"""What can be chosen now, question by question: a 1 in the mask for each, and what observations tell of it."""

from typing import Any

import numpy as np

from dicecup.batch.contract import BLOCK
from dicecup.batch.king_of_tokyo.cards import (
    AT_START,
    AT_YIELD,
    BUYING,
    CHANGING,
    FOR_HEARTS,
    MIMIC,
    OTHER,
    PEEKS,
    PROBING,
    REACTING,
    REVEALED,
    ROLLING,
    ROLLS_AGAIN,
    SELLING,
)
from dicecup.batch.king_of_tokyo.counting import useful_kinds
from dicecup.batch.king_of_tokyo.gains import price
from dicecup.batch.king_of_tokyo.hands import first_with
from dicecup.batch.king_of_tokyo.options import called_for, handy, let, targets_of_mimic, use_number
from dicecup.batch.king_of_tokyo.packets import stopped
from dicecup.batch.king_of_tokyo.rows import (
    AGAIN,
    ASK_AGAIN,
    ASK_BUY,
    ASK_CHANGE,
    ASK_COPY,
    ASK_DICE,
    ASK_EXTRA,
    ASK_HEARTS,
    ASK_ORDER,
    ASK_PEEKED,
    ASK_PROBE,
    ASK_REACT,
    ASK_RESOLVE,
    ASK_ROLL,
    ASK_SELL,
    ASK_SNATCH,
    ASK_STAKE,
    ASK_START,
    ASK_YIELD,
    ASKED,
    BLOCKS,
    CURES_POISON,
    CURES_SHRINK,
    DICE_HAD,
    DICE_KINDS,
    ENERGY,
    FIELDS,
    FOR_SALE,
    FRESH,
    FROM,
    GOES_ON,
    HEALS,
    HELD,
    INCOMING,
    IS_DONE,
    KIND,
    LEAVES,
    LEFT,
    MONSTER,
    ON_SALE,
    OUT,
    PACKET,
    PASSES,
    PLACE,
    PLAINLY,
    POISON,
    RESOLVES,
    ROLLS_DICE,
    SEEN_BY,
    SHOWN,
    SHRINK,
    STAYS,
    SWEEPS,
    TAKES_IT,
    TAKES_TURN,
    TARGET,
    TO,
    TOP,
    TOPS,
    USABLE,
    WAIVED,
    WASTES,
    YIELDS,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.state import MARKET, SWEEP_PRICE, THREE


def list_options(row: Ints, rules: Rules, mask: Any) -> None:
    """Everything that whoever is asked can choose."""
    row[PLAINLY], row[FOR_SALE], row[AGAIN], row[USABLE], row[BLOCKS] = 0, 0, 0, 0, 0
    kind, seat = row[KIND], row[ASKED]
    if kind == ASK_DICE:
        _keeps(row, rules, mask)
        _cards(row, rules, seat, ROLLING, mask)
    elif kind == ASK_ROLL:
        _plain(row, rules, ROLLS_DICE, mask)
        handy(row, rules, seat, ROLLING, mask)
    elif kind == ASK_BUY:
        list_shopping(row, rules, seat, mask)
        _plain(row, rules, IS_DONE, mask)
    elif kind == ASK_YIELD:
        _plain(row, rules, STAYS, mask)
        if not harmless(row, seat):
            _plain(row, rules, YIELDS, mask)
        _cards(row, rules, seat, AT_YIELD, mask)
    elif kind == ASK_ORDER:
        _plain(row, rules, ROLLS_DICE, mask)
    elif kind == ASK_CHANGE:
        _plain(row, rules, IS_DONE, mask)
        _cards(row, rules, seat, CHANGING, mask)
    elif kind == ASK_REACT:
        if not stopped(row, row[INCOMING]):
            _plain(row, rules, TAKES_IT, mask)
        _cards(row, rules, seat, REACTING, mask)
    elif kind == ASK_SNATCH:
        _plain(row, rules, PASSES, mask)
        list_news(row, rules, seat, mask)
        _cards(row, rules, seat, REVEALED, mask)
    elif kind == ASK_HEARTS:
        list_hearts(row, rules, seat, mask)
        handy(row, rules, seat, FOR_HEARTS, mask)
    elif kind == ASK_RESOLVE:
        useful = useful_kinds(row, rules)
        for each in range(DICE_KINDS):
            if useful >> each & 1:
                _plain(row, rules, RESOLVES + each, mask)
        handy(row, rules, seat, OTHER, mask)
    else:
        _seldom(row, rules, kind, seat, mask)


def _seldom(row: Ints, rules: Rules, kind: int, seat: int, mask: Any) -> None:
    moment = OTHER
    if kind == ASK_START:
        _plain(row, rules, GOES_ON, mask)
        moment = AT_START
    elif kind == ASK_PROBE:
        _plain(row, rules, PASSES, mask)
        moment = PROBING
    elif kind == ASK_SELL:
        _plain(row, rules, IS_DONE, mask)
        moment = SELLING
    elif kind == ASK_AGAIN:
        _plain(row, rules, IS_DONE, mask)
        list_again(row, rules, seat, mask)
    elif kind == ASK_COPY:
        targets_of_mimic(row, rules, seat, rules.copying, False, mask)
    elif kind == ASK_STAKE:
        for amount in range(min(row[MONSTER + FIELDS * seat + ENERGY] + 1, len(rules.staking))):
            let(row, rules.staking[amount], mask)
    elif kind == ASK_EXTRA:
        _plain(row, rules, TAKES_TURN, mask)
        _plain(row, rules, PASSES, mask)
    elif kind == ASK_PEEKED:
        _plain(row, rules, LEAVES, mask)
        _list_tops(row, rules, seat, mask)
    _cards(row, rules, seat, moment, mask)


def _cards(row: Ints, rules: Rules, seat: int, moment: int, mask: Any) -> None:
    called_for(row, rules, seat, moment, mask)
    handy(row, rules, seat, moment, mask)


def _plain(row: Ints, rules: Rules, verb: int, mask: Any) -> None:
    if len(mask):
        let(row, rules.plain[verb], mask)
        row[PLAINLY] |= 1 << verb


def _keeps(row: Ints, rules: Rules, mask: Any) -> None:
    """All ways to keep dice; without a roll left, all of them."""
    every = 1 << row[DICE_HAD]
    first = rules.keeping[0 if row[LEFT] else every - 1]  # these are numbered one after the other
    end = rules.keeping[0] + every
    for number in range(np.uint64(first), np.uint64(end)):
        mask[number] = 1
    for block in range(first // BLOCK, (end - 1) // BLOCK + 1):
        row[BLOCKS] |= 1 << block


def harmless(row: Ints, seat: int) -> bool:
    """Whether an attack that waits for a decision to yield costs nothing: then nobody leaves because of it."""
    waiting = False
    for number in range(row[HELD]):
        at = HELD + 1 + PACKET * number
        if row[at + TARGET] == seat:
            if not stopped(row, at):
                return False
            waiting = True
    return waiting


def list_hearts(row: Ints, rules: Rules, seat: int, mask: Any) -> int:
    """What a heart die can be for, cards included; nothing by itself, if that is all there is."""
    me, found = MONSTER + FIELDS * seat, 0
    if row[me + PLACE] == OUT:
        _plain(row, rules, HEALS, mask)
        found = 1
        if row[me + POISON]:
            _plain(row, rules, CURES_POISON, mask)
            found += 1
        if row[me + SHRINK]:
            _plain(row, rules, CURES_SHRINK, mask)
            found += 1
    else:
        _plain(row, rules, WASTES, mask)
    return found + called_for(row, rules, seat, FOR_HEARTS, mask)


def list_again(row: Ints, rules: Rules, seat: int, mask: Any) -> int:
    """Dice rolled for a card that another card lets be rolled again."""
    found = 0
    if first_with(row, seat, ROLLS_AGAIN) >= 0:
        for slot in range(row[FROM], row[TO]):
            if row[row[SHOWN] + slot] == THREE:
                found += 1
                if len(mask) and slot < len(rules.again):
                    let(row, rules.again[slot], mask)
                    row[AGAIN] |= 1 << slot
    return found


# --- the market ---


def list_shopping(row: Ints, rules: Rules, seat: int, mask: Any) -> int:
    """All that can be done in the buying step, but to be done with it."""
    energy, found, filled = row[MONSTER + FIELDS * seat + ENERGY], 0, False
    for place in range(MARKET):
        card = row[ON_SALE + place]
        if card >= 0:
            filled = True
            if price(row, rules, seat, card) <= energy:
                found += 1
                _for_sale(row, rules, place, mask)
    if filled and energy >= SWEEP_PRICE:
        found += 1
        _plain(row, rules, SWEEPS, mask)
    found += called_for(row, rules, seat, BUYING, mask)
    if found:
        handy(row, rules, seat, BUYING, mask)
    return found


def list_news(row: Ints, rules: Rules, seat: int, mask: Any) -> int:
    """New cards of the market that `seat` could buy before anybody else, if it has not let them go."""
    found = 0
    for place in range(MARKET):
        new = row[FRESH] >> place & 1 and not row[WAIVED] >> (MARKET * seat + place) & 1
        if new and price(row, rules, seat, row[ON_SALE + place]) <= row[MONSTER + FIELDS * seat + ENERGY]:
            found += 1
            _for_sale(row, rules, place, mask)
    return found


def _for_sale(row: Ints, rules: Rules, place: int, mask: Any) -> None:
    if len(mask):
        let(row, rules.buying[row[ON_SALE + place]], mask)
        row[FOR_SALE] |= 1 << place


def _list_tops(row: Ints, rules: Rules, seat: int, mask: Any) -> None:
    """Cards on top of the deck that the owner of a lab knows and can pay for."""
    lab = first_with(row, seat, PEEKS)
    for place in range(row[TOPS]):
        known = row[SEEN_BY + place] >> seat & 1
        if known and price(row, rules, seat, row[TOP + place]) <= row[MONSTER + FIELDS * seat + ENERGY]:
            use_number(row, rules, lab, rules.taking_top[int(lab == MIMIC), place], mask)
