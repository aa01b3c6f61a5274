"""The rules of King of Tokyo in our own words, for `help`, and the cards as they are read out."""

from typing import Final

from dicecup.games.king_of_tokyo.cards.base import DECK, Card
from dicecup.games.king_of_tokyo.handbook import house_rules_on, sections
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.table.words import listed
from dicecup.terminal.matching import find, plain
from dicecup.terminal.program import command

_MORE: Final = (
    "Type “help” and a word to read more: help tokyo, help dice, help cards, help counters, help house, help "
    "words, or the name of any card."
)
_TYPING: Final = {
    "dice": (
        "To keep dice, type their places, such as 135, or what they show, such as “claws” or “keep 3s hearts”; "
        "“roll 2 4” or “roll hearts” names the ones to roll; “stop” keeps them all. Cards can give you more dice "
        "(they are green), more rolls, or change what dice show: type the letter or the name of the card and the "
        "die, such as “plot twist 3 claw”."
    ),
    "cards": (
        "At any time, “market” shows the cards for sale and what they cost you, “deck” your own and whether you "
        "can use them now, “deck NAME” those of another monster, “card NAME” what any card says."
    ),
    "words": (
        "You can type the number of a choice, or words from it: “buy jets”, “yield”, “use wings”, “copy jets of "
        "ben”. The first letters are enough, as long as they fit only one choice. In lists, Enter is what happens "
        "when you type nothing. Where there is no Enter, you have to say what you want."
    ),
}
"""What can be typed about a topic."""

_DICE: Final = (
    "  1 2 3    three of a kind give that many stars, each extra one gives 1 more",
    "  heart    gain a heart, up to 10; not while you are in Tokyo",
    "  energy   a cube of energy, for buying cards",
)
_ACROSS: Final = ("  claw     1 damage: from outside to all in Tokyo, from Tokyo to all outside",)
_ALL_AROUND: Final = ("  claw     1 damage to everybody who is not in the same place",)

_ALSO: Final = {
    "bay": "tokyo", "city": "tokyo", "yield": "tokyo", "market": "cards", "deck": "cards", "card": "cards",
    "poison": "counters", "shrink": "counters", "counter": "counters", "hearts": "dice", "claws": "dice",
    "energy": "dice", "stars": "aim", "win": "aim", "house rules": "house", "options": "house",
    "rules": "",
}  # fmt: skip


def overview(options: KingOptions) -> str:
    """The rules in a few paragraphs."""
    told = {section.id: section.paragraphs for section in sections(options)}
    dice = _DICE + (_ALL_AROUND if options.bay == "separate" else _ACROSS)
    tokyo = (*told["tokyo"], told["bay"][0])
    pieces = [told["aim"], told["turn"], dice, tokyo, told["cards"][:2], told["out"], (_MORE,)]
    return "\n\n".join("\n".join(piece) for piece in pieces)


def about_house(options: KingOptions) -> str:
    """The house rules of this table that are not the usual ones, with what they are about."""
    here = [
        f"- {sentence} ({name}={getattr(options, name)})"
        for name, sentence in options.in_words().items()
        if name != "preset"
    ]
    which = f"This table plays the {options.preset.replace('-', ' ')}"
    first = (
        f"{which}; these house rules are not the usual ones:" if here else f"{which} with the usual house rules."
    )
    return "\n".join([first, *here, f"“{command()} games king-of-tokyo” lists all there are."])


def find_card(words: str) -> list[Card]:
    """The cards that a name, or the beginnings of its words, can mean; each once."""
    cards = {card.name: card for card in DECK.values()}
    return find(plain(words), cards.values(), lambda card: (card.name, card.other_name))


def about_card(card: Card, options: KingOptions) -> str:
    """A card read out, as it is by the house rules of the table."""
    kind = "keep" if card.keep else "discard"
    other = f" (second edition: {card.other_name})" if card.other_name else ""
    house = house_rules_on(card, options)
    by = f" (House rule: {listed(house)}.)" if house else ""
    return f"{card.name}{other}, cost {card.cost_in(options)}, {kind}. {card.text_in(options)}{by}"


def explain(topic: str, options: KingOptions) -> str | None:
    """Help about a topic or a card; None if there is none."""
    words = " ".join(plain(topic))
    words = _ALSO.get(words, words)
    if not words:
        return overview(options)
    if words == "house":
        return about_house(options)
    told = {section.id: list(section.paragraphs) for section in sections(options)}
    told["tokyo"] += told.pop("bay")
    if words in told or words in _TYPING:
        return "\n".join([*told.get(words, ()), *([_TYPING[words]] if words in _TYPING else [])])
    found = find_card(words.removeprefix("card "))
    if len(found) > 6:
        return f"Many cards have a name like that: {listed([card.name for card in found])}."
    return "\n".join(about_card(card, options) for card in found) or None
