"""A view of King of Tokyo as a row of numbers."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from dicecup.games.king_of_tokyo.actions import MIMIC, MOST_AGAIN, PLAIN
from dicecup.games.king_of_tokyo.cards.base import DECK, all_cards, keep_cards
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.resolve import KINDS as DICE_KINDS
from dicecup.games.king_of_tokyo.rules import PHASES
from dicecup.games.king_of_tokyo.state import (
    BAY,
    CITY,
    GOAL,
    MARKET,
    MOST_DICE,
    MOST_HEARTS,
    OUTSIDE,
)
from dicecup.table import OVER
from dicecup.table.encoding import Part, Seen, one_of, places

KINDS: Final = (
    *("order", "start", "roll", "dice", "probe", "change", "resolve", "hearts", "react", "again", "yield", "buy"),
    *("peeked", "copy", "stake", "snatch", "sell", "extra turn"),
)
LEFT_OUT: Final = {
    "game": "it is always the same",
    "names": "they change nothing",
    "seat": "the row begins with it",
    "turn": "it changes nothing",
    "monsters.character": "it changes nothing",
    "incoming.source": "only whether it is claws, poison or a card",
    "held_back.source": "it changes nothing",
    "held_back.dealer": "it is whose turn it is",
    "parting.source": "it changes nothing",
    "parting.target": "it is whose turn it is",
    "parting.claws": "it changes nothing",
}
_KINDS, _PHASES = places(KINDS), places((*PHASES, OVER))
_PLACES: Final = places((OUTSIDE, CITY, BAY))
_SETTINGS: Final = KingOptions.settings()
_FACES: Final = range(1, 7)
_KNOWN: Final = 2  # cards on top of the deck that one monster can know: by its own Lab, and by a Mimic
_MONSTER: Final = 12

Cards = dict[str, int]
"""The place of each card in a part that has a number for each."""


def parts(seats: int) -> Iterator[Part]:
    """The question, the turn, the cards, and everybody's monster."""
    yield from _question(seats)
    yield from _course(seats)
    cards, keeps = places(all_cards()), places(keep_cards())
    for place in range(MARKET):
        yield Part(f"market {place}", len(cards), "which card lies there", partial(_market, cards, place))
    for place in range(_KNOWN):
        says = "which card it is in the deck, if the viewer has seen it"
        yield Part(f"top {place}", len(cards), says, partial(_top, cards, place))
    yield Part("top", 1, "cards on top of the deck that somebody has seen / 4", _peeked)
    yield Part("discard", len(cards), "for each card: 1 if it was discarded", partial(_discard, cards))
    for step in range(seats):
        yield Part(
            f"monster+{step}",
            _MONSTER + 5 * len(keeps),
            "hearts / 12; most hearts / 12; stars / 20; energy / 20; outside, City, Bay; poison / 4; shrink / 4; "
            "1 if nothing hurts it; 1 if alive; 1 if its Mimic has moved; for each keep card: 1 if it has it, and "
            "a hundredth more for each card it got before; counters / 6; 1 if used; energy paid / 8; and which "
            "card its Mimic copies",
            partial(_monster, keeps, step),
        )


def _question(seats: int) -> Iterator[Part]:
    usable = places(card for card in all_cards() if any(True for _ in DECK[card].ways(2)))
    plain = ", ".join(" ".join(map(str, option)) for option in PLAIN)
    yield Part("kind", len(_KINDS), f"what is asked: {', '.join(_KINDS)}", _kind)
    yield Part("phase", len(_PHASES), f"the phase: {', '.join(_PHASES)}", _phase)
    yield Part("asked", seats, "who is asked", lambda seen: seen.away(seen.asked.seat if seen.asked else None))
    yield Part("plain", len(PLAIN), f"1 if it can be chosen: {plain}", _plain)
    yield Part("for sale", MARKET, "for each place of the market: 1 if its card can be bought now", _for_sale)
    yield Part("again", MOST_AGAIN, "for each die rolled for a card: 1 if it can be rolled again", _again)
    yield Part("usable", len(usable), f"1 if it can be used now: {', '.join(usable)}", partial(_usable, usable))


def _course(seats: int) -> Iterator[Part]:
    names = ", ".join(each.name for each in _SETTINGS)
    yield Part("active", seats, "whose turn it is", lambda seen: seen.away(seen.view.active))
    yield Part("round", seats, "from whom play goes on", lambda seen: seen.away(seen.view.round_seat))
    yield Part("rules", len(_SETTINGS), f"house rules, 0 for the first choice and 1 for the last: {names}", _rules)
    yield Part("dice", MOST_DICE * 6, "each of nine dice: which face it shows; noughts if there is none", _dice)
    yield Part(
        "turn",
        12,
        "rolls made / 5; rolls left / 5; dice fewer / 3; heart dice still to use / 6; claws / 6; 1 if somebody "
        "was hurt; 1 if another turn is offered; cards in the deck / 66; "
        f"1 if still to resolve: {', '.join(DICE_KINDS)}",
        _turn,
    )
    yield Part("hearts for", seats + 1, "1 if heart dice are being used; those for each / 6", _hearts_for)
    yield Part(
        "incoming",
        2 * seats + 6,
        "damage that somebody may do something about: to whom; by whom; hearts / 6; poison; shrink; 1 if by "
        "claws, by poison, by a card",
        _incoming,
    )
    yield Part(
        "held back",
        4 * seats,
        "damage that waits, for each who may suffer it: hearts / 6; poison; shrink; 1 if by claws",
        _held_back,
    )
    yield Part(
        "parting", 3 * seats, "damage left behind, for each who left it: hearts / 6; poison; shrink", _parting
    )
    yield Part("deciding", seats, "1 for each that may still yield", _deciding)
    yield Part("fresh", MARKET, "1 for each place of the market still to be offered", _fresh)
    yield Part("extra turns", 2 * seats, "who has the next one; how many each has / 2", _extra_turns)
    yield Part("table", seats, "the place of each seat round the table / seats", _table)


def _kind(seen: Seen) -> list[float]:
    return one_of(seen.asked.kind if seen.asked else None, _KINDS)


def _phase(seen: Seen) -> list[float]:
    return one_of(seen.view.phase, _PHASES)


def _offered(seen: Seen, verb: str) -> set[Any]:
    """What comes after a verb in the options."""
    return {option[1] for option in seen.ask.options if option[0] == verb} if seen.ask else set()


def _plain(seen: Seen) -> list[float]:
    options = {option[:2] for option in seen.ask.options} if seen.ask else ()
    return [float(option in options) for option in PLAIN]


def _for_sale(seen: Seen) -> list[float]:
    bought = _offered(seen, "buy")
    return [float(place < len(seen.view.market) and seen.view.market[place] in bought) for place in range(MARKET)]


def _again(seen: Seen) -> list[float]:
    again = _offered(seen, "again")
    return [float(slot in again) for slot in range(MOST_AGAIN)]


def _usable(usable: Cards, seen: Seen) -> list[float]:
    return _marked(_offered(seen, "use"), usable)


def _marked(some: Any, cards: Cards) -> list[float]:
    """A 1 for each of some cards among all."""
    row = [0.0] * len(cards)
    for card in some:
        if card in cards:
            row[cards[card]] = 1.0
    return row


def _rules(seen: Seen) -> list[float]:
    options = seen.view.options
    return [each.choices.index(getattr(options, each.name)) / (len(each.choices) - 1) for each in _SETTINGS]


def _dice(seen: Seen) -> list[float]:
    row = [0.0] * (MOST_DICE * 6)
    for slot, die in enumerate(seen.view.dice):
        row[6 * slot + die - 1] = 1.0
    return row


def _turn(seen: Seen) -> list[float]:
    view = seen.view
    return [
        view.rolls / 5,
        view.rolls_left / 5,
        view.fewer_dice / 3,
        view.hearts_left / 6,
        view.claws / 6,
        float(view.hurt),
        float(view.another_turn != ""),
        view.deck / 66,
        *[float(kind in view.unresolved) for kind in DICE_KINDS],
    ]


def _hearts_for(seen: Seen) -> list[float]:
    given = seen.view.hearts_for
    return [float(bool(given)), *[given[seat] / 6 if given else 0.0 for seat in seen.seats]]


def _incoming(seen: Seen) -> list[float]:
    packet = seen.view.incoming
    if packet is None:
        return [0.0] * (2 * len(seen.seats) + 6)
    return [
        *seen.away(packet.target),
        *seen.away(packet.dealer),
        packet.amount / 6,
        float(packet.poison),
        float(packet.shrink),
        float(packet.claws),
        float(packet.source == "poison"),
        float(packet.source not in ("claws", "poison")),
    ]


def _held_back(seen: Seen) -> list[float]:
    told: list[float] = []
    for seat in seen.seats:
        packets = [packet for packet in seen.view.held_back if packet.target == seat]
        told += [*_sums(packets), float(any(packet.claws for packet in packets))]
    return told


def _parting(seen: Seen) -> list[float]:
    told: list[float] = []
    for seat in seen.seats:
        told += _sums([packet for packet in seen.view.parting if packet.dealer == seat])
    return told


def _sums(packets: list[Any]) -> tuple[float, float, float]:
    return (
        sum(packet.amount for packet in packets) / 6,
        float(sum(packet.poison for packet in packets)),
        float(sum(packet.shrink for packet in packets)),
    )


def _deciding(seen: Seen) -> list[float]:
    return [float(seat in seen.view.deciding) for seat in seen.seats]


def _fresh(seen: Seen) -> list[float]:
    return [float(place in seen.view.fresh) for place in range(MARKET)]


def _extra_turns(seen: Seen) -> list[float]:
    turns = seen.view.extra_turns
    return [*seen.away(turns[0] if turns else None), *[turns.count(seat) / 2 for seat in seen.seats]]


def _table(seen: Seen) -> list[float]:
    order = seen.view.order
    return [order.index(seat) / len(order) for seat in seen.seats]


def _market(cards: Cards, place: int, seen: Seen) -> list[float]:
    market = seen.view.market
    return one_of(market[place] if place < len(market) else "", cards)


def _top(cards: Cards, place: int, seen: Seen) -> list[float]:
    top = seen.view.top
    return one_of(top[place] if place < len(top) else "", cards)


def _peeked(seen: Seen) -> list[float]:
    return [len(seen.view.top) / 4]


def _discard(cards: Cards, seen: Seen) -> list[float]:
    return _marked(seen.view.discard, cards)


def _monster(keeps: Cards, step: int, seen: Seen) -> list[float]:
    monster = seen.view.monsters[seen.seats[step]]
    moved, size = 0.0, len(keeps)
    cards = [0.0] * (5 * size)
    for before, held in enumerate(monster.cards):
        at = keeps[held.card]
        cards[at] = 1 + before / 100
        cards[at + size] = held.counters / 6
        cards[at + 2 * size] = float(held.used)
        cards[at + 3 * size] = held.paid / 8
        if held.card == MIMIC:
            moved = float(held.moved)
            if held.acts_as:
                cards[keeps[held.acts_as] + 4 * size] = 1.0
    return [
        monster.hearts / MOST_HEARTS,
        monster.max_hearts / MOST_HEARTS,
        monster.stars / GOAL,
        monster.energy / 20,
        *one_of(monster.place, _PLACES),
        monster.poison / 4,
        monster.shrink / 4,
        float(monster.untouchable),
        float(monster.hearts > 0),
        moved,
        *cards,
    ]
