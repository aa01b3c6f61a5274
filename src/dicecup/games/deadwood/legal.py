"""What an actor may do now: for the rules that ask, and for views that are looked at."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from dicecup.games.deadwood import text
from dicecup.games.deadwood.data import AREAS, OFFICE, PRICES, RANKS, SCENES, SETS, Role
from dicecup.games.deadwood.state import CARD, SET
from dicecup.table import Option

if TYPE_CHECKING:
    from dicecup.games.deadwood.state import Actor, DeadwoodState
    from dicecup.games.deadwood.view import ActorView, DeadwoodView

Position: TypeAlias = "DeadwoodState | DeadwoodView"
"""A game as it stands; all that the rules go by is open, so a view is as good as the state."""

_DEAREST: Final = PRICES[RANKS[-1]]


def role_of(position: Position, actor: "Actor | ActorView") -> Role | None:
    """What this actor plays; None if not working."""
    if not actor.on:
        return None
    printed = AREAS[actor.area] if actor.on == SET else SCENES[position.scenes[actor.area]]
    return printed.roles[actor.slot]


def most_chips(budget: int) -> int:
    """With so many practice chips even a 1 is a success, so nobody can have more."""
    return budget - 1


def options(position: Position) -> tuple[Option, ...]:
    """Everything the active actor can do. When only `end` is left, there is nothing to decide."""
    actor = position.actors[position.active]
    area = actor.area
    scene = position.scenes.get(area)  # the trailers and the office have none
    if actor.on:
        certain = actor.chips >= most_chips(SCENES[scene or ""].budget)
        return text.ACT_ONLY if certain else text.ACT_OR_REHEARSE
    rest = text.ENDING if position.moved else text.MOVES[area]
    if scene:
        return _roles(area, scene, actor.rank, taken(position, area)) + rest
    if area == OFFICE and actor.rank < RANKS[-1]:
        dollars, credit = min(actor.dollars, _DEAREST.dollars), min(actor.credits, _DEAREST.credits)
        return _upgrades(actor.rank, dollars, credit) + rest
    return rest


def why_nothing(position: Position) -> str:
    """Why neither a role nor a rank is to be had where the active actor stands, in a word; empty if one is."""
    actor = position.actors[position.active]
    if any(option.verb in ("take", "upgrade") for option in options(position)):
        return ""
    if actor.area == OFFICE:
        return "highest" if actor.rank == RANKS[-1] else "money"
    if actor.area not in SETS:
        return "no-roles"
    scene = position.scenes[actor.area]
    if not scene:
        return "wrapped"
    everything = len(SCENES[scene].roles) + len(AREAS[actor.area].roles)
    return "taken" if taken(position, actor.area).bit_count() == everything else "rank"


def taken(position: Position, area: str) -> int:
    """The roles there that somebody plays, as bits."""
    bits = 0
    for actor in position.actors:
        if actor.area == area and actor.on:
            bits |= _bit(actor.on, actor.slot)
    return bits


def _bit(on: str, slot: int) -> int:
    return 1 << slot if on == CARD else 16 << slot


@lru_cache(maxsize=1 << 14)
def _roles(area: str, scene: str, rank: int, occupied: int) -> tuple[Option, ...]:
    """The free roles that this rank can take, the highest of the card first."""
    stars = [(CARD, slot, role) for slot, role in enumerate(SCENES[scene].roles)]
    extras = [(SET, slot, role) for slot, role in enumerate(AREAS[area].roles)]
    return tuple(
        text.taking(on, slot, role)
        for on, slot, role in stars[::-1] + extras[::-1]
        if role.rank <= rank and not occupied & _bit(on, slot)
    )


@lru_cache(maxsize=1 << 14)
def _upgrades(rank: int, dollars: int, credit: int) -> tuple[Option, ...]:
    """The ranks that can be paid."""
    found = []
    for higher, price in PRICES.items():
        if higher > rank:
            found += [text.UPGRADES[higher, "dollars"]] * (price.dollars <= dollars)
            found += [text.UPGRADES[higher, "credits"]] * (price.credits <= credit)
    return tuple(found)
