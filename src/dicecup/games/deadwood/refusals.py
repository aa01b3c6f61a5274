"""Why not? The reasons Deadwood gives for refusing a choice, in a player's words."""

from typing import Any, Final

from dicecup.games.deadwood.data import AREAS, OFFICE, PRICES, RANKS, SCENES, SETS, Role
from dicecup.games.deadwood.legal import Position, most_chips, options, role_of, why_nothing
from dicecup.games.deadwood.state import CARD, SET
from dicecup.games.deadwood.text import ACT_ONLY, chips, many, purse
from dicecup.table import OVER
from dicecup.table.errors import shown
from dicecup.table.words import listed

VERBS: Final = ("move", "take", "upgrade", "act", "rehearse", "end")
"""Everything an actor ever does."""


def refusals(position: Position) -> dict[str, str | None]:
    """For each kind of action why whoever's turn it is cannot do it at all; None if it can."""
    if position.phase == OVER:
        return dict.fromkeys(VERBS, "The game is over.")
    possible = {option.verb for option in options(position)}
    return {verb: None if verb in possible else why_not(position, (verb,)) for verb in VERBS}


def why_not(position: Position, choice: tuple[Any, ...]) -> str | None:
    """Why `choice` is refused; None if it makes no sense in this game. A verb alone asks about all of it."""
    match choice:
        case ("move",):
            return _why_not_leave(position) or f"Say where you want to go: {_neighbours(position)}."
        case ("move", area):
            return _why_not_move(position, area)
        case ("take",):
            return _why_not_any_role(position) or "Say which role: on the card or the set, and its number there."
        case ("take", "card" | "set" as on, int(slot)):
            return _why_not_take(position, on, slot)
        case ("upgrade",):
            return _why_not_any_upgrade(position) or "Say which rank, and whether you pay dollars or credits."
        case ("upgrade", int(rank), *currency) if currency in ([], ["dollars"], ["credits"]):
            return _why_not_upgrade(position, rank, *currency) or "Say whether you pay dollars or credits."
        case ("act",):
            return "You have no role to act in. Take one first."
        case ("rehearse",):
            return _why_not_rehearse(position)
        case ("end",):
            return _why_not_end(position)
    return None


def _why_not_end(position: Position) -> str:
    only = options(position) == ACT_ONLY
    return (
        f"{_working(position)}{', and cannot fail: you have to act' if only else ': you have to act or rehearse'}."
    )


def _working(position: Position) -> str:
    """Empty if the active actor has no role."""
    role = role_of(position, position.actors[position.active])
    return f"You are working on a role, {role.name}" if role else ""


def _until_wrap(position: Position) -> str:
    working = _working(position)
    return f"{working}: you cannot leave it until the scene wraps or the day ends." if working else ""


def _neighbours(position: Position) -> str:
    here = AREAS[position.actors[position.active].area]
    return listed([AREAS[area].called for area in here.neighbours], "or")


def _why_not_leave(position: Position) -> str:
    if working := _until_wrap(position):
        return working
    return "You have already moved: you get one step each turn." if position.moved else ""


def _why_not_move(position: Position, area: Any) -> str:
    if area not in AREAS:
        return f"There is no area called {shown(area)}."
    here = position.actors[position.active].area
    if area == here and not _working(position):
        return f"You are already at {AREAS[here].called}."
    return _why_not_leave(position) or (
        f"It is more than one step from {AREAS[here].called} to {AREAS[area].called}; "
        f"you can go to {_neighbours(position)}."
    )


def _why_not_any_role(position: Position) -> str:
    """Why no role at all can be taken here; empty if one can."""
    if working := _until_wrap(position):
        return working
    area = position.actors[position.active].area
    here = AREAS[area].called
    if area not in SETS:
        return f"There are no roles at {here}."
    return {
        "": "",
        "wrapped": f"The scene at {here} has wrapped: there are no roles for the rest of the day.",
        "taken": f"All roles at {here} are taken.",
        "rank": f"No free role at {here} is open to your rank, {position.actors[position.active].rank}.",
    }[why_nothing(position)]


def _why_not_take(position: Position, on: str, slot: int) -> str:
    actor = position.actors[position.active]
    area = AREAS[actor.area]
    if _working(position) or area.slug not in SETS or not position.shots[area.slug]:
        return _why_not_any_role(position)
    printed: tuple[Role, ...] = area.roles if on == SET else SCENES[position.scenes[area.slug]].roles
    if not 0 <= slot < len(printed):
        where = f"The card at {area.called}" if on == CARD else area.called[0].upper() + area.called[1:]
        return (
            f"{where} has {len(printed)} roles, numbered from 0 here."
            if len(printed) > 1
            else (f"{where} has one role, number 0 here.")
        )
    role = printed[slot]
    for seat, name in enumerate(position.names):
        other = position.actors[seat]
        if (other.area, other.on, other.slot) == (area.slug, on, slot):
            return f"{name} is already playing {role.name}."
    return f"{role.name} is for rank {role.rank} and higher; you have rank {actor.rank}."


def _why_not_any_upgrade(position: Position) -> str:
    """Why no rank at all can be bought; empty if one can."""
    actor = position.actors[position.active]
    if working := _until_wrap(position):
        return working
    if actor.area != OFFICE:
        return f"Ranks are sold at {AREAS[OFFICE].called}, and you are at {AREAS[actor.area].called}."
    if actor.rank == RANKS[-1]:
        return f"You have rank {actor.rank}, the highest there is."
    if any(option.verb == "upgrade" for option in options(position)):
        return ""
    return _too_dear(position, actor.rank + 1)


def _why_not_upgrade(position: Position, rank: int, currency: str = "") -> str:
    """Why this rank cannot be bought, so; empty if only the currency has not been said."""
    actor = position.actors[position.active]
    if rank not in RANKS:
        return f"There is no rank {shown(rank)}; ranks go from {RANKS[0]} to {RANKS[-1]}."
    if _working(position) or actor.area != OFFICE or actor.rank == RANKS[-1]:
        return _why_not_any_upgrade(position)
    if rank <= actor.rank:
        return f"You already have rank {actor.rank}; you can only buy a higher one."
    price = PRICES[rank]
    dollars, credit = f"${price.dollars}", many(price.credits, "credit")
    if actor.dollars < price.dollars and actor.credits < price.credits:
        return _too_dear(position, rank)
    if currency == "dollars":
        return f"Rank {rank} costs {dollars} and you have ${actor.dollars}; you could pay {credit}."
    if currency == "credits":
        return f"Rank {rank} costs {credit} and you have {actor.credits}; you could pay {dollars}."
    return ""


def _too_dear(position: Position, rank: int) -> str:
    actor, price = position.actors[position.active], PRICES[rank]
    return (
        f"Rank {rank} costs {purse(price.dollars, price.credits, 'or')}, not a mix of both; "
        f"you have {purse(actor.dollars, actor.credits)}."
    )


def _why_not_rehearse(position: Position) -> str:
    actor = position.actors[position.active]
    if not _working(position):
        return "You have no role to rehearse. Take one first."
    budget = SCENES[position.scenes[actor.area]].budget
    assert actor.chips >= most_chips(budget)
    return (
        f"With {chips(actor.chips)} even a 1 meets the budget of {budget}: there is nothing left to rehearse. Act!"
    )
