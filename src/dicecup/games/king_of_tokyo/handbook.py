"""The rules of King of Tokyo in our own words, piece by piece, and all its cards, to be looked up."""

from typing import Any, Final

from dicecup.games.king_of_tokyo.cards.base import DECK, Card
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.games.king_of_tokyo.state import CHARACTERS, KingOptions

NOTES: Final = {
    "monster-batteries": (
        "With the house rule batteries=stake it costs 2 and holds twice the energy that you put in instead."
    ),
    "metamorph": "With the house rule metamorph=price-paid you get what you paid for the card.",
    "psychic-probe": "With the house rule probe=every-roll it can be used after any roll.",
}
"""What a house rule changes about a card."""

SECTIONS: Final = (
    (
        "aim",
        "The aim",
        "You are a monster with 10 hearts, and there are two ways to win: have 20 stars and be alive at the end "
        "of that turn, or be the last monster alive. If the last ones fall together, nobody wins.",
    ),
    (
        "turn",
        "A turn",
        "Whoever starts a turn in Tokyo gets 2 stars. Then: roll the dice, let them count, go into Tokyo if it is "
        "empty, buy cards, end the turn.",
        "You roll six dice up to three times. After each roll you may keep some and roll the others again, also "
        "those that you kept before; keeping all of them stops.",
    ),
    (
        "dice",
        "What the dice do",
        "1, 2, 3: three equal numbers give that many stars, and each further equal one gives 1 more.",
        "Heart: a heart back, up to 10, or a counter off. Not while you are in Tokyo.",
        "Energy: a cube of energy, to buy cards with.",
        "Claw: one damage, to everybody who is not where you are. From outside you hit all monsters in Tokyo, "
        "from Tokyo all monsters outside.",
    ),
    (
        "tokyo",
        "Tokyo",
        "If nobody is in Tokyo when your dice are done, you have to go in, and get a star. In Tokyo you earn 2 "
        "stars at the start of each turn and your claws hit everybody outside; but everybody outside hits you, "
        "and heart dice do not heal you.",
        "You can leave only when claws have cost you hearts there: then you may yield. You step outside, and "
        "whoever attacked takes your place. The hearts are lost all the same.",
    ),
    (
        "bay",
        "Tokyo Bay",
        "While five or six monsters live there is a second place, the Bay; it fills after the City and counts as "
        "Tokyo in every way. Monsters in City and Bay do not hurt each other.",
        "When only four are left the Bay closes at once. Its monster moves to the City if that is empty, else "
        "outside.",
    ),
    (
        "cards",
        "Power cards",
        "Three cards lie in the market. In the buying step you may buy as many as you can pay; what you take is "
        "replaced at once. For 2 energy you may sweep all three away and get three new ones.",
        "Keep cards stay before you. Discard cards work once, right when they are bought. Cards that you can use "
        "at a moment are among your choices then; others work by themselves.",
        "When the deck is empty the discarded cards are shuffled and become the deck.",
    ),
    (
        "counters",
        "Poison and shrink counters",
        "Each poison counter costs you a heart at the end of your turn, each shrink counter takes one of your "
        "dice. A heart die takes a counter away instead of healing, outside Tokyo.",
    ),
    (
        "out",
        "Out of the game",
        "A monster without hearts is out. Its cards are discarded and its energy is gone; counters that it gave "
        "to others stay.",
    ),
    (
        "start",
        "Who begins",
        "Everybody rolls six dice: most claws begins, and those who are equal roll again. Then play goes round "
        "the table.",
    ),
)


def _card(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "other_name": card.other_name,
        "cost": card.cost_in(KingOptions()),
        "kind": "keep" if card.keep else "discard",
        "text": card.text,
        "detail": NOTES.get(card.id, ""),
        "usable": bool(card.moments) or card.any_time,
    }


def handbook() -> dict[str, Any]:
    """All of it as JSON. A card of which there are two is in it twice, by the names it has in views."""
    return {
        "sections": [{"id": id_, "title": title, "paragraphs": list(words)} for id_, title, *words in SECTIONS],
        "characters": list(CHARACTERS),
        "cards": [_card(DECK[card]) for card in CARDS],
    }
