"""What can be seen of a game of King of Tokyo: everything but the cards to come."""

from dataclasses import dataclass

from dicecup.games.king_of_tokyo.gains import max_hearts
from dicecup.games.king_of_tokyo.state import KingState, Monster
from dicecup.table import Frozen, View


@dataclass(slots=True)
class CardView(Frozen):
    """A card in front of a monster."""

    card: str
    acts_as: str
    counters: int
    used: bool


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


@dataclass(slots=True, kw_only=True)
class KingView(View):
    """A game of King of Tokyo as one seat sees it."""

    active: int
    order: tuple[int, ...]
    monsters: tuple[MonsterView, ...]
    market: tuple[str, ...]
    discard: tuple[str, ...]
    deck: int  # cards to come, those on top included
    top: tuple[str, ...]  # the cards on top of the deck that somebody has looked at; "" if this seat has not
    dice: tuple[int, ...]
    rolls_left: int
    claws: int
    deciding: tuple[int, ...]
    extra_turns: tuple[int, ...]


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
        tuple([CardView(held.card, held.acts_as, held.counters, held.used) for held in monster.cards]),
    )


def view(state: KingState, seat: int | None) -> KingView:
    """What `seat` sees."""
    return KingView(
        game="king-of-tokyo",
        names=state.names,
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        active=state.active,
        order=tuple(state.order),
        monsters=tuple([_monster(monster) for monster in state.monsters]),
        market=tuple(state.market),
        discard=tuple(state.discard),
        deck=len(state.deck) + len(state.top),
        top=tuple([peeked.card if seat in peeked.seen_by else "" for peeked in state.top]),
        dice=tuple(state.dice),
        rolls_left=state.rolls_left,
        claws=state.claws,
        deciding=tuple(state.deciding),
        extra_turns=tuple(state.extra_turns),
    )
