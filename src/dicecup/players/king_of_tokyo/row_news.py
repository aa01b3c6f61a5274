"""Cards that come to the market while an option is tried, to be compiled: nobody counts on luck.

What is judged is the mean over all that might have come. In the place of a single card each that could be there
is tried, as the mind does. For several the deck is dealt out in handfuls: so every card is seen once, and they say
more than as many drawn at random.
"""

from dicecup.batch.king_of_tokyo.cards import BOXED
from dicecup.batch.king_of_tokyo.hands import IN_DECK, IN_MARKET, where
from dicecup.batch.king_of_tokyo.rows import ENERGY, FIELDS, MONSTER, ON_SALE, Ints
from dicecup.players.king_of_tokyo.row_judge import Desk, Nets, add_part, discount_of, shares


def shares_whatever_came(row: Ints, nets: Nets, many: int, desk: Desk, market: Ints) -> None:
    """`shares`, from the first layer to what is `told`; a row had this `market` before cards came."""
    seat, hidden = desk.who[0], desk.hidden
    means = row[MONSTER + FIELDS * seat + ENERGY] + discount_of(row, seat)
    came, size = 0, 0
    for card in range(BOXED):
        new = _is_new(row, market, card)
        if new:
            came += 1
            _show(nets, many, card, means, -1.0, desk)
        if new or where(row, card) == IN_DECK:
            desk.deck[size] = card
            size += 1
    if not came:
        shares(nets, many, desk, desk.told)
        return
    for each in range(len(hidden)):
        desk.before[each] = hidden[each]
    for place in range(many):
        desk.mean[place] = 0.0
    handfuls = size // came
    for handful in range(handfuls):
        for each in range(len(hidden)):
            hidden[each] = desk.before[each]
        for number in range(came):
            _show(nets, many, desk.deck[handful + number * handfuls], means, 1.0, desk)
        shares(nets, many, desk, desk.told)
        for place in range(many):
            desk.mean[place] += desk.told[place]
    for place in range(many):
        desk.told[place] = desk.mean[place] / handfuls


def _is_new(row: Ints, market: Ints, card: int) -> bool:
    if where(row, card) != IN_MARKET:
        return False
    return bool(card != market[ON_SALE] and card != market[ON_SALE + 1] and card != market[ON_SALE + 2])


def _show(nets: Nets, many: int, card: int, means: int, share: float, desk: Desk) -> None:
    """Lay a card in the market of the first layer, or take it out."""
    add_part(desk.hidden, nets.market[many, card], share)
    if means >= nets.costs[card]:
        add_part(desk.hidden, nets.affordable[many, card], share)
