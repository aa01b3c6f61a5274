"""Cards changing hands: got, lost, discarded."""

from dicecup.games.king_of_tokyo.cards.base import DECK, Card, KingPlay, bit, having, refresh
from dicecup.games.king_of_tokyo.state import Held, Monster

_LOST, _GONE = bit("lost"), bit("card_gone")


def lay_down(monster: Monster, held: Held) -> None:
    """A keep card comes to lie before a monster."""
    monster.cards.append(held)
    refresh(monster)


def take_away(play: KingPlay, seat: int, held: Held) -> None:
    """A card leaves its owner, but not the game."""
    monster = play.state.monsters[seat]
    card = DECK[held.card]
    speaks = card.hooks_for(held) & _LOST
    monster.cards = [other for other in monster.cards if other is not held]
    refresh(monster)
    if speaks:
        card.lost(play, seat, held)


def throw_away(play: KingPlay, seat: int, held: Held) -> None:
    """A card goes to the discard pile, and other cards may notice."""
    take_away(play, seat, held)
    play.state.discard.append(held.card)
    for owner, monster in enumerate(play.state.monsters):
        for other, card in having(monster, _GONE):
            card.card_gone(play, owner, other, held.card)


def use_up(play: KingPlay, seat: int, held: Held) -> None:
    """A card that has done its work is discarded."""
    play.tell("used_up", seat=seat, card=DECK[held.card].name)
    throw_away(play, seat, held)


def find(play: KingPlay, seat: int, card: str) -> tuple[Held, Card]:
    """The card called `card` that lies before a monster."""
    for held in play.state.monsters[seat].cards:
        if held.card == card:
            return held, DECK[card]
    raise LookupError(f"seat {seat} does not hold {card}")
