"""What places, roles and rolls in Deadwood are worth, in the words a player asks for: chances, pay, the wrap."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from dicecup.games.deadwood import odds
from dicecup.games.deadwood.data import OFFICE, PRICES, RANKS
from dicecup.games.deadwood.legal import most_chips
from dicecup.games.deadwood.state import CARD, PAY, SET
from dicecup.games.deadwood.text import earned, many
from dicecup.games.deadwood.view import DeadwoodView, RoleView

AS: Final = {CARD: "as a star", SET: "as an extra"}


def chance(budget: int, chips: int) -> str:
    """What the die has to show, and how likely that is: the end of a sentence."""
    if chips >= most_chips(budget):
        return "cannot fail"
    return f"needs {budget - chips}+ ({percent(odds.success(budget, chips))})"


def percent(number: Fraction) -> str:
    """A chance, rounded to a hundredth."""
    return f"{float(number):.0%}"


def pay(on: str, *, surely: bool = False) -> str:
    """What acting brings: for a success, and after a failure unless there can be none."""
    success, failure = earned(*PAY[on, True]), earned(*PAY[on, False])
    return f"brings {success}" if surely else f"{success} for a success, {failure} for a failure"


def roll(on: str, budget: int, chips: int = 0) -> str:
    """What a roll brings whoever acts, and how likely: "$1 + 50% for 1 credit"."""
    if chips >= most_chips(budget):
        return f"cannot fail: {earned(*PAY[on, True])}"
    (dollars, credit), (some_dollars, some_credit) = PAY[on, True], PAY[on, False]
    likely, more = percent(odds.success(budget, chips)), earned(dollars - some_dollars, credit - some_credit)
    if not (some_dollars or some_credit):
        return f"{likely} for {more}"
    return f"{earned(some_dollars, some_credit)} + {likely} for {more}"


def has_star(view: DeadwoodView, area: str) -> bool:
    """Whether a bonus would be paid if the scene wrapped now."""
    return any(role.on == CARD and role.seat is not None for role in view.roles(area))


def mean_bonus(view: DeadwoodView, role: RoleView) -> Fraction:
    """The dollars that the wrap brings whoever plays this role, on average; for an extra: if there is a star."""
    if role.on != CARD:
        return Fraction(role.rank)
    scene = view.scene(role.area)
    assert scene is not None
    sharing = [
        other.slot
        for other in view.roles(role.area)  # from the highest down
        if other.on == CARD and (view.bonus == "all" or other.seat is not None or other.slot == role.slot)
    ]
    return odds.bonus(scene.budget, len(sharing))[sharing.index(role.slot)]


def bonus(view: DeadwoodView, role: RoleView) -> str:
    """What the wrap brings whoever plays this role: on average for a star, for an extra if there is a star."""
    if role.on != CARD:
        return f"${role.rank} at {'the wrap' if has_star(view, role.area) else 'a wrap with a star'}"
    return f"about ${float(mean_bonus(view, role)):.0f} at the wrap"


def at_the_wrap(view: DeadwoodView, role: RoleView) -> str:
    """The same in a word or two; nothing for an extra where there is no star yet."""
    if role.on != CARD:
        return f"wrap ${role.rank}" if has_star(view, role.area) else ""
    return f"wrap ≈ ${float(mean_bonus(view, role)):.0f}"


def in_order(roles: Iterable[RoleView]) -> list[RoleView]:
    """Stars, then extras, each from the highest rank down."""
    return sorted(roles, key=lambda role: (role.on != CARD, -role.rank, -role.slot))


def _free(view: DeadwoodView, area: str) -> list[RoleView]:
    return in_order(role for role in view.roles(area) if role.seat is None)


def best_roles(view: DeadwoodView, seat: int, area: str) -> list[RoleView]:
    """The best free role on the card that an actor can take there, and the best on the set."""
    fit = [role for role in _free(view, area) if role.rank <= view.actors[seat].rank]
    best = [next((role for role in fit if role.on == on), None) for on in (CARD, SET)]
    return [role for role in best if role is not None]


def why_no_role(view: DeadwoodView, area: str) -> str:
    """Why none of the roles there is for an actor."""
    return "no role for your rank" if _free(view, area) else "all roles are taken"


def affordable(view: DeadwoodView, seat: int) -> Sequence[int]:
    """The ranks above its own that an actor can pay."""
    actor = view.actors[seat]
    return [
        rank
        for rank, price in PRICES.items()
        if rank > actor.rank and (actor.dollars >= price.dollars or actor.credits >= price.credits)
    ]


def rank_gain(rank: int, higher: int, currency: str) -> str:
    """What buying a rank means in points, now."""
    gain = odds.upgrade_gain(rank, higher, currency)
    return f"{many(abs(gain), 'point')} {'more' if gain > 0 else 'less'}" if gain else "the same points"


def opened(view: DeadwoodView, rank: int, higher: int) -> int:
    """How many free roles that are known a higher rank opens."""
    roles = (role for area in view.shots for role in view.roles(area))
    return sum(rank < role.rank <= higher and role.seat is None for role in roles)


def rank_worth(view: DeadwoodView, seat: int, higher: int, currency: str) -> str:
    """The same with the roles that the rank opens, which is what it is for."""
    rank = view.actors[seat].rank
    roles, points = opened(view, rank, higher), rank_gain(rank, higher, currency)
    return f"{many(roles, 'more role')}, {points}" if roles else points


def way(view: DeadwoodView, seat: int, area: str) -> str:
    """What a place has for an actor, in a few words: a role with its odds and pay, or why there is none."""
    if area == OFFICE:
        if view.actors[seat].rank == RANKS[-1]:
            return "you have the highest rank"
        can = affordable(view, seat)
        return f"you can pay for rank {can[-1]}" if can else "you cannot pay for a rank yet"
    now, scene, best = view.status(area), view.scene(area), best_roles(view, seat, area)
    if now not in ("open", "face-down"):
        return now or "no scene here"
    if scene is None:
        return "scene face down" if best else "scene face down, no extra for your rank"
    if not best:
        return why_no_role(view, area)
    return f"{AS[best[0].on]}: {roll(best[0].on, scene.budget)}"
