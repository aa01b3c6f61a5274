"""Deadwood in exact numbers: chances, expected bonuses and turns, distances. For computer players and hints."""

from fractions import Fraction
from functools import cache
from typing import Final

from dicecup.games.deadwood.data import AREAS, PRICES
from dicecup.games.deadwood.legal import most_chips
from dicecup.games.deadwood.state import POINTS_PER_RANK
from dicecup.table import Roll


@cache
def success(budget: int, chips: int = 0) -> Fraction:
    """How likely acting succeeds."""
    return Fraction(min(6, max(0, 7 - budget + chips)), 6)


@cache
def dice_in_order(dice: int) -> tuple[Fraction, ...]:
    """What the highest of so many dice shows on average, the second highest, and so on."""
    mean = [Fraction(0)] * dice
    for faces, chance in Roll("any", range(dice)).outcomes():
        for place, face in enumerate(sorted(faces, reverse=True)):
            mean[place] += face * chance
    return tuple(mean)


@cache
def bonus(budget: int, roles: int) -> tuple[Fraction, ...]:
    """The dollars that the dice of a wrap bring each of so many roles on average, the highest role first.

    So many roles take part: all on the card, or with the house rule `bonus="occupied"` those that are played.
    """
    mean = dice_in_order(budget)
    return tuple(sum(mean[place::roles], Fraction(0)) for place in range(roles))


@cache
def turns(budget: int, shots: int, chips: int = 0) -> Fraction:
    """The least number of own turns, on average, that an actor alone needs for so many shots."""
    if not shots:
        return Fraction(0)
    acting = 1 / success(budget, chips) + turns(budget, shots - 1, chips)
    if chips >= most_chips(budget):
        return acting
    return min(acting, 1 + turns(budget, shots, chips + 1))


@cache
def rehearsals(budget: int, shots: int, chips: int = 0) -> int:
    """How often an actor alone should rehearse before the next roll, to need the fewest turns."""
    for practised in range(chips, most_chips(budget)):
        acting = 1 / success(budget, practised) + turns(budget, shots - 1, practised)
        if acting <= 1 + turns(budget, shots, practised + 1):
            return practised - chips
    return max(0, most_chips(budget) - chips)


def upgrade_gain(rank: int, higher: int, currency: str) -> int:
    """The points that buying a rank brings at once; what it is good for comes on top."""
    price = PRICES[higher]
    return POINTS_PER_RANK * (higher - rank) - (price.dollars if currency == "dollars" else price.credits)


def _steps() -> dict[str, dict[str, int]]:
    found = {}
    for start in AREAS:
        reached = {start: 0}
        for area in (queue := [start]):
            for neighbour in AREAS[area].neighbours:
                if neighbour not in reached:
                    reached[neighbour] = reached[area] + 1
                    queue.append(neighbour)
        found[start] = reached
    return found


STEPS: Final = _steps()
"""How many moves it takes: `STEPS["trailers"]["casting-office"]` is 4."""
