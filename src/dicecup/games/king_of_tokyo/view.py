"""What can be seen of a game of King of Tokyo: everything but the cards to come."""

from typing import Final

from dicecup.games.king_of_tokyo.gains import max_hearts
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import BAY, CITY, FACES, OUTSIDE, KingState, Monster, Packet
from dicecup.table import Frozen, Shown, View
from dicecup.table.compiled import dataclass, mypyc_attr
from dicecup.table.picture import Drawn


@dataclass(slots=True)
class CardView(Frozen):
    """A card in front of a monster."""

    card: str
    acts_as: str
    counters: int
    used: bool
    moved: bool
    paid: int


@dataclass(slots=True)
class DamageView(Frozen):
    """Damage on its way to a monster."""

    target: int
    amount: int
    dealer: int | None
    source: str
    claws: bool  # from claws: the target may yield
    poison: int  # counters that come with it
    shrink: int


@dataclass(slots=True)
class MonsterView(Frozen):
    """One monster."""

    character: str
    hearts: int
    max_hearts: int
    stars: int
    energy: int
    place: str
    poison: int
    shrink: int
    untouchable: bool
    cards: tuple[CardView, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class KingView(View):
    """A game of King of Tokyo as one seat sees it."""

    options: KingOptions  # the house rules of this table
    active: int
    round_seat: int  # after all extra turns play goes on from there
    order: tuple[int, ...]
    monsters: tuple[MonsterView, ...]
    market: tuple[str, ...]
    discard: tuple[str, ...]
    deck: int  # cards to come, those on top included
    top: tuple[str, ...]  # the cards on top of the deck that somebody has looked at; "" if this seat has not
    dice: tuple[int, ...]
    rolls: int  # made in this turn
    rolls_left: int
    fewer_dice: int  # in this turn, for it is an extra one
    unresolved: tuple[str, ...]  # kinds of dice still to resolve, if their order is chosen
    hearts_left: int  # heart dice still to use, this one included
    hearts_for: tuple[int, ...]  # heart dice given to each seat so far
    claws: int
    hurt: bool  # the active monster has cost somebody hearts
    incoming: DamageView | None  # what the one who is asked could do something about
    held_back: tuple[DamageView, ...]  # what comes upon those who stay in Tokyo
    parting: tuple[DamageView, ...]  # what those who left Tokyo have prepared
    deciding: tuple[int, ...]
    fresh: tuple[int, ...]  # places of the market still to be offered out of turn
    extra_turns: tuple[int, ...]
    another_turn: str  # the card by which the active monster may choose to have one, for the dice of this turn

    def drawn(self) -> list[Drawn]:
        """For a notebook."""
        from dicecup.games.king_of_tokyo.picture import drawn  # it knows this class

        return drawn(self)


def _monster(monster: Monster) -> MonsterView:
    return MonsterView(
        monster.character,
        monster.hearts,
        max_hearts(monster),
        monster.stars,
        monster.energy,
        monster.place,
        monster.poison,
        monster.shrink,
        monster.untouchable != "",
        tuple(
            [
                CardView(held.card, held.acts_as, held.counters, held.used, held.moved, held.paid)
                for held in monster.cards
            ]
        ),
    )


def _damage(packet: Packet) -> DamageView:
    return DamageView(
        packet.target,
        packet.amount,
        packet.dealer,
        packet.source,
        packet.claws,
        packet.poison,
        packet.shrink,
    )


def _all_damage(packets: list[Packet]) -> tuple[DamageView, ...]:
    return tuple([_damage(packet) for packet in packets]) if packets else ()


def view(state: KingState, seat: int | None) -> KingView:
    """What `seat` sees."""
    return KingView(
        game="king-of-tokyo",
        names=state.names,
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        options=state.options,
        active=state.active,
        round_seat=state.round_seat,
        order=tuple(state.order),
        monsters=tuple([_monster(monster) for monster in state.monsters]),
        market=tuple(state.market),
        discard=tuple(state.discard),
        deck=len(state.deck) + len(state.top),
        top=tuple([peeked.card if seat in peeked.seen_by else "" for peeked in state.top]),
        dice=tuple(state.dice),
        rolls=state.rolls,
        rolls_left=state.rolls_left,
        fewer_dice=state.fewer_dice,
        unresolved=tuple(state.unresolved),
        hearts_left=state.hearts_left,
        hearts_for=tuple(state.hearts_for),
        claws=state.claws,
        hurt=state.hurt,
        incoming=None if state.incoming is None else _damage(state.incoming),
        held_back=_all_damage(state.held_back),
        parting=_all_damage(state.parting),
        deciding=tuple(state.deciding),
        fresh=tuple(state.fresh),
        extra_turns=tuple(state.extra_turns),
        another_turn=state.another_turn,
    )


_HIDDEN: Final = (
    *("options", "active", "round_seat", "order", "discard", "top", "rolls", "fewer_dice", "unresolved"),
    *("hearts_left", "hearts_for", "claws", "hurt", "incoming", "held_back", "parting", "deciding", "fresh"),
    *("extra_turns", "another_turn", "monsters.max_hearts", "monsters.untouchable"),
)
SHOWN: Final = {
    "dice": Shown("dice", labels=FACES[1:]),
    "monsters.character": Shown("per seat", "Monster"),
    "monsters.hearts": Shown("per seat", "Hearts"),
    "monsters.stars": Shown("per seat", "Stars"),
    "monsters.energy": Shown("per seat", "Energy"),
    "monsters.place": Shown("per seat", "Place", says={CITY: "Tokyo City", BAY: "Tokyo Bay", OUTSIDE: "outside"}),
    "monsters.poison": Shown("per seat", "Poison counters", says={0: ""}),
    "monsters.shrink": Shown("per seat", "Shrink counters", says={0: ""}),
    "monsters.cards.card": Shown("per seat", "Cards"),
    "market": Shown("cards", "The market"),
    "rolls_left": Shown("fact", "Rolls left"),
    "deck": Shown("fact", "Cards in the deck"),
    **dict.fromkeys(_HIDDEN, Shown("hidden")),
}
"""For screens that do not know King of Tokyo."""
