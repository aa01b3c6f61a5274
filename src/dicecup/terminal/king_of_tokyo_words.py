"""The rules of King of Tokyo in our own words, for `help`, and the cards as they are read out."""

from typing import Final

from dicecup.games.king_of_tokyo.cards.base import DECK, Card
from dicecup.games.king_of_tokyo.handbook import NOTES
from dicecup.table.words import listed
from dicecup.terminal.matching import find, plain

RULES: Final = """\
Each player is a monster with 10 hearts. Two ways to win: be the first with 20 stars, and alive at the end \
of that turn; or be the last monster alive.

In your turn you roll six dice, and twice at most you may keep some and roll the others again. Then they \
count:

  1 2 3    three equal numbers give that many stars, each further one 1 more
  heart    a heart back, up to 10; not while you are in Tokyo
  energy   a cube of energy, to buy cards with
  claw     one damage: from outside to all in Tokyo, from Tokyo to all outside

If nobody is in Tokyo when your dice are done, you go in and get a star. Whoever starts a turn in Tokyo gets \
2 stars. A monster in Tokyo that loses hearts to claws may yield: it leaves, and the attacker takes its \
place. With five or six monsters alive there are two places, Tokyo City and Tokyo Bay.

At the end of your turn you may buy cards with energy, or sweep all three away for 2. Keep cards stay with \
you, discard cards work once. A monster without hearts is out of the game.

Type “help” and a word to read more: help tokyo, help dice, help cards, help words, or the name of any card."""

TOPICS: Final = {
    "tokyo": (
        "Entering Tokyo gives 1 star, starting a turn there 2. Heart dice do not heal there, and everybody "
        "outside hits you. You can leave only when claws have cost you hearts there: then you are asked. With "
        "five or six monsters alive there is a second place, the Bay; it closes, at once, when only four are "
        "left, and the monster in it moves to an empty City or goes outside. City and Bay do not hurt each "
        "other."
    ),
    "dice": (
        "Up to three rolls; each time you may also roll dice again that you kept before. To keep dice type "
        "their places, such as 135, or what they show, such as “claws” or “keep 3s hearts”; “roll 2 4” or “roll "
        "hearts” names those you do not keep; “stop” keeps all. Cards can give more dice (they are green), more "
        "rolls, or change what dice show: type the letter or the name of the card and the die, such as “plot "
        "twist 3 claw”."
    ),
    "cards": (
        "Three cards lie in the market. “market” shows them at any time with what they cost you, “deck” your "
        "own and whether you can use them now, “deck NAME” those of another monster, “card NAME” the words of "
        "any card. A card that you buy is replaced at once. Cards that you can use at a moment are among the "
        "choices: type their number, their letter or words of their name."
    ),
    "words": (
        "Choices can be typed as they are numbered, or by words of them: “buy jets”, “yield”, “use wings”, “copy "
        "jets of ben”. Beginnings are enough, as long as they mean one choice only. In lists Enter is what "
        "happens when you type nothing. Where there is no Enter, you have to say what you want."
    ),
}
TOPICS["bay"] = TOPICS["city"] = TOPICS["tokyo"]
TOPICS["market"] = TOPICS["deck"] = TOPICS["cards"]


def find_card(words: str) -> list[Card]:
    """The cards that a name, or the beginnings of its words, can mean; each once."""
    cards = {card.name: card for card in DECK.values()}
    return find(plain(words), cards.values(), lambda card: (card.name, card.other_name))


def about_card(card: Card, price: int | None = None) -> str:
    """A card read out; with the price that somebody has to pay, if it is known."""
    kind = "keep" if card.keep else "discard"
    other = f" (second edition: {card.other_name})" if card.other_name else ""
    return f"{card.name}{other}, cost {card.cost if price is None else price}, {kind}. {card.text}"


def explain(topic: str) -> str | None:
    """Help about a topic or a card; None if there is none."""
    if not topic:
        return RULES
    words = " ".join(plain(topic))
    if words in TOPICS:
        return TOPICS[words]
    found = find_card(words.removeprefix("card "))
    if len(found) > 6:
        return f"Many cards are called like that: {listed([card.name for card in found])}."
    return "\n".join(f"{about_card(card)} {NOTES.get(card.id, '')}".strip() for card in found) or None
