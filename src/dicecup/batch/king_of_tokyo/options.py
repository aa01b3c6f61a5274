"""The ways to use cards now. Whoever only wants to know how many there are gives an empty mask."""

from typing import Any

from dicecup.batch.contract import BLOCK
from dicecup.batch.king_of_tokyo.cards import (
    ANY_TIME,
    AT_START,
    BOXED,
    CHANGING,
    DWELLER,
    ENOUGH,
    HEALING_RAY,
    HERD_CULLER,
    HOOKS_OF,
    LAB,
    METAMORPH,
    MIMIC,
    PEEKS,
    PLOT_TWIST,
    PROBE,
    RAPID_HEALING,
    SEES,
    SMOKE_CLOUD,
    STRETCHY,
    TELEPATH,
    TENTACLES,
    WINGS,
)
from dicecup.batch.king_of_tokyo.gains import lives, price
from dicecup.batch.king_of_tokyo.hands import (
    BEFORE,
    DISCARDED,
    first_with,
    hooks_for,
    max_hearts,
    next_of,
    next_with,
    total,
    used,
    where,
)
from dicecup.batch.king_of_tokyo.rows import (
    ACTS_AS,
    BLOCKS,
    DECK_LEFT,
    DICE_HAD,
    DIE,
    ENERGY,
    FIELDS,
    FIRST,
    GIVEN,
    HEARTS,
    MEDDLED,
    MONSTER,
    MOVED,
    SEEN_BY,
    TOPS,
    UNTOUCHABLE,
    USABLE,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.cards.dice import Stretchy, Telepath
from dicecup.games.king_of_tokyo.cards.hearts import RapidHealing
from dicecup.games.king_of_tokyo.cards.hearts import Wings as WingsCard
from dicecup.games.king_of_tokyo.cards.mimic import Mimic
from dicecup.games.king_of_tokyo.state import ONE, THREE

STRETCHY_FEE = Stretchy.fee
TELEPATH_FEE = Telepath.fee
RAPID_FEE = RapidHealing.fee
WINGS_FEE = WingsCard.fee
MIMIC_FEE = Mimic.fee


def called_for(row: Ints, rules: Rules, seat: int, moment: int, mask: Any) -> int:
    """How many ways there are to use cards that are made for this moment."""
    found = 0
    card = first_with(row, seat, moment)
    while card >= 0:
        found += _offered(row, rules, seat, card, moment, mask)
        card = next_with(row, card, moment)
    return found


def handy(row: Ints, rules: Rules, seat: int, moment: int, mask: Any) -> int:
    """The same of cards that can be used at any time, beside those made for this moment."""
    found = 0
    card = first_with(row, seat, ANY_TIME)
    while card >= 0:
        if not hooks_for(row, card) & moment:
            found += _offered(row, rules, seat, card, moment, mask)
        card = next_with(row, card, ANY_TIME)
    return found


def _offered(row: Ints, rules: Rules, seat: int, card: int, moment: int, mask: Any) -> int:
    if card != MIMIC:
        return _as(row, rules, seat, card, card, moment, mask)
    found = 0
    if moment == AT_START:
        if row[MOVED] or row[MONSTER + FIELDS * seat + ENERGY] < MIMIC_FEE:
            return 0
        found = targets_of_mimic(row, rules, seat, rules.moving, True, mask)
        if not found:
            return 0  # what the copied card can do at any time is no reason to be asked now
    copied = row[ACTS_AS]
    if copied < 0 or not HOOKS_OF[copied] & (moment | ANY_TIME):
        return found
    if ENOUGH[copied] and where(row, copied) == BEFORE + seat:
        return found  # the owner has the copied card itself, and can do no more with two
    return found + _as(row, rules, seat, MIMIC, copied, moment, mask)


def targets_of_mimic(row: Ints, rules: Rules, seat: int, numbers: Ints, used_for_it: bool, mask: Any) -> int:
    """How many cards Mimic could copy now; `numbers` of the actions by seats away and card."""
    found = 0
    for away in range(rules.seats):
        owner = (seat + away) % rules.seats
        if lives(row, owner):
            card = row[MONSTER + FIELDS * owner + FIRST]
            while card >= 0:
                if card not in (MIMIC, row[ACTS_AS]):
                    found += 1
                    if used_for_it:
                        use_number(row, rules, MIMIC, numbers[away, card], mask)
                    elif len(mask):
                        let(row, numbers[away, card], mask)
                card = next_of(row, card)
    return found


def let(row: Ints, number: int, mask: Any) -> None:
    """This action can be chosen."""
    mask[number] = 1
    row[BLOCKS] |= 1 << (number // BLOCK)


def use_number(row: Ints, rules: Rules, card: int, number: int, mask: Any) -> None:
    """This card can be used by this action."""
    if len(mask) and number >= 0:
        let(row, number, mask)
        row[USABLE] |= 1 << rules.usable[card]


def _as(row: Ints, rules: Rules, seat: int, card: int, acts: int, moment: int, mask: Any) -> int:
    """How many ways there are to use a card that acts as itself or, if it is Mimic, as another."""
    me, found = MONSTER + FIELDS * seat, 0
    energy = row[me + ENERGY]
    if acts == RAPID_HEALING:
        if energy >= RAPID_FEE and row[me + HEARTS] < max_hearts(row, seat):
            use_number(row, rules, card, rules.bare[card], mask)
            found = 1
    elif acts == WINGS:
        if energy >= WINGS_FEE and not row[me + UNTOUCHABLE]:
            use_number(row, rules, card, rules.bare[card], mask)
            found = 1
    elif acts == TELEPATH:
        if energy >= TELEPATH_FEE:
            use_number(row, rules, card, rules.bare[card], mask)
            found = 1
    elif acts == SMOKE_CLOUD:
        use_number(row, rules, card, rules.bare[card], mask)
        found = 1
    elif acts == HEALING_RAY:
        found = _healing(row, rules, seat, card, mask)
    elif acts == LAB:
        found = _looking(row, rules, seat, card, mask)
    elif acts == METAMORPH:
        own = row[me + FIRST]
        while own >= 0:
            use_number(row, rules, card, rules.selling[int(card == MIMIC), own], mask)
            found += 1
            own = next_of(row, own)
    elif acts == TENTACLES:
        found = _taking(row, rules, seat, card, mask)
    else:
        found = _on_dice(row, rules, seat, card, acts, moment, mask)
    return found


def _on_dice(row: Ints, rules: Rules, seat: int, card: int, acts: int, moment: int, mask: Any) -> int:
    found = 0
    if acts == STRETCHY and row[MONSTER + FIELDS * seat + ENERGY] < STRETCHY_FEE:
        return 0
    if acts == DWELLER and moment == CHANGING and not row[MEDDLED]:
        return 0  # it was offered already, after the last roll
    spent = used(row, card)
    for slot in range(row[DICE_HAD]):
        face = row[DIE + slot]
        if acts in (STRETCHY, PLOT_TWIST):
            for other in range(1, 7):
                if other != face:
                    use_number(row, rules, card, rules.to_face[card, slot, other], mask)
                    found += 1
        elif (
            (acts == DWELLER and face == THREE)
            or (acts == HERD_CULLER and face != ONE and not spent)
            or (acts == PROBE and not spent)
        ):
            use_number(row, rules, card, rules.on_die[card, slot], mask)
            found += 1
    return found


def _healing(row: Ints, rules: Rules, seat: int, card: int, mask: Any) -> int:
    """Others who need a heart. A Mimic says whom in the words by which it picks a die."""
    found = 0
    for away in range(1, rules.seats):
        other = (seat + away) % rules.seats
        them = MONSTER + FIELDS * other
        if row[them + HEARTS] > 0 and row[them + HEARTS] + row[them + GIVEN] < max_hearts(row, other):
            number = rules.on_die[card, other] if card == MIMIC else rules.healing[away]
            use_number(row, rules, card, number, mask)
            found += 1
    return found


def _taking(row: Ints, rules: Rules, seat: int, card: int, mask: Any) -> int:
    """Cards of others that can be bought."""
    found = 0
    for away in range(1, rules.seats):
        other = (seat + away) % rules.seats
        if lives(row, other):
            theirs = row[MONSTER + FIELDS * other + FIRST]
            while theirs >= 0:
                if price(row, rules, seat, theirs) <= row[MONSTER + FIELDS * seat + ENERGY]:
                    use_number(row, rules, card, rules.taking[int(card == MIMIC), away, theirs], mask)
                    found += 1
                theirs = next_of(row, theirs)
    return found


def _looking(row: Ints, rules: Rules, seat: int, card: int, mask: Any) -> int:
    """The first of two labs offers everything."""
    if first_with(row, seat, PEEKS) != card:
        return 0
    if not deeper(row, seat) and (used(row, card) or not _seen(row, seat)):
        return 0
    use_number(row, rules, card, rules.looking[int(card == MIMIC)], mask)
    return 1


def _seen(row: Ints, seat: int) -> int:
    """How many cards on top of the deck the seat knows."""
    found = 0
    for place in range(row[TOPS]):
        found += row[SEEN_BY + place] >> seat & 1
    return found


def deeper(row: Ints, seat: int) -> bool:
    """Whether the owner of a lab may look at a card that it does not know."""
    known = _seen(row, seat)
    if known >= total(row, seat, PEEKS, SEES):
        return False
    left = row[TOPS] - known + row[DECK_LEFT]
    for card in range(BOXED):
        if where(row, card) == DISCARDED:
            left += 1
    return bool(left > 0)
