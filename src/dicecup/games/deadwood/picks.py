"""What the options of Deadwood pick: places, roles, ranks with their prices, and what each of them is worth."""

from typing import Final

from dicecup.games.deadwood import text, worth
from dicecup.games.deadwood.data import AREAS, OFFICE, PRICES
from dicecup.games.deadwood.legal import most_chips
from dicecup.games.deadwood.state import CARD, DeadwoodState
from dicecup.games.deadwood.view import DeadwoodView, view
from dicecup.table import Ask, Option, Pick

_KINDS: Final = {(verb,): Pick(label=label, quiet=verb == "end") for verb, label in text.KINDS.items()}
"""Whole kinds of action, where they are refused; and ending the turn, which is one of its own."""


def picks(state: DeadwoodState, ask: Ask) -> list[Pick]:
    """What each option picks."""
    seen = view(state, ask.seat)
    return [_pick(seen, ask.seat, option) for option in ask.options]


def _pick(seen: DeadwoodView, seat: int, option: Option) -> Pick:
    match tuple(option):
        case ("move", area):
            return Pick(place=area, label=AREAS[area].name, gives=worth.way(seen, seat, area))
        case ("take", on, slot):
            return _role(seen, seat, on, slot)
        case ("upgrade", rank, currency):
            price = ((getattr(PRICES[rank], currency), currency),)
            gives = worth.rank_worth(seen, seat, rank, currency)
            return Pick(place=OFFICE, amount=rank, price=price, label=text.rank_for(rank, currency), gives=gives)
        case ("act",) if work := _work(seen, seat):
            on, budget, chips = work
            return Pick(label=text.KINDS["act"], gives=worth.roll(on, budget, chips), main=True)
        case ("rehearse",) if (work := _work(seen, seat)) and work[2] < most_chips(work[1]):
            _, budget, chips = work
            return Pick(label=text.KINDS["rehearse"], gives=f"then it {worth.chance(budget, chips + 1)}")
        case words:
            return _KINDS[words]


def _role(seen: DeadwoodView, seat: int, on: str, slot: int) -> Pick:
    area = seen.actors[seat].area
    role = next(role for role in seen.roles(area) if (role.on, role.slot) == (on, slot))
    scene = seen.scene(area)
    assert scene is not None
    gives = ", ".join(filter(None, (worth.roll(on, scene.budget), worth.at_the_wrap(seen, role))))
    return Pick(place=area, card=scene.slug if on == CARD else "", box=role.name, label=role.name, gives=gives)


def _work(seen: DeadwoodView, seat: int) -> tuple[str, int, int] | None:
    """What somebody at work rolls for: on the card or the set, the budget, the practice chips."""
    actor, scene = seen.actors[seat], seen.scene(seen.actors[seat].area)
    return (actor.on, scene.budget, actor.chips) if actor.on and scene else None
