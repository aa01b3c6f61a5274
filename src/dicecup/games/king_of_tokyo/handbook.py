"""The rules of King of Tokyo in our own words, piece by piece, and its cards, by the house rules of a table."""

from dataclasses import replace
from typing import Any, Final, NamedTuple

from dicecup.games.king_of_tokyo.cards.base import DECK, Card
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import CHARACTERS

USUAL: Final = KingOptions()


class Section(NamedTuple):
    """A piece of the rules."""

    id: str
    title: str
    paragraphs: tuple[str, ...]


def sections(options: KingOptions = USUAL) -> list[Section]:
    """The rules as they are played with these options."""
    cards = options.cards
    written = [
        Section("aim", "The aim", (_aim(options),)),
        Section("turn", "A turn", _turn(options)),
        Section("dice", "What the dice do", _dice(options)),
        Section("tokyo", "Tokyo", _tokyo(options)),
        Section("bay", "Tokyo Bay", _bay(options)),
        Section("cards", "Power cards", _CARDS if cards else ("This table plays without cards.",)),
        Section("counters", "Poison and shrink counters", (_COUNTERS,)),
        Section("out", "Out of the game", (_OUT,)),
        Section("start", "Who goes first", (_start(options),)),
    ]
    return [section for section in written if cards or section.id != "counters"]


def _aim(options: KingOptions) -> str:
    stars = (
        "have 20 stars and be alive at the end of that turn"
        if options.win == "end-of-turn"
        else "have 20 stars, which wins immediately"
    )
    several = (
        "Monsters that reach 20 stars together share the win"
        if options.tie == "shared"
        else "If several have 20 stars, the one whose turn it is wins, or the next after it"
    )
    return (
        f"You are a monster with 10 hearts, and there are two ways to win: {stars}, or be the last monster alive. "
        f"{several}. If the last monsters die together, nobody wins."
    )


def _turn(options: KingOptions) -> tuple[str, ...]:
    reward = f"If you {options.tokyo_stars} your turn in Tokyo, you get 2 stars."
    enter = "go into Tokyo if it is empty" + (" and you have a claw" if options.enter == "with-claw" else "")
    steps = f"roll the dice, resolve them, {enter}, {'buy cards, ' if options.cards else ''}end the turn."
    return (
        f"{reward} Then: {steps}" if options.tokyo_stars == "start" else f"On your turn: {steps} {reward}",
        "You roll six dice up to three times. After each roll you may keep some and roll the others again, even "
        "ones that you kept before. To stop early, keep them all.",
    )


def _dice(options: KingOptions) -> tuple[str, ...]:
    claw = (
        "Claw: 1 damage to everybody who is not where you are. From outside you hit all monsters in Tokyo, "
        "from Tokyo all monsters outside"
    )
    order = (
        "They are resolved in this order: stars, hearts, energy, claws."
        if options.dice_order == "fixed"
        else "You choose the order in which stars, hearts, energy and claws are resolved."
    )
    return (
        "1, 2, 3: three of the same number give that many stars, and each extra one gives 1 more.",
        "Heart: gain a heart, up to 10, or remove a counter. Not while you are in Tokyo.",
        "Energy: a cube of energy, for buying cards.",
        f"{claw}." if options.bay == "together" else f"{claw} and the one in the other place there.",
        order,
    )


def _tokyo(options: KingOptions) -> tuple[str, ...]:
    enter = (
        "you have to go in"
        if options.enter == "always"
        else "and you have a claw, you have to go in; without a claw you stay outside"
    )
    return (
        f"If nobody is in Tokyo when your dice are done, {enter}. Going in earns you a star. In Tokyo you earn 2 "
        f"stars at the {options.tokyo_stars} of each of your turns and your claws hit everybody outside; but "
        "everybody outside hits you, and heart dice do not heal you.",
        *_of_two(options),
        "You can leave only when claws have cost you hearts there: then you may yield. You step outside, and "
        "the attacker takes your place. You still lose the hearts.",
    )


def _of_two(options: KingOptions) -> tuple[str, ...]:
    if options.two_player == "standard":
        return ()
    return (
        "With two monsters, Tokyo gives energy instead of stars: 1 for going in, and 1 at the "
        f"{options.tokyo_stars} of each turn.",
    )


def _bay(options: KingOptions) -> tuple[str, ...]:
    each_other = "Monsters in City and Bay hit each other too."
    if options.bay == "together":
        each_other = f"Monsters in City and Bay do not hurt each other{', except with a card' * options.cards}."
    if options.bay == "separate" or options.cards:
        each_other += (
            " If the City yields to an attacker in the Bay, the attacker moves there and the Bay is free; if the "
            "Bay yields to one in the City, it is left empty. Nobody gets a star for that."
            if options.bay_attacker == "to-city"
            else " A monster that yields to one already in Tokyo leaves its place empty."
        )
    closing = (
        "Its monster moves to the City if that is empty, otherwise outside."
        if options.bay_closing == "to-city"
        else "Its monster goes outside."
    )
    return (
        "While five or six monsters are alive, there is a second place, the Bay; it fills after the City and "
        f"counts as Tokyo in every way. {each_other}",
        f"As soon as only four are left, the Bay closes. {closing}",
    )


def _start(options: KingOptions) -> str:
    if options.start == "seat-order":
        return "The first seat goes first, and play goes round the table."
    if options.turn_order == "by-roll":
        return (
            "Everybody rolls six dice, and ties roll again. Most claws goes first, and everybody is seated in the "
            "order of their claws."
        )
    return "Everybody rolls six dice: most claws goes first, and ties roll again. Then play goes round the table."


_CARDS: Final = (
    "There are three cards in the market. In the buying step you may buy as many as you can afford; each one you "
    "take is replaced right away. For 2 energy you may sweep all three away and get three new ones.",
    "Keep cards stay in front of you. Discard cards work once, as soon as you buy them. When you can use a card, "
    "it is among your choices; the others work by themselves.",
    "When the deck is empty, the discarded cards are shuffled to make a new one.",
)
_COUNTERS: Final = (
    "Each poison counter costs you a heart at the end of your turn; each shrink counter costs you a die. Outside "
    "Tokyo, a heart die can remove a counter instead of healing."
)
_OUT: Final = (
    "A monster with no hearts left is out. Its cards are discarded and its energy is lost; counters that it gave "
    "to others stay."
)


def _with(options: KingOptions, name: str, value: Any) -> KingOptions:
    changed = {name: value}
    return replace(options, **changed)


def house_rules_on(card: Card, options: KingOptions) -> list[str]:
    """The house rules, such as `batteries=stake`, without which the card would cost or do something else."""
    here = card.cost_in(options), card.text_in(options)
    found = []
    for setting in KingOptions.settings():
        other = _with(options, setting.name, setting.default)
        if (card.cost_in(other), card.text_in(other)) != here:
            found.append(f"{setting.name}={getattr(options, setting.name)}")
    return found


def _card(card: Card, options: KingOptions) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "other_name": card.other_name,
        "cost": card.cost_in(options),
        "kind": "keep" if card.keep else "discard",
        "about": card.about,
        "text": card.text_in(options),
        "detail": _other_readings(card, options),
        "usable": bool(card.moments) or card.any_time,
    }


def _other_readings(card: Card, options: KingOptions) -> str:
    """What the card would be by one other house rule or another."""
    found = []
    for setting in KingOptions.settings():
        for choice in setting.choices:
            other = _with(options, setting.name, choice)
            cost, text = card.cost_in(other), card.text_in(other)
            if (cost, text) != (card.cost_in(options), card.text_in(options)):
                price = f", for {cost} energy" if cost != card.cost_in(options) else ""
                found.append(f"With another house rule{price}: {text}")
    return " ".join(found)


def handbook(options: KingOptions = USUAL) -> dict[str, Any]:
    """All of it as JSON. A card of which there are two is in it twice, by the names it has in views."""
    return {
        "sections": [
            section._asdict() | {"paragraphs": list(section.paragraphs)} for section in sections(options)
        ],
        "characters": list(CHARACTERS),
        "cards": [_card(DECK[card], options) for card in CARDS],
    }
