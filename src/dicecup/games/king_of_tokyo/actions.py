"""The choices of King of Tokyo, numbered. What names no seat comes first, so that more seats only add numbers."""

from collections.abc import Iterator
from typing import Final

from dicecup.games.king_of_tokyo import text
from dicecup.games.king_of_tokyo.cards.base import CARDS, DECK, IN_THE_BOX, Card, all_cards, keep_cards
from dicecup.games.king_of_tokyo.state import MOST_DICE
from dicecup.table import Away, NotAllowed
from dicecup.table.actions import Words

PLAIN: Final = (
    *(text.ROLL[0], text.PASS, text.DONE, text.EXTRA_TURN, text.GO_ON, text.TAKE, text.SWEEP, text.LEAVE),
    *(text.STAY, text.YIELD, text.HEAL, text.CURE_POISON, text.CURE_SHRINK, text.WASTE),
    *text.RESOLVE.values(),
)
"""Choices that are always written in the same words."""
ENDLESS: Final = ("stake", "again")
MOST_STAKED: Final = 99
MOST_AGAIN: Final = 2 * MOST_DICE
"""There may be more energy to stake, or more dice rolled for Camouflage, than this: that choice has no number."""
MIMIC: Final = "mimic"


def choices(seats: int) -> list[Words]:
    """Everything that can be chosen with the cards of the box; then what those of packages add to it."""
    return list(dict.fromkeys([*_with(IN_THE_BOX, seats), *_with(all_cards(), seats)]))


def _with(cards: list[str], seats: int) -> Iterator[Words]:
    """All choices there are with these cards and no others."""
    foreign = frozenset(CARDS).difference(cards)
    return (words for words in _listed(cards, seats) if foreign.isdisjoint(words))


def _listed(cards: list[str], seats: int) -> Iterator[Words]:
    for option in PLAIN:
        yield tuple(option)
    for bits in range(1 << MOST_DICE):
        yield ("keep", *(slot for slot in range(MOST_DICE) if bits >> slot & 1))
    for slot in range(MOST_AGAIN):
        yield "again", slot
    for energy in range(MOST_STAKED + 1):
        yield "stake", energy
    for card in cards:
        yield "buy", card
    used = [(card, args) for card in cards for args in _ways(DECK[card], seats)]
    ways = [("use", card, *args) for card, args in used]
    ways += [("use", MIMIC, *args) for card, args in used if card != MIMIC]
    yield from (words for words in ways if not _seats_in(words))
    for step in range(seats):
        for card in keep_cards():
            yield "copy", Away(step), card
        yield from (words for words in ways if step in _seats_in(words) and not _is_a_die(words))
    for card in cards:
        yield from DECK[card].answers(seats)


def _ways(card: Card, seats: int) -> list[Words]:
    ways = list(card.ways(seats))
    if not ways and type(card).offers is not Card.offers:
        raise NotAllowed(
            f"King of Tokyo has no numbered actions with the card {card.name}, which does not list its ways."
        )
    return ways


def _seats_in(words: Words) -> list[int]:
    return [word.steps for word in words if isinstance(word, Away)]


def _is_a_die(words: Words) -> bool:
    """A Mimic that heals somebody says so in the words by which it picks a die: seat 2 has the number of die 2."""
    return words[:2] == ("use", MIMIC) and len(words) == 3 and isinstance(words[2], Away)
