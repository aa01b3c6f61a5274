"""Cards: where each of them is, whose, in which order they were got, and what lies on them.

All that is to be known of a card is in one number: where it is; which card of the same owner was got next; whether
it has been used in this turn; the counters on it; what was paid for it.
"""

from typing import Final

from dicecup.batch.king_of_tokyo.cards import (
    EVEN_BIGGER,
    HOOKS_OF,
    LOST,
    MAX_HEARTS,
    MIMIC,
    MORE_HEARTS,
    fixed,
)
from dicecup.batch.king_of_tokyo.rows import (
    ACTS_AS,
    CARD,
    FIELDS,
    FIRST,
    HEARTS,
    HOOKS,
    MONSTER,
    MOST_SEATS,
    MOVED,
    SPEAKING,
    Ints,
    Rules,
)
from dicecup.games.king_of_tokyo.state import HEARTS as USUAL_HEARTS
from dicecup.games.king_of_tokyo.state import MOST_HEARTS

IN_DECK, IN_MARKET, DISCARDED, ON_TOP, ON_ITS_WAY, NOWHERE = map(fixed, range(6))
BEFORE: Final = 8  # and the seat
_WHERE, _NEXT, _USED, _COUNTERS = 15, 127, 1, (1 << 24) - 1
_NEXT_AT, _USED_AT, _COUNTERS_AT, _PAID_AT = 4, 11, 12, 36


def where(row: Ints, card: int) -> int:
    """In the deck, on sale, and so on; `BEFORE` + seat."""
    return int(row[CARD + card] & _WHERE)


def put(row: Ints, card: int, place: int) -> None:
    """Nothing else is known of it then."""
    row[CARD + card] = place


def next_of(row: Ints, card: int) -> int:
    """The card that the same owner got after it; -1: none."""
    return int(row[CARD + card] >> _NEXT_AT & _NEXT) - 1


def _link(row: Ints, card: int, following: int) -> None:
    row[CARD + card] = row[CARD + card] & ~(_NEXT << _NEXT_AT) | (following + 1) << _NEXT_AT


def used(row: Ints, card: int) -> int:
    """1 if it has been, in this turn."""
    return int(row[CARD + card] >> _USED_AT & _USED)


def use_it(row: Ints, card: int, done: int) -> None:
    """It has been used in this turn, or not."""
    row[CARD + card] = row[CARD + card] & ~(_USED << _USED_AT) | done << _USED_AT


def counters(row: Ints, card: int) -> int:
    """How many lie on it."""
    return int(row[CARD + card] >> _COUNTERS_AT & _COUNTERS)


def set_counters(row: Ints, card: int, many: int) -> None:
    """So many lie on it now."""
    row[CARD + card] = row[CARD + card] & ~(_COUNTERS << _COUNTERS_AT) | many << _COUNTERS_AT


def paid_for(row: Ints, card: int) -> int:
    """The energy its owner spent on it."""
    return int(row[CARD + card] >> _PAID_AT)


# --- what cards say ---


def acting(row: Ints, card: int) -> int:
    """The card whose effect it has: its own, or what Mimic copies; -1: none."""
    return row[ACTS_AS] if card == MIMIC else card


def hooks_for(row: Ints, card: int) -> int:
    """The moments at which it speaks, as it lies there."""
    found: int = HOOKS_OF[card]
    if card == MIMIC and row[ACTS_AS] >= 0:
        found |= HOOKS_OF[row[ACTS_AS]]
    return found


def first_with(row: Ints, seat: int, hook: int) -> int:
    """The first card of a monster that speaks at such a moment; -1: none."""
    me = MONSTER + FIELDS * seat
    return from_here(row, row[me + FIRST], hook) if row[me + HOOKS] & hook else -1


def next_with(row: Ints, card: int, hook: int) -> int:
    """The next one of the same owner."""
    return from_here(row, next_of(row, card), hook)


def from_here(row: Ints, card: int, hook: int) -> int:
    """This card, or the next one that speaks at such a moment."""
    while card >= 0 and not hooks_for(row, card) & hook:
        card = next_of(row, card)
    return card


def total(row: Ints, seat: int, hook: int, worth: Ints) -> int:
    """A number that cards add up to."""
    found = 0
    card = first_with(row, seat, hook)
    while card >= 0:
        found += worth[acting(row, card)]
        card = next_with(row, card, hook)
    return found


def max_hearts(row: Ints, seat: int) -> int:
    """The most hearts a monster can have now."""
    return min(MOST_HEARTS, USUAL_HEARTS + total(row, seat, MAX_HEARTS, MORE_HEARTS))


# --- cards coming and going ---


def refresh(row: Ints, seat: int) -> None:
    """Work out again at which moments cards of a monster speak, and those of all."""
    me, found = MONSTER + FIELDS * seat, 0
    card = row[me + FIRST]
    while card >= 0:
        found |= hooks_for(row, card)
        card = next_of(row, card)
    row[me + HOOKS] = found
    for other in range(MOST_SEATS):
        found |= row[MONSTER + FIELDS * other + HOOKS]
    row[SPEAKING] = found


def lay_down(row: Ints, seat: int, card: int, paid: int, filled: int) -> None:
    """A keep card comes to lie before a monster, behind its others."""
    me = MONSTER + FIELDS * seat
    row[CARD + card] = BEFORE + seat | filled << _COUNTERS_AT | paid << _PAID_AT
    last = row[me + FIRST]
    if last < 0:
        row[me + FIRST] = card
    else:
        while next_of(row, last) >= 0:
            last = next_of(row, last)
        _link(row, last, card)
    if card == MIMIC:
        row[ACTS_AS], row[MOVED] = -1, 0
    refresh(row, seat)


def take_away(row: Ints, rules: Rules, seat: int, card: int) -> None:
    """A card leaves its owner, but not the game: whoever calls puts it somewhere."""
    me = MONSTER + FIELDS * seat
    speaks = hooks_for(row, card) & LOST
    following = next_of(row, card)
    if row[me + FIRST] == card:
        row[me + FIRST] = following
    else:
        before = row[me + FIRST]
        while next_of(row, before) != card:
            before = next_of(row, before)
        _link(row, before, following)
    _link(row, card, -1)
    refresh(row, seat)
    if speaks:
        if card == MIMIC:
            stop_copying(row, rules, seat)
        elif card == EVEN_BIGGER:
            _smaller(row, rules, seat)


def throw_away(row: Ints, rules: Rules, seat: int, card: int) -> None:
    """A card is discarded, and a Mimic of it is nothing any more."""
    take_away(row, rules, seat, card)
    put(row, card, DISCARDED)
    owner = where(row, MIMIC) - BEFORE
    if owner >= 0 and row[ACTS_AS] == card:
        stop_copying(row, rules, owner)


def throw_all_away(row: Ints, rules: Rules, seat: int) -> None:
    """Every card of a monster."""
    while row[MONSTER + FIELDS * seat + FIRST] >= 0:
        throw_away(row, rules, seat, row[MONSTER + FIELDS * seat + FIRST])


def stop_copying(row: Ints, rules: Rules, seat: int) -> None:
    """Mimic, which is or was this seat's, is nothing."""
    copied = row[ACTS_AS]
    row[ACTS_AS] = -1
    set_counters(row, MIMIC, 0)
    use_it(row, MIMIC, 0)
    refresh(row, seat)
    if copied == EVEN_BIGGER:
        _smaller(row, rules, seat)


def _smaller(row: Ints, rules: Rules, seat: int) -> None:
    """Even Bigger is gone."""
    me = MONSTER + FIELDS * seat
    hearts = row[me + HEARTS]
    if hearts > 0:
        left = min(hearts, max_hearts(row, seat))
        if rules.two_lost:
            left = max(1, min(left, hearts - 2))
        row[me + HEARTS] = left
