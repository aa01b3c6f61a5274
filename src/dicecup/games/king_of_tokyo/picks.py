"""What the options of King of Tokyo pick: dice, cards with prices, monsters; cards say it of their own uses."""

from functools import cache
from typing import Final

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import DECK, energy
from dicecup.games.king_of_tokyo.dice import dice_to_roll
from dicecup.games.king_of_tokyo.market import price
from dicecup.games.king_of_tokyo.state import BLACK_DICE, SWEEP_PRICE, KingState
from dicecup.table import Ask, Option, Pick
from dicecup.table.pick import PLAIN, Price

_FIXED: Final = {
    text.PASS: Pick(yes=False, main=True),
    text.LEAVE: Pick(yes=False, main=True),
    text.GO_ON: Pick(main=True),
    text.TAKE: Pick(main=True),
    text.STAY: Pick(yes=True, label=text.STAYING, gives=text.STAYING_GIVES),
    text.YIELD: Pick(yes=False, label=text.YIELDING, gives=text.YIELDING_GIVES),
    text.EXTRA_TURN: Pick(yes=True),
    text.SWEEP: Pick(price=energy(SWEEP_PRICE)),
}


def picks(state: KingState, ask: Ask) -> tuple[Pick, ...]:
    """What each option picks."""
    if ask.options is text.keeps(len(state.dice)):
        return _keeps(len(state.dice))  # there may be 512 of them
    found = [_FIXED.get(option) or _pick(state, ask, option) for option in ask.options]
    # Enter takes only what comes first: to say no is no answer to settle for where it comes last.
    return (found[0], *(Pick(yes=pick.yes) if pick.main else pick for pick in found[1:]))


def prices(state: KingState, seat: int) -> dict[str, Price]:
    """What the cards of the market cost a monster, and those on top of the deck that it has looked at."""
    known = [peeked.card for peeked in state.top if seat in peeked.seen_by]
    return {card: energy(price(state, seat, card)) for card in (*state.market, *known) if card}


@cache
def _keeps(count: int) -> tuple[Pick, ...]:
    return tuple([Pick(dice=tuple(map(int, keep.args)), held=True) for keep in text.keeps(count)])


def _pick(state: KingState, ask: Ask, option: Option) -> Pick:
    match tuple(option):
        case ("keep", *slots):
            return Pick(dice=tuple(slots), held=True, main=not state.rolls_left)
        case ("roll",) if ask.kind == "order":
            return Pick(dice=tuple(range(BLACK_DICE)), label=text.ROLL_FOR_ORDER, main=True)
        case ("roll",):
            dice = dice_to_roll(state)
            return Pick(dice=tuple(range(dice)), label=text.roll_label(dice), main=True)
        case ("buy", card):
            return Pick(card=card, price=energy(price(state, ask.seat, card)))
        case ("use", card, *args):
            held = next(each for each in state.monsters[ask.seat].cards if each.card == card)
            return DECK[card].pick(state, ask.seat, held, tuple(args))
        case ("done",):
            return Pick(label=text.DONE_LABELS.get(ask.kind, ""), main=True)
        case ("again", slot) if (
            state.phase == "probe"
        ):  # else they were rolled for a card, and are not on the table
            return Pick(dice=(slot,))
        case ("copy", owner, card):
            return Pick(seat=owner, card=card)
        case ("stake", amount):
            return Pick(amount=amount, price=energy(amount))
    return PLAIN
